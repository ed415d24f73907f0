"""How a command ends at a limit that its work goes on beyond: with what is known by then."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from vsym.basics.limits import REASONS
from vsym.basics.limits import Interruption as Limit
from vsym.basics.options import UNDECIDED, Delivery
from vsym.cli.delivery import deliver, deliver_failure
from vsym.cli.failures import complain, undecided

if TYPE_CHECKING:
    from vsym.commands.task import Task

WRITING = 0.4
"""Seconds of processor time in which what is known has to be written."""


@dataclass
class Ending:
    """Called from another thread while the work of a command goes on, it ends the process.

    The verdicts that the narrator of the task was told are the answer of `check`; what else asks for JSON gets the
    reason. The work keeps the processor busy meanwhile, so that an answer is not waited for longer than WRITING.
    """

    command: str
    delivery: Delivery
    file: str
    task: Task | None = None

    def __call__(self, limit: Limit) -> NoReturn:
        threading.Thread(target=_end_later, daemon=True).start()
        status = UNDECIDED
        try:
            if self.task is not None:
                self.task.narrator.close()
            status = self._told(REASONS[limit])
        finally:
            os._exit(status)

    def _told(self, reason: str) -> int:
        """Tell what is known; the status."""
        failure, task = undecided(reason), self.task
        judging = self.command == "check" or (self.command == "report" and self.delivery.as_json)
        if task is None or not judging:
            return deliver_failure(failure, self.delivery, self.file)
        from vsym.commands.judging import cut_short

        answer = cut_short(task, dict(task.narrator.verdicts), reason)
        return complain(failure.text, deliver(answer, self.delivery))


def _end_later() -> None:
    end = time.process_time() + WRITING
    while time.process_time() < end:
        time.sleep(0.02)
    os._exit(UNDECIDED)


def ended(limit: Limit) -> NoReturn:
    """End the process at a limit, where nobody waits for what is known."""
    complain(undecided(REASONS[limit]).text, UNDECIDED)
    os._exit(UNDECIDED)
