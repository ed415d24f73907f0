"""CTL as sets of states in a decision diagram, with justice constraints (Emerson and Lei)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import assert_never

from vsym.diagrams import Relation, StateSet
from vsym.engines.diagrams.circulation import on_cycles, token_moves
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
from vsym.system.result import Path, PathKind, SystemPath
from vsym.system.step import Vector

PATIENCE = 25
"""How often a space looks up from saturating a goal before the goal is stepped back from first: some 0.2 seconds."""

ROUNDS = 4
"""For how many steps."""


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
        self._found: dict[int, StateSet] = {}

    @property
    def stepwise(self) -> bool:
        """Whether its steps are those of the encoding, one by one."""
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
        formulas = [*(found.formula for found in self.encoding.system.fairness), *self._conditions]
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
        if number not in self._found:
            self._found[number] = self._extent(number)
        return self._found[number]

    def _extent(self, number: int) -> StateSet:
        node = self.reduction.nodes[number]
        match node:
            case Predicate(formula):
                return self.reachable.select(self.encoding.constraint(formula))
            case Negation(operand):
                return self.reachable - self.extent(operand)
            case Conjunction(operands):
                found = self.reachable
                for operand in operands:
                    found &= self.extent(operand)
                return found
            case Disjunction(operands):
                found = self.encoding.space.empty
                for operand in operands:
                    found |= self.extent(operand)
                return found
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
        stutter, stuck = self.encoding.stutter, states & self.deadlocked
        return self.encoding.relation.image(states) | (stuck if stutter is None else stutter.image(stuck))

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
        found = self.encoding.turn.attempt(PATIENCE, lambda: steps.reaching(goal, within=limit))
        if found is not None:
            return found
        # A goal of irregular shape, such as what compares variables in pairs, is multiplied by saturation, level by
        # level; after a few steps by all events at once most of what it tells apart is gone.
        for _ in range(ROUNDS):
            goal |= steps.preimage(goal, within=limit)
        return steps.reaching(goal, within=limit)

    def closure(self, states: StateSet, inside: StateSet) -> StateSet:
        """Where any number of steps leads from `states`, all the way through `inside`."""
        found = self.encoding.relation.reachable(states, within=inside)
        stutter = self.encoding.stutter
        return found if stutter is None else found | stutter.reachable(found & self.deadlocked, within=inside)

    def _staying_before(self, states: StateSet) -> StateSet:
        stutter = self.encoding.stutter
        if stutter is None:
            return states & self.deadlocked
        return stutter.preimage(states & self.deadlocked, within=self.deadlocked)

    def globally(self, inside: StateSet) -> StateSet:
        """Fair EG: the states from which a fair path stays in `inside`."""
        return self.until(inside, self.core(inside))

    def core(self, inside: StateSet) -> StateSet:
        """States of `inside` from which a fair path stays there, with every state that some such path repeats.

        Only events that can be taken for ever are (`on_cycles`): the greatest fixpoint of Emerson and Lei (Efficient
        model checking in fragments of the propositional mu-calculus, 1986) is taken with these alone, which spares it
        the long ways to where no cycle is, and among the `recurrent` states alone.
        """
        found = inside & self.recurrent
        staying = (number for number in range(len(self.encoding.system.events)) if self._stays(number, found))
        steps = self.encoding.relation_of(on_cycles(token_moves(self.encoding.system), staying))
        while True:
            smaller = found & self._before_by(steps, found)
            for constraint in self.justice:
                served = self._reaching(steps, smaller, smaller & constraint)
                smaller &= self._before_by(steps, served)
            if smaller == found:
                return found
            found = smaller

    def _before_by(self, steps: Relation, states: StateSet) -> StateSet:
        return steps.preimage(states) | self._staying_before(states)

    def _stays(self, number: int, inside: StateSet) -> bool:
        """Whether an event leads from some state of `inside` to one of `inside`."""
        steps = self.encoding.relation_of(frozenset([number]))
        return bool(steps.image(inside, within=inside))
