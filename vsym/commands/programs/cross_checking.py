"""`vsym check --cross-check` on a program."""

from __future__ import annotations

from vsym.checking.cross_check import cross_checked_program
from vsym.commands.answer import Answer
from vsym.commands.cross_checking import refuse_meaningless, seconds_of, told
from vsym.commands.programs.task import Task
from vsym.show.programs.text import program_line


def cross_check(task: Task) -> Answer:
    """The verdicts of all engines side by side; raises RefusedError for options that have no meaning here."""
    options = task.options
    refuse_meaningless(options)
    checked = cross_checked_program(task.program, seconds_of(options), task.budget, task.narrator)
    return told(checked, program_line(task.program), options, task.program.span.source)
