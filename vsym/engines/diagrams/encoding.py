"""A system, alone or with a Büchi automaton beside it, as events over the levels of a decision diagram."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from vsym.basics.memory import default_memory
from vsym.basics.options import RefusedError
from vsym.diagrams import (
    Assignment,
    Conjunction,
    Constraint,
    Disjunction,
    Event,
    Move,
    Put,
    Relation,
    Space,
    StateSet,
    compare,
    split,
)
from vsym.engines.diagrams.levels import Levels
from vsym.engines.diagrams.splitting import alternatives
from vsym.logic.formula import Formula
from vsym.system.step import Vector, step_between
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton

ALTERNATIVES = 10_000
"""Into how many events over levels an event of the system is taken apart at most, before the cases of its guard."""


class Encoding:
    """The space of a system with one relation for all its steps.

    Level i is about entry `order[i]` of a vector. With an automaton, its state is one more entry at the end of every
    vector, on the last level, and each step is one of both; what the automaton cannot follow is not a step. `max_bytes`
    and `check` are the space's, by default half of the machine's memory.

    What needs the steps raises RefusedError for an event that has to be taken apart into more than ALTERNATIVES.
    """

    def __init__(
        self,
        system: System,
        *,
        automaton: Automaton | None = None,
        order: Sequence[int] | None = None,
        max_bytes: int | None = None,
        check: Callable[[], None] | None = None,
    ) -> None:
        self.system = system
        self.automaton = automaton
        self.max_bytes = default_memory() if max_bytes is None else max_bytes
        self.check = check
        self._levels = Levels(system, None if automaton is None else automaton.states, order)
        self.order = self._levels.order
        self._relations: dict[frozenset[int], Relation] = {}
        self.space = Space(self._levels.sizes, megabytes=self.max_bytes // 1_000_000, check=check)

    @cached_property
    def relation(self) -> Relation:
        """Every step of the system; an error is not a step, and a deadlocked state has none."""
        return self.relation_of(frozenset(range(len(self.system.events))))

    def relation_of(self, numbers: frozenset[int]) -> Relation:
        """The steps by the events with these numbers, without those that are errors."""
        if numbers not in self._relations:
            chosen = (number for number in sorted(numbers) if self.system.events[number].error is None)
            self._relations[numbers] = Relation(self.space, [event for n in chosen for event in self._events(n)])
        return self._relations[numbers]

    @cached_property
    def stutter(self) -> Relation | None:
        """What the automaton does where the system stays; None without an automaton, where nothing changes."""
        if self.automaton is None:
            return None
        return Relation(self.space, [event for moves in self._followings() for event in self._split(*moves)])

    def enabling(self, number: int) -> tuple[Event, ...]:
        """Events without an update, enabled where an event is; what the automaton can follow does not matter."""
        return self._split(self.constraint(self.system.events[number].guard), ())

    def _events(self, number: int) -> Iterator[Event]:
        event = self.system.events[number]
        parts = [
            (
                self.constraint(condition),
                [self._levels.assignment(*one) for one in update],
            )
            for condition, update in alternatives(self.system, event)
        ]
        count = sum(math.prod(map(self._values, moves)) for _, moves in parts)
        if count > ALTERNATIVES:
            raise RefusedError(
                f"the event `{event.label}` assigns up to {count:,} combinations of values, and only --engine explicit "
                "takes so many"
            )
        for guard, moves in parts:
            if self.automaton is None:
                yield from self._split(guard, moves)
                continue
            for label, following in self._followings():
                yield from self._split(Conjunction((guard, label)), [*moves, *following])

    def _values(self, assignment: Assignment) -> int:
        """Into how many events `split` takes an assignment apart at most: one for a shift or a constant."""
        if assignment.coefficients in ((), ((assignment.level, 1),)):
            return 1
        sizes = self.space.sizes
        sums = 1 + sum(abs(coefficient) * (sizes[level] - 1) for level, coefficient in assignment.coefficients)
        return min(sums, sizes[assignment.level])

    def _followings(self) -> Iterator[tuple[Constraint, list[Assignment]]]:
        """The automaton's edges: where each is possible, and the state it leads to."""
        assert self.automaton is not None
        level = len(self.order) - 1
        for source, target, guard in self.automaton.edges:
            here = compare({level: 1}, "=", source)
            yield Conjunction((here, self.constraint(guard))), [Assignment(level, (), target)]

    def _split(self, guard: Constraint, moves: Sequence[Assignment]) -> tuple[Event, ...]:
        return tuple(_moving(event) for event in split(self.space.sizes, guard, moves))

    def in_states(self, states: Iterable[int]) -> Constraint:
        """That the automaton is in one of its states `states`."""
        level = len(self.order) - 1
        return Disjunction(tuple(compare({level: 1}, "=", state) for state in states))

    @cached_property
    def errors(self) -> tuple[int, ...]:
        """The events that are errors."""
        return tuple(number for number, event in enumerate(self.system.events) if event.error is not None)

    def erroneous(self, states: StateSet) -> StateSet:
        """Those of some states in which such an event is enabled."""
        return states.enabling([event for number in self.errors for event in self.enabling(number)])

    def everything(self) -> StateSet:
        """All states, reachable or not, of a system without an automaton."""
        return self.space.satisfying(self.constraint(self.system.domain))

    def initial(self) -> StateSet:
        """The initial states."""
        parts = [self.constraint(self.system.initial), self.constraint(self.system.domain)]
        if self.automaton is not None:
            parts.append(self.in_states([self.automaton.initial]))
        return self.space.satisfying(Conjunction(tuple(parts)))

    def reachable(self) -> StateSet:
        """The reachable states, by saturation."""
        states = self.relation.reachable(self.initial())
        if self.stutter is not None:
            states |= self.stutter.reachable(self.deadlocked(states))
        return states

    def deadlocked(self, states: StateSet) -> StateSet:
        """Those of some states in which no event of the system is enabled, be it an error."""
        return states - states.select(self._guards)

    @cached_property
    def _guards(self) -> Constraint:
        return Disjunction(tuple(self.constraint(event.guard) for event in self.system.events))

    def constraint(self, formula: Formula) -> Constraint:
        """A predicate over the system as a constraint over levels; raises TypeError on a temporal operator."""
        return self._levels.constraint(formula)

    def single(self, vector: Vector) -> StateSet:
        """The set of one state."""
        return self.space.single(self.values(vector))

    def pick(self, states: StateSet) -> Vector:
        """One state of a set that is not empty."""
        return self.vector(states.pick())

    def vector(self, values: Sequence[int]) -> Vector:
        """The state for what the levels hold."""
        return self._levels.vector(values)

    def values(self, vector: Vector) -> tuple[int, ...]:
        """What the levels hold in a state."""
        return tuple(self._levels.values(vector))

    def system_part(self, vector: Vector) -> Vector:
        """A vector without the automaton's state."""
        return vector[: len(self.system.variables)]

    def step(self, before: Vector, after: Vector) -> int | None:
        """The first event that leads from one state to another, None if the first is deadlocked and stays.

        The automaton is left out of it. Raises ValueError if the second is no successor of the first.
        """
        return step_between(self.system, self.system_part(before), self.system_part(after))


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
