"""Work in a process of its own while the caller waits: one task after the other, each of which can be cancelled."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import threading
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeAlias

from vsym.basics.limits import REASONS
from vsym.basics.resources import serving
from vsym.subprocesses.process import Failure, Task, receive, send

GRACE = 5.0
"""Seconds that a process has beyond the time limit of its task before it is ended."""

_ENDED = Failure("cancelled", "the work was ended")

Answer: TypeAlias = "Future[Any]"
"""The result that a task will have, or a Failure."""


class Worker:
    """A process that is started when it is needed; one whose task is cancelled or late is ended, with all that it has
    started."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[Task, Answer] | None] = SimpleQueue()
        self._state = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._current: Answer | None = None
        self._why: Failure | None = None
        self._stopped = False

    @property
    def process_number(self) -> int | None:
        """The number that the system gave to the process, None where there is none."""
        process = self._process
        return None if process is None else process.pid

    def begin(self, task: Task) -> Answer:
        """Queue a task behind all earlier ones; the future of its answer."""
        answer: Answer = Future()
        with self._state:
            if self._stopped:
                answer.cancel()
                return answer
            self._waiting.put((task, answer))
            if self._thread is None:
                # At exit, Python does not wait for a daemon thread.
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
        return answer

    async def ask(self, task: Task, patience: float = 0.0) -> Any:
        """The result of a task, or a Failure. Cancelling the call cancels the task, but one that has begun only after
        `patience` seconds, since a short task costs less than a new process."""
        answer = self.begin(task)
        try:
            return await asyncio.wrap_future(answer)
        except asyncio.CancelledError:
            if patience:
                asyncio.get_running_loop().call_later(patience, self.cancel, answer)
            else:
                self.cancel(answer)
            raise

    def cancel(self, answer: Answer) -> None:
        """Cancel a task: one that has begun results in a Failure, and one that has not is never done."""
        if not answer.cancel():
            with self._state:
                if self._current is answer:
                    self._end(_ENDED)

    def stop(self) -> None:
        """End all work for good."""
        with self._state:
            self._stopped = True
            process = self._process
            self._end(_ENDED)
            self._waiting.put(None)
        if process is not None:
            process.wait()

    def _work(self) -> None:
        while (job := self._waiting.get()) is not None:
            task, answer = job
            if self._stopped:
                answer.cancel()
            if answer.set_running_or_notify_cancel():
                answer.set_result(self._done(task, answer))

    def _done(self, task: Task, answer: Answer) -> Any:
        lost = Failure("bug", "its process ended")
        with self._state:
            if self._stopped:
                return _ENDED
            process = self._started()
            self._current, self._why = answer, None
        late = threading.Timer(task.limits.seconds + GRACE, self._late, [answer])
        late.daemon = True
        late.start()
        result: Any = lost
        with suppress(OSError, EOFError, ValueError):
            assert process.stdin is not None
            assert process.stdout is not None
            send(task, process.stdin)
            result = receive(process.stdout)
        late.cancel()
        with self._state:
            self._current = None
            if result is lost:
                result = self._why or lost
            if isinstance(result, Failure) and result.reason in ("undecided", "cancelled", "bug"):
                # It may have ended, or hold more memory than the next task may.
                self._end(result)
            ended = self._process is not process
        if ended:
            process.wait()
        return result

    def _late(self, answer: Answer) -> None:
        with self._state:
            if self._current is answer:
                self._end(Failure("undecided", REASONS["time"]))

    def _end(self, why: Failure) -> None:
        process, self._process = self._process, None
        if process is not None:
            self._why = why
            with suppress(OSError):
                if os.name == "posix":
                    os.killpg(process.pid, signal.SIGKILL)
                process.kill()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self._end(_ENDED)
        if self._process is None:
            self._process = subprocess.Popen(
                serving("vsym.subprocesses.process"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # In a group of its own, the processes that it starts end with it.
                start_new_session=True,
            )
        return self._process
