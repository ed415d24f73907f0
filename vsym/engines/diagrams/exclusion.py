"""Which counters of several groups exclude each other: one of them grows only where all are 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vsym.logic.formula import And, Comparison, Formula
from vsym.logic.terms import Linear
from vsym.system.system import Event, System


def exclusive(system: System, group_of: Mapping[int, int]) -> frozenset[int]:
    """The variables that grow, by one, only where a sum of them and variables of another group is 0.

    So at most one of them is above 0, and then it is 1, if the system does not begin otherwise.
    """
    found: set[int] = set()
    refuted: set[int] = set()
    for event in system.events:
        empty = frozenset(place for part in _conjuncts(event.guard) for place in _emptied(system, group_of, part))
        for place in _raised(system, event):
            (found if place in empty else refuted).add(place)
    return frozenset(found - refuted)


def _raised(system: System, event: Event) -> Iterable[int]:
    """The variables that an event may make greater."""
    for name, term in event.update:
        place = system.places[name]
        atom = system.variables[place].atom
        lowered = isinstance(term, Linear) and term.terms == ((atom, 1),) and term.constant <= 0
        if not lowered:
            yield place


def _conjuncts(formula: Formula) -> Iterable[Formula]:
    if isinstance(formula, And):
        for operand in formula.operands:
            yield from _conjuncts(operand)
    else:
        yield formula


def _emptied(system: System, group_of: Mapping[int, int], part: Formula) -> Iterable[int]:
    """The variables that a conjunct says to be 0, where they are of several groups."""
    if not isinstance(part, Comparison) or part.operator not in ("=", "<=") or part.bound != 0:
        return
    places = [system.positions[atom] for atom, coefficient in part.left.terms if coefficient > 0]
    if len(places) == len(part.left.terms) and len({group_of[place] for place in places}) > 1:
        yield from places
