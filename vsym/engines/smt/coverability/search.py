"""Backward coverability as a method of proof: the search, the certificate of its fixpoint, and the initial states from
which a goal is reached.

Where steps and goal are upward closed, the fixpoint is exact (Abdulla, Čerāns, Jonsson, Tsay, LICS 1996). vsym does not
check this: a separate solver decides for each marking whether every state that covers it reaches the goal.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.conclusions import Refuted, State
from vsym.engines.smt.coverability.backward import Backward, Fixpoint
from vsym.engines.smt.coverability.bounds import Bound, Bounds
from vsym.engines.smt.coverability.forward import Forward
from vsym.engines.smt.coverability.net import Marking, Net, TooManyWaysError
from vsym.engines.smt.coverability.reading import NoNetError, Reading
from vsym.engines.smt.linear import NotLinearError, after_step, holds
from vsym.engines.smt.system import TransitionSystem

COVERABILITY = "backward coverability"

FORWARD = 2
"""The number of markings that the search visits backwards for each one forwards, where each takes longer."""

MARKINGS = 20_000
"""The number of markings after which the fixpoint is given up."""


class CoverabilitySearch:
    """A search for a proof that a predicate always holds, or for a path; it goes on where it was stopped."""

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget) -> None:
        self._system, self._predicate = system, predicate
        self._session = Session(system.environment, budget)
        self._session.add([system.domain])
        self._backward: Backward | None = None
        self._forward: Forward | None = None
        self.ended = False

    def close(self) -> None:
        """Free the solvers."""
        self._session.close()
        if self._backward is not None:
            self._backward.solver.close()

    def advance(self, budget: Budget, most: int) -> Certificate | Refuted | None:
        """A certificate that is still to be checked, or a path to a state without the predicate; None if `most` more
        markings, and fewer of a search forward, give neither.

        Once the method is exhausted it has `ended`. Raises UndecidedError.
        """
        self._session.renew(budget)
        try:
            search = self._backward = self._backward or self._begin(budget)
            outcome = search.advance(budget, most, lambda marking: self._starts(search.net, marking))
        except (NoNetError, NotLinearError, TooManyWaysError):
            self.ended = True
            return None
        self.ended = outcome is not None
        if outcome is None:
            way = None if self._forward is None else self._forward.advance(budget, most // FORWARD)
            path = None if way is None else self._path(search.net, way)
            self.ended = path is not None
            return path
        if isinstance(outcome, Fixpoint):
            return Certificate(self._system, self._predicate, Markings(self._system, search.net).avoiding(outcome))
        return self._path(search.net, search.chain(outcome))

    def _path(self, net: Net, way: Sequence[Marking]) -> Refuted | None:
        """The path of the system along the markings from a start to a goal; None where it has none, unlike its net."""
        manager, domain = self._system.manager, self._system.domain
        markings = Markings(self._system, net)
        if not self._starts(net, way[0]):
            return None
        begin = manager.And(self._system.initial, markings.covering(way[0]))
        states: list[State] = [self._small(begin)]
        steps: list[int] = []
        for then in way[1:]:
            following = (
                (number, after_step(step, states[-1]))
                for number, step in enumerate(self._system.steps)
                if holds(step.guard, states[-1])
            )
            taken = next(((n, s) for n, s in following if markings.has(s, then) and holds(domain, s)), None)
            if taken is None:
                return None
            steps.append(taken[0])
            states.append(taken[1])
        if holds(self._predicate, states[-1]):
            return None
        return Refuted(tuple(states), tuple(steps), COVERABILITY, (1,) * len(steps), shortest=False)

    def _small(self, begin: FNode) -> State:
        """A state that satisfies a predicate which some state does, with parameters that are not large."""
        manager, parameters = self._system.manager, self._system.parameters
        for most in (2**power for power in range(64)):
            small = (manager.LE(parameter, manager.Int(most)) for parameter in parameters)
            solution = self._session.model(self._system.symbols, begin, *small)
            if solution is not None:
                return solution
        raise AssertionError("a start that was there is gone")

    def _begin(self, budget: Budget) -> Backward:
        reading = Reading.of(self._system)
        net = reading.net(self._session)
        goals = reading.goals(self._system.manager.Not(self._predicate))
        self._forward = Forward(net, goals)
        return Backward(net, goals, Bounds(net, budget))

    def _starts(self, net: Net, marking: Marking) -> bool:
        """True where an initial state has at least a marking."""
        if any(most is not None and count > most for count, most in zip(marking, net.most, strict=True)):
            return False
        return self._session.satisfiable(self._system.initial, Markings(self._system, net).covering(marking))


@frozen
class Markings:
    """The predicates of one system and its net."""

    system: TransitionSystem
    net: Net

    def covering(self, marking: Marking) -> FNode:
        """The predicate that a state covers a marking."""
        return self.system.manager.And([self._has(place, count) for place, count in enumerate(marking) if count])

    def has(self, state: State, marking: Marking) -> bool:
        """True where a state has at least a marking."""
        return all(
            state[place.symbol] >= count if place.value is None else state[place.symbol] == place.value
            for place, count in zip(self.net.places, marking, strict=True)
            if count
        )

    def avoiding(self, fixpoint: Fixpoint) -> FNode:
        """The predicate that a state is outside of a fixpoint and within its bounds: an invariant."""
        manager = self.system.manager
        parts = [
            manager.Or([manager.Not(self._has(place, count)) for place, count in enumerate(marking) if count])
            for marking in fixpoint.basis
        ]
        return manager.And([*parts, *(part for bound in fixpoint.bounds for part in self._within(bound))])

    def _has(self, place: int, count: int) -> FNode:
        """The predicate that a place has at least this count."""
        manager, one = self.system.manager, self.net.places[place]
        if one.value is None:
            return manager.GE(one.symbol, manager.Int(count))
        return manager.Equals(one.symbol, manager.Int(one.value))

    def _within(self, bound: Bound) -> list[FNode]:
        """The meaning of a bound for counters, for all values of the variables of few values that have weights."""
        manager = self.system.manager
        counted = [
            manager.Times(manager.Int(weight), place.symbol) if weight > 1 else place.symbol
            for weight, place in zip(bound.weights, self.net.places, strict=True)
            if weight and place.value is None
        ]
        weighted = [places for places in self.net.variables().values() if any(bound.weights[place] for place in places)]
        conjuncts = list[FNode]()
        for places in itertools.product(*weighted):
            left = bound.most - sum(bound.weights[place] for place in places)
            if counted or left < 0:
                within = [manager.LE(manager.Plus(counted), manager.Int(left))] if counted else []
                conjuncts.append(manager.Or([*(manager.Not(self._has(place, 1)) for place in places), *within]))
        return conjuncts


@frozen
class Covered:
    """From initial states that satisfy `inside` the goal is reached, and from those that satisfy `outside` it is not.

    `invariant` holds in all states that the latter lead to, and rules the goal out. `leading` are pairs of predicates,
    the nearest to the goal first: from a state that satisfies the first one, some step leads to a state that satisfies
    the second, which is the first one of an earlier pair; None where the goal is reached. One of the first predicates
    holds wherever `inside` does.
    """

    inside: FNode
    outside: FNode
    invariant: FNode
    leading: tuple[tuple[FNode, FNode | None], ...]


def covered(system: TransitionSystem, predicate: FNode, budget: Budget) -> Covered | None:
    """The initial states from which a state without the predicate is reached; None if this method cannot tell. Raises
    UndecidedError at the end of the time."""
    try:
        return _Covering(system, predicate, budget).result()
    except (NoNetError, NotLinearError, TooManyWaysError):
        return None
    except UndecidedError:
        budget.check()
        return None


@frozen
class _Covering:
    system: TransitionSystem
    predicate: FNode
    budget: Budget

    def result(self) -> Covered | None:
        manager = self.system.manager
        with Session(self.system.environment, self.budget) as session:
            session.add([self.system.domain])
            reading = Reading.of(self.system)
            net = reading.net(session)
            with closing(Bounds(net, self.budget)) as bounds:
                search = Backward(net, reading.goals(manager.Not(self.predicate)), bounds)
                outcome = search.advance(self.budget, MARKINGS, lambda _: False)
            if not isinstance(outcome, Fixpoint):
                return None
            markings = Markings(self.system, net)
            begun = [m for m in outcome.basis if session.satisfiable(self.system.initial, markings.covering(m))]
        leading = self._leading(begun, markings, outcome)
        inside = manager.Or([markings.covering(marking) for marking in begun if marking in leading])
        outside = manager.Not(manager.Or([markings.covering(marking) for marking in begun]))
        invariant = markings.avoiding(outcome)
        elsewhere = replace(self.system, initial=manager.And(self.system.initial, outside))
        goal = failing(Certificate(elsewhere, self.predicate, invariant), self.budget)
        if goal is not None:
            raise AssertionError(f"a fixpoint is no invariant of what is outside of it: {goal.label}")
        steps = []
        for marking in sorted(leading, key=lambda one: leading[one]):
            then = outcome.next.get(marking)
            steps.append((markings.covering(marking), None if then is None else markings.covering(then)))
        return Covered(inside, outside, invariant, tuple(steps))

    def _leading(self, begun: Iterable[Marking], markings: Markings, fixpoint: Fixpoint) -> dict[Marking, int]:
        """The markings of which every covering state reaches the goal, as a fresh solver proves, each with the number
        of steps. From every state that covers one of them, a step leads to a state that covers the next."""
        manager = self.system.manager
        lengths = dict[Marking, int | None]()
        with Session(self.system.environment, self.budget) as session:
            session.add([self.system.domain])

            def leads(marking: Marking) -> bool:
                then = fixpoint.next.get(marking)
                end = manager.Not(self.predicate) if then is None else _before(self.system, markings.covering(then))
                return not session.satisfiable(markings.covering(marking), manager.Not(end))

            for marking in begun:
                chain, here = [marking], marking
                while here not in lengths and (then := fixpoint.next.get(here)) is not None:
                    here = then
                    chain.append(here)
                for one in reversed(chain):
                    then = fixpoint.next.get(one)
                    if one not in lengths:
                        left = 0 if then is None else lengths[then]
                        lengths[one] = None if left is None or not leads(one) else left + (then is not None)
        return {marking: length for marking, length in lengths.items() if length is not None}


def _before(system: TransitionSystem, goal: FNode) -> FNode:
    """The states from which some step leads to the goal."""
    return system.manager.Or([system.manager.And(step.guard, system.before(step, goal)) for step in system.steps])
