"""A counter system, alone or with a Büchi automaton beside it, as events over the levels of a decision diagram."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from typing_extensions import assert_never

from vsym.basics.limits import default_memory
from vsym.diagrams import (
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
from vsym.engines.diagrams.ordering import level_order
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, satisfied
from vsym.logic.terms import Atom, Linear, Named, value
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton


class Encoding:
    """The space of a counter system with one relation for all its steps.

    Level i holds entry `order[i]` of a vector, less the entry's smallest value. With an automaton, its state is one
    more entry at the end of every vector, on the last level, and each step is one of both; what the automaton cannot
    follow is no step. `megabytes` and `check` are the space's, by default half of the machine's memory.
    """

    def __init__(
        self,
        system: CounterSystem,
        *,
        automaton: Automaton | None = None,
        megabytes: int | None = None,
        check: Callable[[], None] | None = None,
    ) -> None:
        self.system = system
        self.automaton = automaton
        self.megabytes = megabytes
        self.check = check
        self._state = len(system.ranges)
        self.order = level_order(system) + (() if automaton is None else (self._state,))
        self._level = {position: level for level, position in enumerate(self.order)}
        ranges = system.ranges + (() if automaton is None else ((0, automaton.states - 1),))
        self._lows = [low for low, _ in ranges]
        sizes = [ranges[position][1] - ranges[position][0] + 1 for position in self.order]
        self._relations: dict[frozenset[int], Relation] = {}
        allowed = default_memory() // 1_000_000 if megabytes is None else megabytes
        self.space = Space(sizes, megabytes=allowed, check=check)

    @cached_property
    def relation(self) -> Relation:
        """Every step of the system; what leaves a range is no step, and a deadlocked state has none."""
        return self.relation_of(frozenset(range(len(self.system.transitions))))

    def relation_of(self, numbers: frozenset[int]) -> Relation:
        """The steps by the transitions with these numbers, without those that overflow."""
        if numbers not in self._relations:
            chosen = (number for number in sorted(numbers) if not self.system.transitions[number].overflow)
            self._relations[numbers] = Relation(self.space, [event for n in chosen for event in self._events(n)])
        return self._relations[numbers]

    @cached_property
    def stutter(self) -> Relation | None:
        """What the automaton does where the system stays; None without an automaton, where nothing changes."""
        if self.automaton is None:
            return None
        return Relation(self.space, [event for moves in self._followings() for event in self._split(*moves)])

    def enabling(self, number: int) -> tuple[Event, ...]:
        """Events without an update, enabled where a transition is; what the automaton can follow does not matter."""
        return split(self.space.sizes, self.constraint(self.system.transitions[number].guard))

    def _events(self, number: int) -> Iterator[Event]:
        transition = self.system.transitions[number]
        guard = self.constraint(transition.guard)
        start = transition.block * len(self.system.states)
        moves = []
        for state, change in ((transition.source, -1), (transition.target, 1)):
            level = self._level[start + self.system.states.index(state)]
            moves.append(Assignment(level, ((level, 1),), change))
        for assignment in transition.update:
            moves.append(self._assignment(assignment.variable, assignment.value))
        if self.automaton is None:
            yield from self._split(guard, moves)
            return
        for label, following in self._followings():
            yield from self._split(Conjunction((guard, label)), [*moves, *following])

    def _followings(self) -> Iterator[tuple[Constraint, list[Assignment]]]:
        """The automaton's edges: where each is possible, and the state it leads to."""
        assert self.automaton is not None
        level = self._level[self._state]
        for source, target, guard in self.automaton.edges:
            here = compare({level: 1}, "=", source)
            yield Conjunction((here, self.constraint(guard))), [Assignment(level, (), target)]

    def _split(self, guard: Constraint, moves: Sequence[Assignment]) -> tuple[Event, ...]:
        return split(self.space.sizes, guard, moves)

    def in_states(self, states: Iterable[int]) -> Constraint:
        """That the automaton is in one of its states `states`."""
        level = self._level[self._state]
        return Disjunction(tuple(compare({level: 1}, "=", state) for state in states))

    @cached_property
    def overflows(self) -> tuple[int, ...]:
        """The transitions that assign outside a range."""
        return tuple(number for number, found in enumerate(self.system.transitions) if found.overflow)

    def overflowing(self, states: StateSet) -> StateSet:
        """Those of some states in which such a transition is enabled."""
        return states.enabling([event for number in self.overflows for event in self.enabling(number)])

    def populations(self) -> Conjunction:
        """That the counters of every block add up to its processes."""
        m = len(self.system.states)
        rows = [[self._level[number * m + place] for place in range(m)] for number in range(len(self.system.blocks))]
        sizes = [block.processes.size for block in self.system.blocks]
        return Conjunction(
            tuple(compare(dict.fromkeys(row, 1), "=", size) for row, size in zip(rows, sizes, strict=True))
        )

    def everything(self) -> StateSet:
        """All states, reachable or not, of a system without an automaton."""
        return self.space.satisfying(self.populations())

    def initial(self) -> StateSet:
        """The initial states: every block is full, and each shared variable has its initial value."""
        parts: list[Constraint] = [self.constraint(self.system.initial), self.populations()]
        for variable in self.system.shared:
            level = self._level[self._place(variable.name)]
            parts.append(compare({level: 1}, "=", variable.initial - variable.low))
        if self.automaton is not None:
            parts.append(self.in_states([self.automaton.initial]))
        return self.space.satisfying(Conjunction(tuple(parts)))

    def reachable(self) -> StateSet:
        """The reachable states, by saturation."""
        found = self.relation.reachable(self.initial())
        if self.stutter is not None:
            found |= self.stutter.reachable(self.deadlocked(found))
        return found

    def deadlocked(self, states: StateSet) -> StateSet:
        """Those of some states in which no transition of the system is enabled."""
        for number in range(len(self.system.transitions)):
            states -= states.enabling(self.enabling(number))
        return states

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
        position = self._place(name)
        constant = term.constant + shift - self._lows[position]
        return Assignment(self._level[position], tuple(sorted(coefficients.items())), constant)

    def _coefficients(self, term: Linear) -> tuple[dict[int, int], int]:
        """A term's coefficients by level, and what the smallest values of the entries add to it."""
        coefficients: dict[int, int] = {}
        shift = 0
        for variable, coefficient in term.terms:
            for position in self.system.entries(variable):
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

    def system_part(self, vector: tuple[int, ...]) -> tuple[int, ...]:
        """A vector without the automaton's state."""
        return vector[: self._state]

    def step(self, before: tuple[int, ...], after: tuple[int, ...]) -> int | None:
        """The first transition that leads from one state to another, None if the first is deadlocked and stays.

        The automaton is left out of it. Raises ValueError if the second is no successor of the first.
        """
        enabled = False
        for number, transition in enumerate(self.system.transitions):
            if not transition.overflow and satisfied(transition.guard, self._reader(before)):
                enabled = True
                if self._after(transition, before) == self.system_part(after):
                    return number
        if enabled or self.system_part(before) != self.system_part(after):
            raise ValueError("there is no such step")
        return None

    def _after(self, transition: AbstractTransition, before: tuple[int, ...]) -> tuple[int, ...]:
        vector = list(self.system_part(before))
        start = transition.block * len(self.system.states)
        vector[start + self.system.states.index(transition.source)] -= 1
        vector[start + self.system.states.index(transition.target)] += 1
        for assignment in transition.update:
            vector[self._place(assignment.variable)] = value(assignment.value, self._reader(before))
        return tuple(vector)

    def _place(self, name: str) -> int:
        """Where in a vector a shared variable stands."""
        return self.system.entries(Named(name))[0]

    def _reader(self, vector: Sequence[int]) -> Callable[[Atom], int]:
        return lambda variable: sum(vector[entry] for entry in self.system.entries(variable))
