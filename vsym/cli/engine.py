"""A process that runs one engine: a task comes in, how it ended goes out.

It ends when its standard input does, so that none is left once its parent is gone, however that happened.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from vsym.basics.limits import REASONS, Budget, watched
from vsym.basics.options import RefusedError
from vsym.engines.registry import engine
from vsym.engines.subprocess_engine import Decided, Ending, Failure, Task
from vsym.system.report import Report, Silence
from vsym.system.result import ErrorReached, Verdict


def serve() -> None:
    """Read a task from standard input, and write how it ended to standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    task: Task = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_the_owner, daemon=True).start()

    lock = threading.Lock()

    def write(message: Ending | Decided) -> None:
        with lock:
            pickle.dump(message, output)
            output.flush()

    def end(ending: Ending) -> NoReturn:
        write(ending)
        os._exit(0)

    deadline = None if task.until is None else time.monotonic() + task.until - time.time()
    budget = Budget(task.solver, deadline, task.megabytes, task.bound, task.spare, task.threads)
    with watched(budget, lambda limit: end(Failure(REASONS[limit]))):
        ending = _ending(task, budget, _Passed(write))
    end(ending)


def _end_with_the_owner() -> None:
    """End once the input does, which the parent keeps open as long as it lives."""
    sys.stdin.buffer.read()
    os._exit(1)


class _Passed(Silence):
    """A report that passes on nothing but verdicts, while an engine goes on."""

    def __init__(self, write: Callable[[Decided], None]) -> None:
        self._write = write

    def decided(self, name: str, verdict: Verdict, depth: int | None = None) -> None:
        """Pass it on without its path, which comes with the answer."""
        self._write(Decided(name, replace(verdict, path=None, proof=None), depth))


def _ending(task: Task, budget: Budget, report: Report) -> Ending:
    try:
        return engine(task.engine).verify(task.system, task.properties, budget, report)
    except ErrorReached as reached:
        return reached
    except RefusedError as refused:
        return Failure(str(refused))
    except MemoryError:
        return Failure(REASONS["memory"])
    except Exception:
        return Failure(traceback.format_exc(), bug=True)
