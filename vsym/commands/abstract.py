"""`vsym abstract`: blocks, counters and guards of a model of processes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from vsym.basics.limits import UndecidedError
from vsym.basics.options import HOLDS, RefusedError
from vsym.checking.stages import identified, reduced, related
from vsym.commands.answer import Answer
from vsym.commands.task import Task, stopped
from vsym.show import record
from vsym.show.text import processes as text
from vsym.show.text.symmetry import identification, transitions_table
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.show.shapes.documents import AbstractDocument


def abstract(task: Task, *, invariants: bool, bounded: bool) -> Answer:
    """The counter abstraction by the best exact blocks, or where it is `bounded` on fewer; where a limit ends the work
    before, the symmetry. Raises RefusedError for invariants of bounds, and bounds of all sizes."""
    if bounded:
        return _bounds(task, invariants=invariants)
    decided = identified(task.subject, task.budget, task.narrator)
    header = record.header(task.model, task.file, decided)
    document: AbstractDocument = {**header, "abstraction": None, "must": None}
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


def _bounds(task: Task, *, invariants: bool) -> Answer:
    """The guards of the steps that may be possible, and of those that must be."""
    if invariants:
        raise RefusedError("--invariants are of exact counters, and --bounds has others: use one of them")
    if task.subject.open:
        raise RefusedError("--bounds is about one size, and --for-all about all sizes")
    from vsym.checking.bounds import last_bounds

    decided = related(task.subject, task.budget, task.narrator)
    pair = last_bounds(decided, task.budget, task.narrator)
    decided = replace(decided, blocks=tuple(block.processes for block in pair.may.blocks), bounds=pair.inexact)
    document: AbstractDocument = {
        **record.header(task.model, task.file, decided),
        "abstraction": record.abstraction(task.model, pair.may),
        "must": record.abstraction(task.model, pair.must),
    }
    return Answer(HOLDS, tuple(text.bounds(decided, pair, quiet=task.options.quiet)), document)


def _invariants(task: Task, system: System) -> list[str]:
    """Linear invariants as text, none where the time does not suffice."""
    from vsym.engines.smt.engine import invariants

    task.narrator.say("looking for linear invariants")
    try:
        return invariants(system, task.budget)
    except UndecidedError:
        return []
