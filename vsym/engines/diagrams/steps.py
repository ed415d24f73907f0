"""The steps of a system, alone or with a Büchi automaton beside it, as events over the levels of a decision diagram.

Assignments by which whole counters are added to others, as broadcasts do it, are transfers between levels. Taken apart,
such an assignment is an event for each value that a counter may have; several of them multiply.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.diagrams import (
    Assignment,
    Case,
    Chain,
    Conjunction,
    Event,
    Move,
    Put,
    Space,
    Transfer,
    Update,
    cases,
    compare,
    conjoined,
    renamed,
    split,
)
from vsym.engines.diagrams.levels import Levels
from vsym.engines.diagrams.splitting import alternatives
from vsym.system.event_classes import Shapes
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton


ALTERNATIVES = 10_000
"""The most events over levels that an event of the system is taken apart into, before the cases of its guard."""

_Known: TypeAlias = tuple[tuple[int, ...], tuple[Event | Chain, ...]]
"""Levels in the order in which an event of a shape meets them, and the events or chains that make up the event."""


class Steps:
    """The events of a system over levels. Of events that differ only in the names of variables, one is taken apart.
    Where counters are added to others, as by broadcasts, a step is a chain.

    With an automaton each step is one of both, and its state is on the last level. Making events counts as work of the
    space, which may end it at its limits.
    """

    def __init__(self, system: System, automaton: Automaton | None, levels: Levels, space: Space) -> None:
        self._system, self._automaton, self._levels, self._space = system, automaton, levels, space
        self._shapes = Shapes(system)
        self._level = {cell: level for level, cell in enumerate(levels.order)}
        self._known: dict[tuple[int, tuple[tuple[int, int], ...]], _Known] = {}
        self._totals = tuple(
            {self._level[place] for place in total.places}
            for total in system.sums
            if all(system.ranges[place] == (0, total.total.constant) for place in total.places)
        )

    def of(self, number: int) -> Iterator[Event | Chain]:
        """The events over levels for one of the system; raises RefusedError for one that falls into more than
        ALTERNATIVES."""
        by_updates: dict[tuple[Update, ...], list[Case]] = {}
        for event in self._taken_apart(number):
            if self._automaton is None:
                self._space.nodes.work()
                yield event
            elif isinstance(event, Chain):
                first = (one for begin in event.first for one in self._beside([begin.guard], begin.updates))
                yield Chain(tuple(first), event.transfers, event.last)
            else:
                by_updates.setdefault(event.updates, []).append(event.guard)
        for updates, guards in by_updates.items():
            yield from self._beside(guards, updates)

    def stutter(self) -> Iterator[Event]:
        """The automaton's steps where the system stays."""
        return self._beside([Case()], ())

    def _beside(self, guards: Sequence[Case], updates: tuple[Update, ...]) -> Iterator[Event]:
        """An update under some guards, with each of the automaton's edges."""
        for target, letters in self._edges:
            for guard in conjoined(guards, letters):
                self._space.nodes.work()
                yield _moving(Event(guard, (*updates, Put(len(self._levels.order) - 1, target))))

    @cached_property
    def _edges(self) -> tuple[tuple[int, tuple[Case, ...]], ...]:
        """The automaton's edges: the state that each leads to, and where it is possible."""
        assert self._automaton is not None
        level, edges = len(self._levels.order) - 1, []
        for source, target, guard in self._automaton.edges:
            self._space.nodes.work()
            here = compare({level: 1}, "=", source)
            edges.append((target, cases(Conjunction((here, self._levels.constraint(guard))))))
        return tuple(edges)

    def _taken_apart(self, number: int) -> tuple[Event | Chain, ...]:
        event = self._system.events[number]
        placed = self._shapes.placed(event)
        levels = tuple([self._level[cell] for cell in placed.cells])
        # Levels count from the least value of their variables, which shapes are without.
        key = placed.shape, tuple([self._system.ranges[cell] for cell in placed.cells])
        if key not in self._known:
            self._known[key] = levels, tuple(self._split(number))
        first, events = self._known[key]
        if first == levels:
            return events
        target: Mapping[int, int] = dict(zip(first, levels, strict=True))
        return tuple([one.renamed(target) if isinstance(one, Chain) else renamed(one, target) for one in events])

    def _split(self, number: int) -> Iterator[Event | Chain]:
        event = self._system.events[number]
        assigned = [
            (self._levels.constraint(condition), tuple(self._levels.assignment(*one) for one in update))
            for condition, update in alternatives(self._system, event)
        ]
        parts = []
        for guard, every in assigned:
            moving = broadcast(every, self._totals)
            parts.append((guard, every if moving is None else moving.rest, moving))
        count = sum(math.prod(map(self._values, assignments)) for _, assignments, _ in parts)
        if count > ALTERNATIVES:
            raise RefusedError(
                f"the event `{event.label}` assigns up to {count:,} combinations of values; only --engine explicit "
                "takes so many"
            )
        for guard, assignments, moving in parts:
            self._space.nodes.work()
            first = tuple(
                _moving(one) if self._automaton is None else one for one in split(self._space.sizes, guard, assignments)
            )
            if moving is None:
                yield from first
            elif first:
                yield Chain(first, moving.transfers, moving.last)

    def _values(self, assignment: Assignment) -> int:
        """The most events that `split` takes an assignment apart into: one for a shift or a constant."""
        if assignment.coefficients in ((), ((assignment.level, 1),)):
            return 1
        sizes = self._space.sizes
        sums = 1 + sum(abs(coefficient) * (sizes[level] - 1) for level, coefficient in assignment.coefficients)
        return min(sums, sizes[assignment.level])


