"""Events: a guard, and levels that get a new value in the same step.

An event takes a vector to at most one vector. Its guard is one case, and it moves each level that it changes by a
constant or sets it to a constant. `split` writes guards and assignments beyond this as several events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.diagrams.cases import Case, cases
from vsym.diagrams.constraints import Conjunction, Constraint, Linear, collected, compare, ordered


@frozen
class Assignment:
    """`level := constant + sum of coefficient * value`, over pairs (level, coefficient).

    The values are those from before the step.
    """

    level: int
    coefficients: tuple[tuple[int, int], ...] = ()
    constant: int = 0


@frozen
class Move:
    """The level's value grows by `by`, which may be negative."""

    level: int
    by: int


@frozen
class Put:
    """The level gets the value `value`."""

    level: int
    value: int


Update: TypeAlias = "Move | Put"


@frozen
class Event:
    """A step from every vector in which the guard holds and all new values are inside their domains.

    `updates` name each level at most once; levels that they do not name keep their value.
    """

    guard: Case
    updates: tuple[Update, ...] = ()


def split(sizes: Sequence[int], guard: Constraint, assignments: Iterable[Assignment] = ()) -> tuple[Event, ...]:
    """Events that together are equivalent to a guard with simultaneous assignments.

    There is one per case of the guard. An assignment such as v := v + 1 or v := 3 is an update as it stands; any other,
    such as v := w + 1, costs one event per value that v may get, with the equation that yields this value in its guard.
    Raises ValueError if two assignments are to the same level or a level does not exist.
    """
    assigned = tuple(assignments)
    _check_changed([assignment.level for assignment in assigned])
    for assignment in assigned:
        _check_exist(sizes, (assignment.level, *(level for level, _ in assignment.coefficients)))
    events: list[Event] = []
    for choice in product(*(_alternatives(sizes, assignment) for assignment in assigned)):
        updates = tuple(update for update, _ in choice if update != Move(update.level, 0))
        full_guard = Conjunction((guard, *(equation for _, equation in choice)))
        events.extend(Event(case, updates) for case in cases(full_guard))
    for event in events:
        check_levels(sizes, event)
    return tuple(events)


def renamed(event: Event, target: Mapping[int, int]) -> Event:
    """The event about other levels, one for each that it names."""
    masks = sorted((target[level], values) for level, values in event.guard.masks)
    sums = (
        ordered(Linear(tuple((target[level], by) for level, by in one.coefficients), one.low, one.high))
        for one in event.guard.sums
    )
    updates = (
        Move(target[update.level], update.by) if isinstance(update, Move) else Put(target[update.level], update.value)
        for update in event.updates
    )
    return Event(Case(tuple(masks), tuple(sums)), tuple(updates))


def check_levels(sizes: Sequence[int], event: Event) -> None:
    """Raise ValueError if an event names a level that does not exist, or one level in two updates."""
    changed = [update.level for update in event.updates]
    _check_changed(changed)
    _check_exist(sizes, changed)
    _check_exist(sizes, (level for level, _ in event.guard.masks))
    _check_exist(sizes, (level for linear in event.guard.sums for level, _ in linear.coefficients))


def _check_changed(levels: Sequence[int]) -> None:
    if len(set(levels)) != len(levels):
        raise ValueError("a level is assigned twice in one event")


def _check_exist(sizes: Sequence[int], levels: Iterable[int]) -> None:
    for level in levels:
        if not 0 <= level < len(sizes):
            raise ValueError(f"level {level} does not exist: there are {len(sizes)}")


def _alternatives(sizes: Sequence[int], assignment: Assignment) -> Iterator[tuple[Update, Constraint]]:
    """The updates that an assignment may come to, each with the condition under which it does."""
    terms = dict(collected(assignment.coefficients))
    always = Conjunction()
    if not terms:
        yield Put(assignment.level, assignment.constant), always
    elif terms == {assignment.level: 1}:
        yield Move(assignment.level, assignment.constant), always
    else:
        ranges = [sorted((0, coefficient * (sizes[level] - 1))) for level, coefficient in terms.items()]
        least = assignment.constant + sum(low for low, _ in ranges)
        most = assignment.constant + sum(high for _, high in ranges)
        for value in range(max(least, 0), min(most, sizes[assignment.level] - 1) + 1):
            yield Put(assignment.level, value), compare(terms, "=", value - assignment.constant)
