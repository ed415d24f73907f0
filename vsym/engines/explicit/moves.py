"""What events do to packed states: constants are added to whole words, and values are assigned to entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.explicit.columns import EXACT, Columns, Vocabulary
from vsym.engines.explicit.packing import Keys, Layout
from vsym.engines.explicit.vectorised import compiled
from vsym.logic.formula import Comparison, Formula, conjuncts
from vsym.logic.terms import Linear, Named
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term


@frozen
class Move:
    """The effect of one event: what it adds to a packed state, and the entries it assigns.

    What it adds never leaves a range where the event is enabled; what it assigns has to be checked.
    """

    event: int
    difference: Keys
    assignments: tuple[tuple[int, _Value], ...]


Shifts: TypeAlias = Mapping[int, int | None]
"""By the place of each variable that an event changes, the constant added to it, or None where it is not that."""


def moves(system: System, layout: Layout) -> tuple[Move, ...]:
    """The moves of the events that are no errors; raises KeyError on what is not a variable of the system."""
    vocabulary = Vocabulary.of(system)
    regular = [(number, event) for number, event in enumerate(system.events) if event.error is None]
    shifts = [_shifts(system, event) for _, event in regular]
    bounded = _bounded(system, shifts)
    result: list[Move] = []
    for (number, event), changes in zip(regular, shifts, strict=True):
        added = _safe(system, event.guard, changes, bounded)
        assigned = ((place, term) for name, term in event.update if (place := system.places[name]) not in added)
        values = tuple((place, value_of(vocabulary, term)) for place, term in assigned)
        result.append(Move(number, layout.difference(list(added.items())), values))
    return tuple(result)


def _shifts(system: System, event: Event) -> Shifts:
    return {system.places[name]: _shift(name, term) for name, term in event.update}


def _shift(name: str, term: Term) -> int | None:
    return term.constant if isinstance(term, Linear) and term.terms == ((Named(name), 1),) else None


def _bounded(system: System, shifts: Iterable[Shifts]) -> set[int]:
    """The variables that cannot exceed their ranges as long as none falls below its own.

    They add up to a total which every event keeps, and none has more room than the others leave.
    """
    sum_of = {place: number for number, total in enumerate(system.sums) for place in total.places}
    broken: set[int] = set()
    for changes in shifts:
        net: Counter[int] = Counter()
        for place, shift in changes.items():
            if place in sum_of and shift is not None:
                net[sum_of[place]] += shift
            elif place in sum_of:
                broken.add(sum_of[place])
        broken.update(number for number, amount in net.items() if amount)
    bounded: set[int] = set()
    for number, total in enumerate(system.sums):
        room = total.total.constant - sum(system.ranges[place][0] for place in total.places)
        if number not in broken:
            bounded.update(place for place in total.places if room <= system.ranges[place][1] - system.ranges[place][0])
    return bounded


def _safe(system: System, guard: Formula, changes: Shifts, bounded: set[int]) -> dict[int, int]:
    """The constants that may be added unchecked: the guard, or a sum, shows that they lead out of no range."""
    ends = _ends(system, guard)
    safe: dict[int, int] = {}
    for place, shift in changes.items():
        (low, high), (least, most) = system.ranges[place], ends.get(place, system.ranges[place])
        # An event that adds more than its range is wide is never enabled.
        if shift is None or abs(shift) > high - low:
            continue
        if low <= least + shift and (most + shift <= high or place in bounded):
            safe[place] = shift
    return safe


def _ends(system: System, guard: Formula) -> dict[int, tuple[int, int]]:
    """The least and greatest values of variables that conjuncts of the guard allow, one variable each."""
    ends: dict[int, tuple[int, int]] = {}
    for part in conjuncts(guard):
        match part:
            case Comparison(Linear(((atom, 1),)), operator, bound) if operator != "!=":
                place = system.positions[atom]
                low, high = ends.get(place, system.ranges[place])
                ends[place] = (
                    low if operator == "<=" else max(low, bound),
                    high if operator == ">=" else min(high, bound),
                )
    return ends


@frozen
class _Value:
    """A term made ready: `positions` are the columns that it reads, `of` is its value in each of so many states."""

    positions: frozenset[int]
    of: Callable[[Columns, int], NDArray[Any]]


def value_of(vocabulary: Vocabulary, term: Term) -> _Value:
    """A term made ready; raises KeyError on what is not a variable of the system."""
    match term:
        case Linear():
            combination = vocabulary.combination(term)
            return _Value(frozenset(position for position, _ in combination.terms), combination.of)
        case Case():
            return _choice(vocabulary, term)
        case Quotient(inner, divisor):
            dividend = value_of(vocabulary, inner)
            return _Value(
                dividend.positions, lambda columns, size: _wide(dividend.of(columns, size), divisor) // divisor
            )
        case Remainder(inner, divisor):
            dividend = value_of(vocabulary, inner)
            return _Value(
                dividend.positions, lambda columns, size: _wide(dividend.of(columns, size), divisor) % divisor
            )
    assert_never(term)


def _choice(vocabulary: Vocabulary, term: Case) -> _Value:
    conditions = compiled(vocabulary, [condition for condition, _ in term.branches])
    branches = [value_of(vocabulary, branch) for _, branch in term.branches]
    otherwise = value_of(vocabulary, term.otherwise)

    def chosen(columns: Columns, size: int) -> NDArray[Any]:
        result = otherwise.of(columns, size)
        cases = zip(conditions.run(columns, size), branches, strict=True)
        for mask, branch in reversed(list(cases)):
            result = np.where(mask, branch.of(columns, size), result)
        return result

    positions = otherwise.positions.union(conditions.positions, *(branch.positions for branch in branches))
    return _Value(positions, chosen)


def _wide(values: NDArray[Any], divisor: int) -> NDArray[Any]:
    """The values as integers that can be divided by the divisor: Python's where it is past 64 bits."""
    return values if divisor < EXACT else values.astype(object)
