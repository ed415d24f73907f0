"""The end of a process: at a limit that its work exceeds, with the verdicts known by then, or after all is written.

The process then frees nothing piece by piece, since the system takes it back as a whole.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS
from vsym.basics.limits import Interruption as Limit
from vsym.basics.options import UNDECIDED, Delivery
from vsym.cli import signals
from vsym.cli.delivery import Failure, complain, deliver, deliver_failure, undecided

if TYPE_CHECKING:
    from vsym.commands.answer import Answer
    from vsym.commands.task import Task


WRITING = 0.4
"""Seconds of processor time in which vsym has to write its results."""


@frozen
class Attempt:
    """The status that a command would end with, and the answer that was delivered or else the failure."""

    status: int
    answer: Answer | None = None
    failure: Failure | None = None


After: TypeAlias = Callable[[Attempt], int]
"""The last work after a command on one file; it returns the status of the process."""


@dataclass
class Ending:
    """Ends the process while a command works, when another thread calls it.

    `check` and `report --json` answer with the verdicts that the narrator has so far; other commands give the reason,
    with --json as a document. The work keeps the processor busy meanwhile, so that writing may take WRITING at most.
    """

    command: str
    delivery: Delivery
    file: str
    after: After | None = None
    task: Task | None = None

    def __call__(self, limit: Limit) -> NoReturn:
        threading.Thread(target=_end_later, daemon=True).start()
        status = UNDECIDED
        try:
            if self.task is not None:
                self.task.narrator.close()
            attempt = self._told(REASONS[limit])
            status = attempt.status if self.after is None else self.after(attempt)
        finally:
            os._exit(status)

    def _told(self, reason: str) -> Attempt:
        """Deliver the results so far, or the failure."""
        failure, task = undecided(reason), self.task
        judging = self.command == "check" or (self.command == "report" and self.delivery.as_json)
        if task is None or not judging:
            return Attempt(deliver_failure(failure, self.delivery, self.file), failure=failure)
        from vsym.commands.check import cut_short

        answer = cut_short(task, dict(task.narrator.verdicts), reason)
        return Attempt(complain(failure.text, deliver(answer, self.delivery)), answer)


def _end_later() -> None:
    end = time.process_time() + WRITING
    while time.process_time() < end:
        time.sleep(0.02)
    os._exit(UNDECIDED)


def ended(limit: Limit) -> NoReturn:
    """End the process at a limit, without results."""
    complain(undecided(REASONS[limit]).text, UNDECIDED)
    os._exit(UNDECIDED)


@dataclass
class Leaving:
    """The last act of the process: it ends with the status that it left the context with, without freeing each of the
    values that it made.

    That took a fifth of a short run, most of it for formulas and modules. Python has waited for threads by then, and
    has called the functions that were registered inside the context: the one registered first is called last.
    """

    status: int | None = None

    def __enter__(self) -> Leaving:
        atexit.register(self)
        return self

    def __exit__(self, _: type[BaseException] | None, ending: BaseException | None, __: TracebackType | None) -> None:
        signals.end_at_once()
        if isinstance(ending, SystemExit) and isinstance(ending.code, int | None):
            self.status = signals.status(ending.code or 0)

    def __call__(self) -> None:
        if self.status is None:
            return
        try:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
        except (OSError, ValueError):
            # Python has a message and a status for streams that cannot be written.
            return
        os._exit(self.status)
