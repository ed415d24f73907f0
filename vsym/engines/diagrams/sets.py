"""CTL as sets of states in a decision diagram, with justice constraints (Emerson and Lei).

A path can take for ever only events that lie on cycles, where they move a token between variables with a constant sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TypeAlias, assert_never

from vsym.diagrams import Relation, StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.logic.ctl import (
    Conjunction,
    Disjunction,
    Equivalence,
    ExistsGlobally,
    ExistsNext,
    ExistsUntil,
    Negation,
    Predicate,
    Reduction,
)
from vsym.logic.explaining import Route
from vsym.logic.formula import Formula
from vsym.logic.terms import Linear
from vsym.system.result import Path, PathKind, SystemPath
from vsym.system.step import Vector
from vsym.system.system import Event, System

PATIENCE = 25
"""The number of times that a space looks up while it saturates a goal: some 0.2 seconds. Then single steps back from
the goal come first."""

ROUNDS = 4
"""The number of such single steps."""

FEW_EVENTS = 64
"""The most events that are taken one by one, each only for the states from which those before do not lead on; more
events are taken together."""


class Valuation:
    """The reachable states that satisfy each node of reduced CTL formulas, computed when first asked for.

    A deadlocked state has itself as its only successor (with an automaton beside the system, those that the automaton
    goes on to). With fairness constraints, an automaton's acceptance sets, or further `conditions`, the path
    quantifiers range over the paths on which every one of them holds infinitely often.
    """

    def __init__(
        self, encoding: Encoding, reachable: StateSet, reduction: Reduction, conditions: Sequence[Formula] = ()
    ) -> None:
        self.encoding = encoding
        self.reachable = reachable
        self.reduction = reduction
        self._conditions = conditions
        self._extents: dict[int, StateSet] = {}
        self._cores: dict[StateSet, StateSet] = {}

    @property
    def stepwise(self) -> bool:
        """Tells if its steps are those of the encoding, one by one."""
        return True

    def path(self, route: Route[Vector], kind: PathKind) -> SystemPath:
        """The route as a path of the system, without the automaton's states, with the event of each step."""
        pairs = zip(route.path, route.path[1:], strict=False)
        states = tuple(self.encoding.system_part(state) for state in route.path)
        return Path(kind, states, tuple(self.encoding.step(*pair) for pair in pairs), route.loop)

    @cached_property
    def deadlocked(self) -> StateSet:
        """The reachable states in which nothing is enabled."""
        return self.encoding.deadlocked(self.reachable)

    @cached_property
    def justice(self) -> tuple[StateSet, ...]:
        """The reachable states of each fairness constraint, of each condition and of each acceptance set."""
        formulas = [*(constraint.formula for constraint in self.encoding.system.fairness), *self._conditions]
        constraints = [self.encoding.constraint(formula) for formula in formulas]
        automaton = self.encoding.automaton
        constraints += [self.encoding.in_states(members) for members in automaton.acceptance] if automaton else []
        return tuple(self.reachable.select(constraint) for constraint in constraints)

    @cached_property
    def recurrent(self) -> StateSet:
        """The reachable states that a fair path can repeat, as far as the automaton tells."""
        automaton = self.encoding.automaton
        if automaton is None:
            return self.reachable
        from vsym.logic.automaton import recurrent

        return self.reachable.select(self.encoding.in_states(frozenset().union(*recurrent(automaton))))

    @cached_property
    def fair(self) -> StateSet:
        """The reachable states from which a fair path starts: all of them where there are no constraints."""
        return self.globally(self.reachable) if self.justice else self.reachable

    def extent(self, number: int) -> StateSet:
        """The reachable states in which a node holds."""
        if number not in self._extents:
            self._extents[number] = self._extent(number)
        return self._extents[number]

    def _extent(self, number: int) -> StateSet:
        node = self.reduction.nodes[number]
        match node:
            case Predicate(formula):
                return self.reachable.select(self.encoding.constraint(formula))
            case Negation(operand):
                return self.reachable - self.extent(operand)
            case Conjunction(operands):
                states = self.reachable
                for operand in operands:
                    states &= self.extent(operand)
                return states
            case Disjunction(operands):
                states = self.encoding.space.empty
                for operand in operands:
                    states |= self.extent(operand)
                return states
            case Equivalence(left, right):
                one, other = self.extent(left), self.extent(right)
                return (one & other) | (self.reachable - one - other)
            case ExistsNext(operand):
                return self.before(self.extent(operand) & self.fair)
            case ExistsUntil(left, right):
                return self.until(self.extent(left), self.extent(right) & self.fair)
            case ExistsGlobally(operand):
                return self.globally(self.extent(operand))
        assert_never(node)

    def before(self, states: StateSet) -> StateSet:
        """The reachable states with a successor in `states`."""
        return self.encoding.relation.preimage(states, within=self.reachable) | self._staying_before(states)

    def after(self, states: StateSet) -> StateSet:
        """The successors of reachable states."""
        return self.encoding.relation.image(states) | self._staying_after(states)

    def until(self, inside: StateSet, goal: StateSet) -> StateSet:
        """E [inside U goal]."""
        return self._reaching(self.encoding.relation, inside, goal)

    def _reaching(self, steps: Relation, inside: StateSet, goal: StateSet) -> StateSet:
        """The states from which steps through `inside`, in deadlocks those of the automaton, lead to `goal`."""
        stutter = self.encoding.stutter
        if stutter is not None and (stuck := self.deadlocked & inside):
            # A deadlock is never left, so that its steps come last.
            goal |= stutter.reaching(goal & self.deadlocked, within=stuck | (goal & self.deadlocked))
        limit = inside | goal
        states = self.encoding.turn.attempt(PATIENCE, lambda: steps.reaching(goal, within=limit))
        if states is not None:
            return states
        # Saturation multiplies a goal of irregular shape, such as one that compares variables in pairs, level by
        # level. After a few steps by all events at once, the goal has lost most of its distinctions.
        for _ in range(ROUNDS):
            goal |= steps.preimage(goal, within=limit)
        return steps.reaching(goal, within=limit)

    def closure(self, states: StateSet, inside: StateSet) -> StateSet:
        """The states of `inside` reached from `states` by any number of steps, all of them within `inside`."""
        closed = self.encoding.relation.reachable(states, within=inside)
        stutter = self.encoding.stutter
        return closed if stutter is None else closed | stutter.reachable(closed & self.deadlocked, within=inside)

    def _staying_before(self, states: StateSet) -> StateSet:
        stutter, stuck = self.encoding.stutter, states & self.deadlocked
        return stuck if stutter is None else stutter.preimage(stuck, within=self.deadlocked)

    def _staying_after(self, states: StateSet) -> StateSet:
        stutter, stuck = self.encoding.stutter, states & self.deadlocked
        return stuck if stutter is None else stutter.image(stuck)

    def globally(self, inside: StateSet) -> StateSet:
        """Fair EG: the states from which a fair path stays in `inside`."""
        return self.until(inside, self.core(inside))

    def core(self, inside: StateSet) -> StateSet:
        """States of `inside` from which a fair path stays there, with every state that some such path repeats.

        The greatest fixpoint of Emerson and Lei (Efficient model checking in fragments of the propositional
        mu-calculus, 1986) uses only events that can be taken for ever (`on_cycles`) and only the `recurrent` states.
        This spares it the long ways to states without a cycle.
        """
        if inside not in self._cores:
            self._cores[inside] = self._core(inside & self.recurrent)
        return self._cores[inside]

    def _core(self, states: StateSet) -> StateSet:
        before, until = self._lasting(states)
        while True:
            smaller = before(states, states)
            for constraint in self.justice:
                smaller = before(smaller, until(smaller, smaller & constraint))
            if smaller == states:
                return states
            states = smaller

    def _lasting(
        self, inside: StateSet
    ) -> tuple[Callable[[StateSet, StateSet], StateSet], Callable[[StateSet, StateSet], StateSet]]:
        """The functions `before`, the part of one set that leads into another, and `until`, restricted to the steps
        that a path inside can take for ever."""
        staying = (
            number
            for number in range(len(self.encoding.system.events))
            if self.encoding.relation_of(frozenset([number])).leads(inside, within=inside)
        )
        numbers = on_cycles(token_moves(self.encoding.system), staying)
        steps = self.encoding.relation_of(numbers)
        alone = [frozenset([number]) for number in sorted(numbers)] if len(numbers) <= FEW_EVENTS else [numbers]

        def before(among: StateSet, into: StateSet) -> StateSet:
            rest = among - self._staying_before(into)
            for one in alone:
                if not rest:
                    break
                rest -= self.encoding.relation_of(one).preimage(into, within=rest)
            return among - rest

        return before, partial(self._reaching, steps)


