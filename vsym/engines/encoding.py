"""A counter system as events over the levels of a decision diagram."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from typing_extensions import assert_never

from vsym.abstraction.counters import AbstractTransition, CounterSystem
from vsym.engines.ordering import level_order
from vsym.formula import (
    And,
    Comparison,
    Count,
    Formula,
    Iff,
    Linear,
    Not,
    Or,
    Shared,
    Temporal,
    Truth,
    Variable,
    satisfied,
    value,
)
from vsym.mdd import (
    Assignment,
    Conjunction,
    Constraint,
    Disjunction,
    Event,
    Negation,
    Relation,
    Space,
    StateSet,
    compare,
    split,
)


class Encoding:
    """The space of a counter system with one relation for all its steps.

    Level i holds entry `order[i]` of a vector, less the entry's smallest value. `megabytes` and `check` are the
    space's.
    """

    def __init__(
        self, system: CounterSystem, *, megabytes: int | None = None, check: Callable[[], None] | None = None
    ) -> None:
        self.system = system
        self.order = level_order(system)
        self._level = {position: level for level, position in enumerate(self.order)}
        self._positions = system.positions
        ranges = system.ranges
        self._lows = [low for low, _ in ranges]
        sizes = [ranges[position][1] - ranges[position][0] + 1 for position in self.order]
        self._relations: dict[frozenset[int], Relation] = {}
        self.space = Space(sizes, megabytes=megabytes, check=check)

    @cached_property
    def relation(self) -> Relation:
        """Every step of the system; what leaves a range is no step, and a deadlocked state has none."""
        return self.relation_of(frozenset(range(len(self.system.transitions))))

    def relation_of(self, numbers: frozenset[int]) -> Relation:
        """The steps by the transitions with these numbers, without those that overflow."""
        if numbers not in self._relations:
            chosen = (self.system.transitions[number] for number in sorted(numbers))
            events = [event for transition in chosen if not transition.overflow for event in self.events(transition)]
            self._relations[numbers] = Relation(self.space, events)
        return self._relations[numbers]

    def events(self, transition: AbstractTransition) -> tuple[Event, ...]:
        """The events of one transition; of one that overflows, events without an update."""
        guard = self.constraint(transition.guard)
        if transition.overflow:
            return split(self.space.sizes, guard)
        m = len(self.system.states)
        start = transition.block * m
        moves = []
        for state, change in ((transition.source, -1), (transition.target, 1)):
            level = self._level[start + self.system.states.index(state)]
            moves.append(Assignment(level, ((level, 1),), change))
        for assignment in transition.update:
            moves.append(self._assignment(assignment.variable, assignment.value))
        return split(self.space.sizes, guard, moves)

    def initial(self) -> StateSet:
        """The initial states: every block is full, and each shared variable has its initial value."""
        m = len(self.system.states)
        parts = [self.constraint(self.system.initial)]
        for number, block in enumerate(self.system.blocks):
            levels = {self._level[number * m + place]: 1 for place in range(m)}
            parts.append(compare(levels, "=", block.processes.size))
        for variable in self.system.shared:
            level = self._level[self._positions[Shared(variable.name)]]
            parts.append(compare({level: 1}, "=", variable.initial - variable.low))
        return self.space.satisfying(Conjunction(tuple(parts)))

    def constraint(self, formula: Formula) -> Constraint:
        """A predicate over the system as a constraint over levels; raises TypeError on a temporal operator."""
        match formula:
            case Truth(constant):
                return Conjunction() if constant else Disjunction()
            case Comparison(left, operator, bound):
                coefficients, shift = self._coefficients(left)
                return compare(coefficients, operator, bound - shift)
            case Not(operand):
                return Negation(self.constraint(operand))
            case And(operands):
                return Conjunction(tuple(self.constraint(operand) for operand in operands))
            case Or(operands):
                return Disjunction(tuple(self.constraint(operand) for operand in operands))
            case Iff(left, right):
                one, other = self.constraint(left), self.constraint(right)
                return Disjunction((Conjunction((one, other)), Conjunction((Negation(one), Negation(other)))))
            case Temporal(operator):
                raise TypeError(f"{operator} speaks of paths, not of a state")
        assert_never(formula)

    def _assignment(self, name: str, term: Linear) -> Assignment:
        coefficients, shift = self._coefficients(term)
        position = self._positions[Shared(name)]
        constant = term.constant + shift - self._lows[position]
        return Assignment(self._level[position], tuple(sorted(coefficients.items())), constant)

    def _coefficients(self, term: Linear) -> tuple[dict[int, int], int]:
        """A term's coefficients by level, and what the smallest values of the entries add to it."""
        coefficients: dict[int, int] = {}
        shift = 0
        for variable, coefficient in term.terms:
            position = self._positions[variable]
            coefficients[self._level[position]] = coefficients.get(self._level[position], 0) + coefficient
            shift += coefficient * self._lows[position]
        return coefficients, shift

    def single(self, vector: Sequence[int]) -> StateSet:
        """The set of one state."""
        return self.space.single([vector[position] - self._lows[position] for position in self.order])

    def pick(self, states: StateSet) -> tuple[int, ...]:
        """One state of a set that is not empty."""
        picked = states.pick()
        vector = [0] * len(self.order)
        for level, position in enumerate(self.order):
            vector[position] = picked[level] + self._lows[position]
        return tuple(vector)

    def step(self, before: tuple[int, ...], after: tuple[int, ...]) -> int | None:
        """The first transition that leads from one state to another, None if the first is deadlocked and stays.

        Raises ValueError if the second is no successor of the first.
        """
        enabled = False
        for number, transition in enumerate(self.system.transitions):
            if not transition.overflow and satisfied(transition.guard, self._reader(before)):
                enabled = True
                if self._after(transition, before) == after:
                    return number
        if enabled or before != after:
            raise ValueError("there is no such step")
        return None

    def _after(self, transition: AbstractTransition, before: tuple[int, ...]) -> tuple[int, ...]:
        vector = list(before)
        processes = self.system.blocks[transition.block].processes
        vector[self._positions[Count(transition.source, processes)]] -= 1
        vector[self._positions[Count(transition.target, processes)]] += 1
        for assignment in transition.update:
            vector[self._positions[Shared(assignment.variable)]] = value(assignment.value, self._reader(before))
        return tuple(vector)

    def _reader(self, vector: Sequence[int]) -> Callable[[Variable], int]:
        return lambda variable: vector[self._positions[variable]]
