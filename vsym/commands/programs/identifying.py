"""`vsym symmetry` on a program: which of its scalarsets are what they say."""

from __future__ import annotations

from vsym.basics.options import HOLDS, VIOLATED
from vsym.commands.answer import Answer
from vsym.commands.programs.task import Task
from vsym.composition.program_stages import misused_scalarsets
from vsym.show.programs import record, text


def symmetry(task: Task) -> Answer:
    """The scalarsets, and what tells elements of theirs apart."""
    found = misused_scalarsets(task.program, task.budget)
    unsound = {scalarset for misuse in found for scalarset in misuse.scalarsets}
    diagnostics = [misuse.diagnostic for misuse in found]
    shown = text.identification(task.program, unsound, diagnostics)
    if task.options.quiet:
        shown = shown[2:3]
    document = {**record.header(task.program, task.file), **record.identification(task.program, unsound, diagnostics)}
    return Answer(VIOLATED if unsound else HOLDS, tuple(shown), document)
