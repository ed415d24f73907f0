"""An engine in a process of its own: it can be ended at any time, has its own memory, and outlives no owner."""

from __future__ import annotations

import contextlib
import pickle
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget
from vsym.basics.resources import serving
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property
from vsym.system.result import ErrorReached, Verdict
from vsym.system.system import System


@frozen
class Failure:
    """The reason why an engine ended without an answer; a `bug` is one of ours, with its traceback."""

    reason: str
    bug: bool = False


@frozen
class Task:
    """A request. `until` is a `time.time()` value, as clocks without a date need not agree between processes."""

    engine: str
    system: System
    properties: tuple[Property, ...]
    solver: str
    until: float | None
    megabytes: int
    bound: int | None
    spare: int | None
    threads: int | None


@frozen
class Decided:
    """A property that an engine has decided while it goes on, and the distance of the state that shows it."""

    name: str
    verdict: Verdict
    depth: int | None


Ending: TypeAlias = Answer | ErrorReached | Failure


class SubprocessEngine:
    """An engine at work on some properties of a system, with so many MB.

    It queues itself with each decided property, and with its end.
    """

    def __init__(
        self,
        name: str,
        system: System,
        properties: Sequence[Property],
        budget: Budget,
        megabytes: int,
        endings: queue.SimpleQueue[tuple[SubprocessEngine, Ending | Decided]],
    ) -> None:
        self.name, self.properties = name, tuple(properties)
        self.started = time.monotonic()
        self._endings = endings
        until = None if budget.deadline is None else time.time() + budget.deadline - time.monotonic()
        limits = (until, megabytes, budget.bound, budget.spare, budget.threads)
        task = Task(name, system, self.properties, budget.solver, *limits)
        self._process = subprocess.Popen(
            serving("vsym.cli.engine"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._thread = threading.Thread(target=self._ask, args=(task,), daemon=True)
        self._thread.start()

    @property
    def process_number(self) -> int:
        """The number that the system gave to the process."""
        return self._process.pid

    def stop(self) -> None:
        """End the process if it has not ended."""
        self._process.kill()
        self._thread.join()
        self._process.wait()

    def _ask(self, task: Task) -> None:
        with self._process as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                pickle.dump(task, process.stdin)
                process.stdin.flush()
                while isinstance(ending := pickle.load(process.stdout), Decided):
                    self._endings.put((self, ending))
            except (EOFError, OSError, pickle.UnpicklingError):
                with contextlib.suppress(OSError):
                    process.stdin.close()
                status = process.wait()
                # A process has gone without an answer; the system ends one with SIGKILL where memory runs out.
                if status == -signal.SIGKILL:
                    ending = Failure(REASONS["memory"])
                else:
                    ending = Failure(f"its process ended with status {status}", bug=True)
            except Exception as error:
                # Nobody would hear of it in this thread, and wait for ever.
                ending = Failure(f"its task or its answer cannot be passed on: {error!r}", bug=True)
            self._endings.put((self, ending))