Move: TypeAlias = tuple[int, int]
"""A token moves from one variable to another, both by their places in a vector."""


def token_moves(system: System) -> tuple[tuple[Move, ...], ...]:
    """The moves of each event, in the sums that change in no other way: one token of one sum moves at a time.

    An event moves a token in a sum where it changes its variables by `v := v - 1` and `w := w + 1` alone. A sum that
    some event, other than an error, changes in any other way counts for none.
    """
    sum_of = {place: number for number, total in enumerate(system.sums) for place in total.places}
    changes = [_changes(system, event, sum_of) if event.error is None else {} for event in system.events]
    other = {number for changed in changes for number, shifts in changed.items() if _move(shifts) is None}
    return tuple(
        tuple(move for number, shifts in changed.items() if number not in other and (move := _move(shifts)) is not None)
        for changed in changes
    )


def _changes(system: System, event: Event, sum_of: Mapping[int, int]) -> dict[int, dict[int, int | None]]:
    """The shifts of the variables that an event changes, by the sums that they are in; None for other changes."""
    changed: dict[int, dict[int, int | None]] = {}
    for name, term in event.update:
        place = system.places[name]
        shifted = isinstance(term, Linear) and term.terms == ((system.variables[place].atom, 1),)
        shift = term.constant if isinstance(term, Linear) and shifted else None
        if place in sum_of and shift != 0:
            changed.setdefault(sum_of[place], {})[place] = shift
    return changed


def _move(shifts: Mapping[int, int | None]) -> Move | None:
    places = {shift: place for place, shift in shifts.items()}
    return (places[-1], places[1]) if len(shifts) == 2 and places.keys() == {-1, 1} else None


def on_cycles(moves: Sequence[Iterable[Move]], numbers: Iterable[int]) -> frozenset[int]:
    """The largest subset of some events in which every move has moves of others into its source and from its target.

    A path that stays among finitely many states repeats some of them, and between two visits to one of them all
    variables come back to their values. Where a sum only changes by moves of single tokens, the moves in between enter
    each of its variables as often as they leave it (they are a circulation). So a path of the given events takes only
    those of the subset for ever: an event without a successor or a predecessor among the moves is taken a limited
    number of times. Events that move no token are always in the subset.
    """
    events = set(numbers)
    while True:
        sources = {source for number in events for source, _ in moves[number]}
        targets = {target for number in events for _, target in moves[number]}
        smaller = {n for n in events if all(source in targets and target in sources for source, target in moves[n])}
        if smaller == events:
            return frozenset(events)
        events = smaller
