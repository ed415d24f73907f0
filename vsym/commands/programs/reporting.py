"""`vsym report` on a program: all that `check` finds out, as one HTML page."""

from __future__ import annotations

import time

from vsym.commands.answer import Answer
from vsym.commands.programs.judging import document, exit_status, judged
from vsym.commands.programs.task import Task
from vsym.show.page.rendering import html
from vsym.show.programs.page import page


def report(task: Task) -> Answer:
    """The page of a program with the exit status of `check`; raises what `check` raises."""
    started = time.monotonic()
    checked = judged(task)
    written = html(page(checked, task.trace, time.monotonic() - started, everything=task.options.verbose))
    return Answer(exit_status(checked), record=document(task, checked), raw=written)
