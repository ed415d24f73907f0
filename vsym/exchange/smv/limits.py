"""What NuSMV cannot hold, refused at its place in the user's text before anything is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vsym.basics.source import Diagnostic, Span
from vsym.logic.formula import Comparison, Formula, subformulas
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Linear
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.model import Assignment, Model, SharedVariable

LARGEST_RANGE = 1_000_000
"""How many values a variable may have: NuSMV lists them all."""

LARGEST_NUMBER = 2**31 - 1
"""NuSMV computes with 32 bits, and wraps around silently."""

MOST_PROCESSES = 2_000
"""How many processes the direct model may have: its size grows with processes times transitions."""

MOST_ENTRIES = 1_000_000
"""How often a process may be written down in the direct model."""


def range_problems(shared: Iterable[SharedVariable]) -> list[Diagnostic]:
    """VS412 for every shared variable with too many values."""
    return [
        _too_large(variable.span, f"`{variable.name}` has {variable.high - variable.low + 1} values")
        for variable in shared
        if variable.high - variable.low >= LARGEST_RANGE
    ]


def block_problem(size: int, span: Span) -> Diagnostic:
    """VS412 for a counter with too many values."""
    return _too_large(span, f"a counter of {size} processes has {size + 1} values")


def _too_large(span: Span, what: str) -> Diagnostic:
    hint = "choose smaller parameters, or another engine"
    return Diagnostic("VS412", span, f"{what}, and NuSMV can hold {LARGEST_RANGE}", hint)


def number_problems(
    shared: Iterable[SharedVariable],
    guards: Iterable[tuple[Formula, Span]],
    updates: Iterable[Assignment],
    properties: Iterable[Property],
    fairness: Iterable[Fairness],
) -> list[Diagnostic]:
    """VS413 for every place whose terms can leave the numbers that NuSMV computes with."""
    ends = {variable.name: max(abs(variable.low), abs(variable.high)) for variable in shared}
    formulas = [*guards, *((p.formula, p.span) for p in properties), *((f.formula, f.span) for f in fairness)]
    weights = [(max(_weights(formula, ends), default=0), span) for formula, span in formulas]
    weights += [(_weight(update.value, ends), update.span) for update in updates]
    message = f"the numbers here can exceed {LARGEST_NUMBER}, beyond which NuSMV miscalculates"
    return [Diagnostic("VS413", span, message) for weight, span in weights if weight > LARGEST_NUMBER]


def _weights(formula: Formula, ends: Mapping[str, int]) -> Iterable[int]:
    for part in subformulas(formula):
        if isinstance(part, Comparison):
            yield _weight(part.left, ends) + abs(part.bound)


def _weight(term: Linear, ends: Mapping[str, int]) -> int:
    """A bound on the size of every partial sum of the term."""
    sizes = ((v.processes.size if isinstance(v, Count) else ends[name_of(v)], c) for v, c in term.terms)
    return sum(size * abs(c) for size, c in sizes) + abs(term.constant)


def size_problem(model: Model, entries: int) -> list[Diagnostic]:
    """VS411 for more processes, or more process entries in guards and counts, than the direct model may have."""
    if model.size <= MOST_PROCESSES and entries <= MOST_ENTRIES:
        return []
    largest = max(model.groups, key=lambda group: group.processes.size)
    message = f"the direct model of {model.size} processes would be too large"
    hint = f"it takes up to {MOST_PROCESSES} processes; choose smaller parameters or `--model counter`"
    return [Diagnostic("VS411", largest.span, message, hint)]
