"""Readers: the rest of a program, part of the way through a vector. A program is an event made ready for its way down
the levels.

A vector is read level by level, and a value of a level as steps to the right in a list of cells. At each place the
reader knows which values of this level are still allowed and within which bounds the rest of each sum must stay. The
bounds are opened as soon as the rest cannot miss them, so that few readers are different. A reader is the key under
which results are remembered: a guard on a sum costs as much as the sum has partial sums.

Two programs that begin differently may end alike, as where many guards end with a bound on the same counters. They then
share a reader, and the results of the one serve the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from math import inf
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.diagrams.constraints import Linear
from vsym.diagrams.events import Event, Move, Put, check_levels
from vsym.diagrams.nodes import Nodes
from vsym.diagrams.values import EVERY_VALUE, Values, both, contains, either, interval, moved

_READER_UNITS = 8
"""The memory of a reader, with the phase of saturation that it may belong to, in remembered results."""


@frozen(eq=False)
class _Work:
    """The work of a program at a level, and all of it after that; each exists once.

    `values` are those allowed at the next level, `rest` the work there; None stands for nothing from there on.
    """

    released: int | None
    length: int | None
    assigned: int | None
    move: int
    values: Values
    rest: _Work | None


@frozen(eq=False)
class Sum:
    """A weighted sum of values from a level on, with the least and the greatest that it can be; each exists once."""

    level: int
    coefficient: int
    rest: Sum | None
    least: int
    most: int


_Bounds: TypeAlias = tuple[tuple[Sum, float, float], ...]
_Later = Literal["unknown"]


class Readers:
    """The readers of all programs over levels of these sizes; each exists once."""

    def __init__(self, sizes: Sequence[int], nodes: Nodes) -> None:
        self.sizes = tuple(sizes)
        self._nodes = nodes
        self._work: dict[tuple[int | None, int | None, int | None, int, Values, _Work | None], _Work] = {}
        self._sums: dict[tuple[int, int, Sum | None], Sum] = {}
        self._readers: dict[tuple[int, Values, _Work | None, _Bounds], Reader] = {}

    def __len__(self) -> int:
        """The number of readers."""
        return len(self._readers)

    def forget(self) -> None:
        """Drop the results that the readers remember."""
        for reader in self._readers.values():
            reader.forget()

    def start(self, program: Program, level: int | None = None) -> Reader | None:
        """The reader at a level not below the program's top, by default there; None if nothing is let through."""
        first = program.top if level is None else level
        values, work = self._work_from(program, first)
        bounds = tuple(
            (
                self.total(linear.coefficients),
                -inf if linear.low is None else linear.low,
                inf if linear.high is None else linear.high,
            )
            for linear in program.sums
        )
        return self.at(first, values, work, bounds)

    def _work_from(self, program: Program, first: int) -> tuple[Values, _Work | None]:
        """The values allowed at a level, and the work to do from it on."""
        values: Values = EVERY_VALUE
        work: _Work | None = None
        for level in range(program.local_bottom, first - 1, -1):
            released, length = program.released.get(level), program.rooms.get(level)
            key = (released, length, program.assigned.get(level), program.moves.get(level, 0), values, work)
            if key != _NOTHING and key not in self._work:
                self._work[key] = _Work(*key)
            work = self._work.get(key)
            values = program.masks.get(level, EVERY_VALUE)
        return values, work

    def total(self, coefficients: Sequence[tuple[int, int]]) -> Sum:
        """The sum of these levels, ascending, each with its coefficient."""
        reader: Sum | None = None
        for level, coefficient in reversed(coefficients):
            key = (level, coefficient, reader)
            if key not in self._sums:
                span = coefficient * (self.sizes[level] - 1)
                low, high = (reader.least, reader.most) if reader else (0, 0)
                self._sums[key] = Sum(*key, low + min(span, 0), high + max(span, 0))
            reader = self._sums[key]
        assert reader is not None
        return reader

    def at(self, level: int, values: Values, work: _Work | None, bounds: _Bounds) -> Reader | None:
        """The reader at a place with the work left to do; None if the bounds are missed."""
        settled: list[tuple[Sum, float, float]] = []
        for total, low, high in bounds:
            if low > total.most or high < total.least:
                return None
            if low > total.least or high < total.most:
                settled.append((total, low if low > total.least else -inf, high if high < total.most else inf))
        key = (level, values, work, tuple(settled))
        reader = self._readers.get(key)
        if reader is None:
            self._nodes.work(_READER_UNITS)
            reader = self._readers[key] = Reader(self, *key)
        return reader


