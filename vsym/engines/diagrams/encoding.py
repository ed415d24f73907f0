"""A system, alone or with a Büchi automaton beside it, as events over the levels of a decision diagram.

Work on it may go in turns: a bound on the work that is done before something else is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from vsym.basics.memory import default_memory
from vsym.diagrams import Chain, Conjunction, Constraint, Disjunction, Event, Relation, Space, StateSet, compare, split
from vsym.engines.diagrams.levels import Levels
from vsym.engines.diagrams.steps import Steps
from vsym.logic.formula import Formula, Or
from vsym.system.step import Vector, step_between
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton

FIRST_TURN = 100
"""The number of times that a space looks up from its work in the first turn: about a second."""


class Encoding:
    """The space of a system with one relation for all its steps.

    Level i is about entry `order[i]` of a vector. With an automaton, its state is one more entry at the end of every
    vector, on the last level. Each step is then one of both; the automaton rules out steps that it cannot follow.
    `max_bytes` and `check` are the space's, by default half of the machine's memory; `turn` bounds tentative work.

    Methods that need the steps raise RefusedError for an event that splits into too many.
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
        self._events: dict[int, tuple[Event | Chain, ...]] = {}
        self.turn = Turn(check or (lambda: None))
        self.space = Space(self._levels.sizes, megabytes=self.max_bytes // 1_000_000, check=self.turn.check)
        self._steps = Steps(system, automaton, self._levels, self.space)

    def beside(self, automaton: Automaton) -> Encoding:
        """The same system with an automaton beside it, under the same limits."""
        order = self.order[: len(self.system.variables)]
        return Encoding(self.system, automaton=automaton, order=order, max_bytes=self.max_bytes, check=self.check)

    @cached_property
    def relation(self) -> Relation:
        """Every step of the system; an error is not a step, and a deadlocked state has none."""
        return self.relation_of(frozenset(range(len(self.system.events))))

    def relation_of(self, numbers: frozenset[int]) -> Relation:
        """The steps by the events with these numbers, without those that are errors."""
        if numbers not in self._relations:
            chosen = (number for number in sorted(numbers) if self.system.events[number].error is None)
            self._relations[numbers] = Relation(self.space, [step for n in chosen for step in self._events_of(n)])
        return self._relations[numbers]

    @cached_property
    def stutter(self) -> Relation | None:
        """The automaton's steps where the system stays; None without an automaton, where nothing changes."""
        if self.automaton is None:
            return None
        return Relation(self.space, self._steps.stutter())

    def enabling(self, number: int) -> tuple[Event, ...]:
        """Events without an update, enabled where an event of the system is, regardless of the automaton."""
        return split(self.space.sizes, self.constraint(self.system.events[number].guard))

    def _events_of(self, number: int) -> tuple[Event | Chain, ...]:
        """An event of the system over levels, made once for all relations that it is in: beside an automaton its cases
        are many even where its shape is known."""
        if number not in self._events:
            self._events[number] = tuple(self._steps.of(number))
        return self._events[number]

    def in_states(self, states: Iterable[int]) -> Constraint:
        """The constraint that the automaton is in one of its states `states`."""
        level = len(self.order) - 1
        return Disjunction(tuple(compare({level: 1}, "=", state) for state in states))

    @cached_property
    def errors(self) -> tuple[int, ...]:
        """The events that are errors."""
        return tuple(number for number, event in enumerate(self.system.events) if event.error is not None)

    def erroneous(self, states: StateSet) -> StateSet:
        """The states among those given that enable an error."""
        return states.enabling([event for number in self.errors for event in self.enabling(number)])

    def everything(self) -> StateSet:
        """All states, reachable or not, of a system without an automaton."""
        return self.space.satisfying(self.constraint(self.system.domain))

    @cached_property
    def initial(self) -> StateSet:
        """The initial states."""
        parts = [self.constraint(self.system.initial), self.constraint(self.system.domain)]
        if self.automaton is not None:
            parts.append(self.in_states([self.automaton.initial]))
        return self.space.satisfying(Conjunction(tuple(parts)))

    def reachable(self) -> StateSet:
        """The reachable states, by saturation."""
        states = self.relation.reachable(self.initial)
        if self.stutter is not None:
            states |= self.stutter.reachable(self.deadlocked(states))
        return states

    def deadlocked(self, states: StateSet) -> StateSet:
        """The given states in which no event of the system is enabled, not even one that is an error."""
        return states - states.select(self._guards)

    @cached_property
    def _guards(self) -> Constraint:
        # As one formula, so that a part of many guards is one part of the constraint as well.
        return self.constraint(Or(tuple(event.guard for event in self.system.events)))

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
        """The state for the values of the levels."""
        return self._levels.vector(values)

    def values(self, vector: Vector) -> tuple[int, ...]:
        """The values of the levels in a state."""
        return tuple(self._levels.values(vector))

    def system_part(self, vector: Vector) -> Vector:
        """A vector without the automaton's state."""
        return vector[: len(self.system.variables)]

    def step(self, before: Vector, after: Vector) -> int | None:
        """The first event that leads from one state to another, None if the first is deadlocked and stays.

        It ignores the automaton. Raises ValueError if the second is no successor of the first.
        """
        return step_between(self.system, self.system_part(before), self.system_part(after))


T = TypeVar("T")


class TurnOverError(Exception):
    """A turn is over."""

    def __init__(self, turn: Turn) -> None:
        super().__init__("the turn is over")
        self.turn = turn


class Turn:
    """A bound on the work of one attempt at a time."""

    def __init__(self, inner: Callable[[], None]) -> None:
        self._inner = inner
        self._left: int | None = None

    def check(self) -> None:
        """Called by the space; raises TurnOverError at the end of the turn."""
        self._inner()
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise TurnOverError(self)

    @contextmanager
    def of(self, looks: int | None) -> Iterator[None]:
        """A turn of so many checks, endless for None."""
        self._left = looks
        try:
            yield
        finally:
            self._left = None

    def attempt(self, looks: int, work: Callable[[], T]) -> T | None:
        """The result of some work, or None if it needs more than so many checks; a second attempt reuses the cache of
        the first."""
        try:
            with self.of(looks):
                return work()
        except TurnOverError as over:
            if over.turn is not self:
                raise
            return None
