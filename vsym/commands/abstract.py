"""`vsym abstract`: blocks, counters and guards of a model of processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from vsym.basics.limits import UndecidedError
from vsym.basics.options import HOLDS
from vsym.checking.stages import identified, reduced
from vsym.commands.answer import Answer
from vsym.commands.task import Task, stopped
from vsym.show import record
from vsym.show.text import processes as text
from vsym.show.text.symmetry import identification, transitions_table
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.show.shapes.documents import AbstractDocument


def abstract(task: Task, *, invariants: bool) -> Answer:
    """The counter abstraction by the best exact blocks; where a limit ends the work before, the symmetry."""
    decided = identified(task.subject, task.budget, task.narrator)
    document: AbstractDocument = {**record.header(task.model, task.file, decided), "abstraction": None}
    try:
        smaller = reduced(task.subject, decided, task.budget, task.narrator)[1]
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        line = Text(f"no counter abstraction: {reason}", "yellow")
        undecided = (*identification(decided, everything=task.options.verbose), Text(""), line)
        return Answer(status, undecided, document)
    linear = _invariants(task, smaller.system) if invariants else None
    lines = text.abstraction(decided, smaller.counters, everything=task.options.verbose)
    if linear is not None:
        lines += text.invariant_lines(linear)
    if task.options.quiet:
        lines = [transitions_table(decided, smaller.counters, everything=task.options.verbose)]
    document["abstraction"] = record.abstraction(task.model, smaller.counters, linear)
    return Answer(HOLDS, tuple(lines), document)


def _invariants(task: Task, system: System) -> list[str]:
    """Linear invariants as text, none where the time does not suffice."""
    from vsym.engines.smt.engine import invariants

    task.narrator.say("looking for linear invariants")
    try:
        return invariants(system, task.budget)
    except UndecidedError:
        return []
