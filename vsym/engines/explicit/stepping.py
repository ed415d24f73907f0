"""The steps of a system, taken by many packed states at a time, and paths of state numbers as paths of the system.

Constants are added to whole words, and values are assigned to entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from operator import floordiv, mod
from typing import Any, Literal, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.explicit.table import EXACT, Columns, Keys, Layout, Mask, all_in_row, combination
from vsym.engines.explicit.vectorised import Program, compiled
from vsym.logic.explaining import Route
from vsym.logic.formula import Comparison, Formula, conjuncts
from vsym.logic.terms import Linear, Named
from vsym.system.result import Path, PathKind, SystemPath
from vsym.system.step import OutsideRangeError
from vsym.system.system import Case, Quotient, Remainder, System, Term


@frozen
class Successors:
    """The successors of states, those of one state side by side in the order of the events.

    `degrees` has their number for each state. A deadlocked state has one, itself; `deadlocked` tells which. `taken` are
    the events that lead to them. Events that are errors lead nowhere; `error` is the first row that enables one, with
    the number of that event.
    """

    keys: Keys
    degrees: NDArray[np.int64]
    deadlocked: Mask
    taken: tuple[int, ...]
    error: tuple[int, int] | None


@frozen
class Stepper:
    """A system made ready to step; `guards` decides the moves and then the errors, in this order."""

    system: System
    layout: Layout
    guards: Program
    moves: tuple[Move, ...]
    errors: tuple[int, ...]
    positions: tuple[int, ...]

    @staticmethod
    def of(system: System) -> Stepper:
        """Compile the events of a system.

        Raises ValueError on an entry whose range is wider than 62 bits, KeyError on an unknown variable.
        """
        layout = Layout.of(system.ranges)
        compiled_moves = moves(system, layout)
        errors = tuple(number for number, event in enumerate(system.events) if event.error is not None)
        numbers = (*(move.event for move in compiled_moves), *errors)
        guards = compiled(system, [system.events[number].guard for number in numbers])
        assignments = [assignment for move in compiled_moves for assignment in move.assignments]
        read = {place for position, value in assignments for place in (position, *value.positions)}
        positions = tuple(sorted(read.union(guards.positions)))
        return Stepper(system, layout, guards, compiled_moves, errors, positions)

    def successors(self, keys: Keys) -> Successors:
        """The successors of packed states."""
        columns = self.layout.columns(keys, self.positions)
        masks = self.guards.run(columns, len(keys))
        hits = zip(self.errors, masks[len(self.moves) :], strict=True)
        error = min(((int(mask.argmax()), number) for number, mask in hits if mask.any()), default=None)
        masks = masks[: len(self.moves)]
        degrees = np.zeros(len(keys), dtype=np.int64)
        for mask in masks:
            degrees += mask
        deadlocked = degrees == 0
        degrees[deadlocked] = 1
        place = np.cumsum(degrees) - degrees
        successors = np.empty((int(degrees.sum()), self.layout.words), dtype=np.int64)
        successors[place[deadlocked]] = keys[deadlocked]
        taken: list[int] = []
        for move, mask in zip(self.moves, masks, strict=True):
            rows = np.flatnonzero(mask)
            if rows.size:
                taken.append(move.event)
                at = place[rows]
                place[rows] = at + 1
                successors[at] = self._moved(move, keys, columns, rows)
        return Successors(successors, degrees, deadlocked, tuple(taken), error)

    def labels(self, sources: Keys, targets: Keys) -> list[int | None]:
        """For each pair of a state and a successor of it, the first event between them, or None for a stutter."""
        columns = self.layout.columns(sources, self.positions)
        masks = self.guards.run(columns, len(sources))
        labels = np.full(len(sources), -1, dtype=np.int64)
        for move, mask in zip(self.moves, masks, strict=False):
            rows = np.flatnonzero(mask & (labels < 0))
            leads = all_in_row(self._moved(move, sources, columns, rows) == targets[rows])
            labels[rows[leads]] = move.event
        return [number if number >= 0 else None for number in labels.tolist()]

    def _moved(self, move: Move, keys: Keys, columns: Columns, rows: NDArray[np.int64]) -> Keys:
        moved = keys[rows] + move.difference
        for position, value in move.assignments:
            here = {place: columns[place][rows] for place in value.positions}
            values = value.of(here, len(rows))
            low, high = self.system.ranges[position]
            outside = values[(values < low) | (values > high)]
            if len(outside):
                event, name = self.system.events[move.event], self.system.variables[position].name
                raise OutsideRangeError(f"`{event.label}` sets `{name}` to {outside[0]}")
            field = self.layout.fields[position]
            moved[:, field.word] += (values.astype(np.int64) - columns[position][rows]) << field.shift
        return moved


@frozen
class Move:
    """The effect of one event: the `difference` that it adds to a packed state, and the entries that it assigns.

    The difference never leaves a range where the event is enabled; the assigned values have to be checked.
    """

    event: int
    difference: Keys
    assignments: tuple[tuple[int, _Value], ...]


Shifts: TypeAlias = Mapping[int, int | None]
"""By the place of each variable that an event changes, the constant added to it; None for any other change."""


def moves(system: System, layout: Layout) -> tuple[Move, ...]:
    """The moves of the events that are no errors; raises KeyError on a variable that the system does not have."""
    regular = [(number, event) for number, event in enumerate(system.events) if event.error is None]
    shifts: list[Shifts] = [
        {system.places[name]: _shift(name, term) for name, term in event.update} for _, event in regular
    ]
    bounded = _bounded(system, shifts)
    result: list[Move] = []
    for (number, event), changes in zip(regular, shifts, strict=True):
        added = _safe(system, event.guard, changes, bounded)
        assigned = ((place, term) for name, term in event.update if (place := system.places[name]) not in added)
        values = tuple((place, value_of(system, term)) for place, term in assigned)
        result.append(Move(number, layout.difference(added), values))
    return tuple(result)


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


def value_of(system: System, term: Term) -> _Value:
    """A term made ready; raises KeyError on a variable that the system does not have."""
    match term:
        case Linear():
            total = combination(system, term)
            return _Value(frozenset(position for position, _ in total.terms), total.of)
        case Case():
            return _choice(system, term)
        case Quotient(inner, divisor) | Remainder(inner, divisor):
            dividend, operation = value_of(system, inner), floordiv if isinstance(term, Quotient) else mod
            return _Value(
                dividend.positions, lambda columns, size: operation(_wide(dividend.of(columns, size), divisor), divisor)
            )
    assert_never(term)


def _choice(system: System, term: Case) -> _Value:
    conditions = compiled(system, [condition for condition, _ in term.branches])
    branches = [value_of(system, branch) for _, branch in term.branches]
    otherwise = value_of(system, term.otherwise)

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


Outcome: TypeAlias = Literal["holds", "violated", "unknown"]
Finding: TypeAlias = tuple[Outcome, "Route[int] | None"]
"""The outcome of a property, and the path that shows it, if one can."""


def path_of(stepper: Stepper, keys: Keys, route: Route[int], kind: PathKind) -> SystemPath:
    """The path of a route whose every state is a successor of the one before."""
    visited = keys[np.asarray(route.path, dtype=np.int64)]
    steps = stepper.labels(visited[:-1], visited[1:])
    return Path(kind, tuple(stepper.layout.unpack(visited)), tuple(steps), route.loop)