def _moving(event: Event) -> Event:
    """The event with the levels moved that it puts to a value from a single other one: saturation fires such an event
    inside the level, and need not look at all of its values again."""
    only = {level: mask[0] for level, mask in event.guard.masks if len(mask) == 2 and mask[1] == mask[0] + 1}
    updates: list[Move | Put] = []
    for update in event.updates:
        if isinstance(update, Put) and update.level in only:
            by = update.value - only[update.level]
            updates += [Move(update.level, by)] if by else []
        else:
            updates.append(update)
    return Event(event.guard, tuple(updates))


@frozen
class _Broadcast:
    """The transfers between counters, in an order in which none moves the value that another one added, then moves."""

    transfers: tuple[Transfer, ...]
    last: tuple[Update, ...]
    rest: tuple[Assignment, ...]
    """Assignments to other levels, and of 0 to levels whose value is lost."""


def broadcast(assignments: Sequence[Assignment], totals: Sequence[Collection[int]]) -> _Broadcast | None:
    """The assignments as transfers between levels, None where they are none or need none.

    Each of the `totals` has levels whose sum never changes, so that the result of a transfer has room. The value of a
    level goes to one level at most, and levels do not change places.
    """
    total_of = {level: number for number, levels in enumerate(totals) for level in levels}
    counted = [one for one in assignments if one.level in total_of]
    rest = [one for one in assignments if one.level not in total_of]
    target = _targets(counted, total_of)
    if target is None or all(source == level for source, level in target.items()):
        return None
    moved = {source: level for source, level in target.items() if source != level}
    lost = [one.level for one in counted if one.level not in target]
    transfers = _ordered(moved)
    if transfers is None:
        return None
    last = tuple(Move(one.level, one.constant) for one in counted if one.constant)
    return _Broadcast(transfers, last, (*rest, *(Assignment(level) for level in lost)))


def _targets(assignments: Sequence[Assignment], total_of: Mapping[int, int]) -> dict[int, int] | None:
    """The level to which the value of each one goes; None where assignments do not only move whole values."""
    assigned = {one.level for one in assignments}
    target: dict[int, int] = {}
    for one in assignments:
        for source, by in one.coefficients:
            together = total_of.get(source) == total_of[one.level]
            if by != 1 or source in target or source not in assigned or not together:
                return None
            target[source] = one.level
    return target


def _ordered(moved: Mapping[int, int]) -> tuple[Transfer, ...] | None:
    """The transfers, each from a level before those to it; None where they form a cycle."""
    # A level's own value leaves before the values of others come to it.
    before = {source: {level} & moved.keys() for source, level in moved.items()}
    try:
        return tuple(Transfer(source, moved[source]) for source in TopologicalSorter(before).static_order())
    except CycleError:
        return None