_UNCHANGED = (None, None, None, 0)
_NOTHING = (*_UNCHANGED, EVERY_VALUE, None)


class Reader:
    """A program part of the way through a vector; it has a `number` in the order in which readers were made.

    `fired` and `mapped` remember its results by (node, limit): of all of this level, and of its values alone.
    `passing`: nothing is done to this level. `final`: from here on nothing else is, and all values are let through.
    `done`: both. `slides`: `final`, and all that is done is that values grow by `move`. `stationary`: a further value
    at this level makes no difference. `first`: how far it is to the next value that is allowed here. The other
    attributes are the level's part of the program.
    """

    __slots__ = (
        "_bounds",
        "_down",
        "_readers",
        "_right",
        "_values",
        "_work",
        "assigned",
        "done",
        "final",
        "fired",
        "first",
        "length",
        "level",
        "mapped",
        "move",
        "number",
        "passing",
        "released",
        "size",
        "slides",
        "stationary",
    )

    def __init__(self, readers: Readers, level: int, values: Values, work: _Work | None, bounds: _Bounds) -> None:
        self._readers = readers
        self.number = len(readers)
        self.level = level
        self.move = work.move if work else 0
        self.assigned = work.assigned if work else None
        self.released = work.released if work else None
        self.length = work.length if work else None
        self.size = readers.sizes[level] if level < len(readers.sizes) else 0
        self.passing = work is None or (work.released, work.length, work.assigned, work.move) == _UNCHANGED
        self.fired: dict[tuple[int, int], int] = {}
        self.mapped = self.fired if self.passing else dict[tuple[int, int], int]()
        self.stationary = values == EVERY_VALUE and all(total.level != level for total, _, _ in bounds)
        after = work is None or (work.values == EVERY_VALUE and work.rest is None)
        self.final = after and values == EVERY_VALUE and not bounds
        self.done = self.final and work is None
        self.slides = self.final and self.move != 0 and self.released is None and self.assigned is None
        self.first = values[0]
        self._values = values
        self._work = work
        self._bounds = bounds
        self._right: Reader | _Later | None = "unknown"
        self._down: Reader | _Later | None = "unknown"

    def forget(self) -> None:
        """Drop the remembered results."""
        self.fired.clear()
        self.mapped.clear()

    def right(self) -> Reader | None:
        """The reader one value further at this level; None if no value from there on is let through."""
        if self._right == "unknown":
            self._right = self._further(1)
        return self._right

    def _further(self, by: int) -> Reader | None:
        if self.stationary:
            return self
        values = moved(self._values, -by)
        bounds = (
            (total, low - by * total.coefficient, high - by * total.coefficient)
            if total.level == self.level
            else (total, low, high)
            for total, low, high in self._bounds
        )
        return self._readers.at(self.level, values, self._work, tuple(bounds)) if values else None

    def down(self) -> Reader | None:
        """The reader one level below, having settled for this value; None if it is not let through."""
        if self._down == "unknown":
            self._down = self._below() if contains(self._values, 0) else None
        return self._down

    def _below(self) -> Reader | None:
        bounds: list[tuple[Sum, float, float]] = []
        for total, low, high in self._bounds:
            if total.level != self.level:
                bounds.append((total, low, high))
            elif total.rest is not None:
                bounds.append((total.rest, low, high))
            elif not low <= 0 <= high:
                return None
        work = self._work
        values, rest = (work.values, work.rest) if work else (EVERY_VALUE, None)
        return self._readers.at(self.level + 1, values, rest, tuple(bounds))

    def advance(self, by: int) -> Reader | None:
        """The reader `by` values further at this level."""
        if not by:
            return self
        return self.right() if by == 1 else self._further(by)

    def most(self) -> float:
        """The greatest value of this level, counted from here, that can be let through."""
        greatest: float = inf if len(self._values) % 2 else self._values[-1] - 1
        for total, low, high in self._bounds:
            if total.level == self.level:
                least, most = (total.rest.least, total.rest.most) if total.rest else (0, 0)
                if total.coefficient > 0 and high < inf:
                    greatest = min(greatest, (high - least) // total.coefficient)
                elif total.coefficient < 0 and low > -inf:
                    greatest = min(greatest, (most - low) // -total.coefficient)
        return greatest


Direction = Literal["forward", "backward", "guard"]


@frozen
class Program:
    """The work of an event at each level between the first, `top`, and the last, `bottom`, that it reads or changes.

    Each mapping is by level and has no entry where nothing is to do. In this order:
    `released`: only vectors with this value there go on, and the value becomes every one of the domain;
    `rooms`: only values below this go on; `masks`: only these values go on;
    `sums`: the values met on the way satisfy all of them;
    `assigned`: every value becomes this one; `moves`: every value grows by this much, and stays at least 0.
    """

    sizes: tuple[int, ...]
    top: int
    bottom: int
    released: Mapping[int, int] = field(default_factory=dict)
    rooms: Mapping[int, int] = field(default_factory=dict)
    masks: Mapping[int, Values] = field(default_factory=dict)
    sums: tuple[Linear, ...] = ()
    assigned: Mapping[int, int] = field(default_factory=dict)
    moves: Mapping[int, int] = field(default_factory=dict)

    @property
    def changes(self) -> bool:
        """Tells if the program changes any value."""
        return bool(self.released or self.assigned or self.moves)

    @property
    def local_bottom(self) -> int:
        """The last level at which the program does more than read a sum."""
        parts = (self.released, self.rooms, self.masks, self.assigned, self.moves)
        return max((level for part in parts for level in part), default=-1)


def compile_event(sizes: Sequence[int], event: Event, direction: Direction) -> Program | None:
    """The program of an event: its steps forward, its steps backward, or the filter of where it is enabled.

    None if the event is plainly never enabled. Backward, the guard is about the vector that is reached last: where a
    level was moved by d, its old value is its value less d, so the bounds are shifted; where a level was set, its old
    value is any that satisfies the guard.
    """
    check_levels(sizes, event)
    masks = dict(event.guard.masks)
    if any(isinstance(update, Put) and not 0 <= update.value < sizes[update.level] for update in event.updates):
        return None
    moves = {update.level: update.by for update in event.updates if isinstance(update, Move) and update.by}
    puts = {update.level: update.value for update in event.updates if isinstance(update, Put)}
    sums = event.guard.sums
    backward = direction == "backward"
    if backward:
        masks = {level: moved(mask, moves.get(level, 0)) for level, mask in masks.items()}
        sums = tuple(_substituted(linear, moves) for linear in sums)
    steps = {level: -by if backward else by for level, by in moves.items()}
    rooms = {level: max(sizes[level] - by, 0) for level, by in steps.items() if by > 0}
    only_guard = direction == "guard"
    for level, by in steps.items():
        if by < 0:
            mask = masks.get(level, EVERY_VALUE)
            masks[level] = both(mask, interval(-by, None)) if only_guard else either(mask, interval(0, -by - 1))
    for level, mask in masks.items():
        length = rooms.get(level, sizes[level])
        if not both(mask, interval(0, length - 1)):
            return None
        # Values outside the domain make no difference, and many a bound is the domain's own.
        masks[level] = either(mask, interval(length, None))
    masks = {level: mask for level, mask in masks.items() if mask != EVERY_VALUE}
    levels = [*masks, *moves, *puts, *(level for linear in sums for level, _ in linear.coefficients)]
    return Program(
        sizes=tuple(sizes),
        top=min(levels, default=0),
        bottom=max(levels, default=-1),
        released=puts if backward else {},
        rooms=rooms,
        masks=masks,
        sums=sums,
        assigned=puts if direction == "forward" else {},
        moves={} if only_guard else steps,
    )


def _substituted(linear: Linear, moves: Mapping[int, int]) -> Linear:
    """The sum's bounds when each moved level stands for its value after the move."""
    change = sum(coefficient * moves.get(level, 0) for level, coefficient in linear.coefficients)
    low = None if linear.low is None else linear.low + change
    high = None if linear.high is None else linear.high + change
    return Linear(linear.coefficients, low, high)
