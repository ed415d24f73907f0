"""What NuSMV cannot hold of the processes of a model, refused at its place in the user's text."""

from __future__ import annotations

from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.exchange.smv.limits import largest, number_problems, range_problem, too_many
from vsym.logic.terms import Atom
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.deadlock import Deadlock
from vsym.models.counting.model import Model

MOST_PROCESSES = 2_000
"""How many processes the direct model may have: its size grows with processes times transitions."""

MOST_ENTRIES = 1_000_000
"""How often a process may be written down in the direct model."""


def refuse(model: Model, entries: int) -> None:
    """Raises DiagnosticError with VS411 to VS413 for what NuSMV cannot hold.

    `entries` is how often processes are named in guards and counts.
    """
    lines = [line for transition in model.transitions for line in transition.lines]
    ends = {variable.name: largest(variable.low, variable.high) for variable in model.shared}

    def largest_of(atom: Atom) -> int:
        if isinstance(atom, Deadlock):
            return 1
        return atom.processes.size if isinstance(atom, Count) else ends[name_of(atom)]

    guards = [(line.guard, line.span) for line in lines]
    asked = [(prop.formula, prop.span) for prop in model.properties]
    asked += [(constraint.formula, constraint.span) for constraint in model.fairness]
    values = [(assignment.value, assignment.span) for line in lines for assignment in line.update]
    problems = _size(model, entries)
    problems += [range_problem(v.span, v.name, v.low, v.high) for v in model.shared if too_many(v.low, v.high)]
    problems += number_problems([*guards, *asked], values, largest_of)
    if problems:
        raise DiagnosticError(problems)


def _size(model: Model, entries: int) -> list[Diagnostic]:
    """VS411 for more processes, or more of their names, than the direct model may have."""
    if model.size <= MOST_PROCESSES and entries <= MOST_ENTRIES:
        return []
    group = max(model.groups, key=lambda group: group.processes.size)
    message = f"the direct model of {model.size} processes would be too large"
    hint = f"it takes up to {MOST_PROCESSES} processes; choose smaller parameters or `--model counter`"
    return [Diagnostic("VS411", group.span, message, hint)]
