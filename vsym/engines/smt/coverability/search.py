"""Backward coverability as a method of proof: the search, and the certificate of its fixpoint."""

from __future__ import annotations

import itertools

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.coverability.backward import Backward, Fixpoint, TooManyWaysError
from vsym.engines.smt.coverability.bounds import Bound, Bounds
from vsym.engines.smt.coverability.net import Marking, Net
from vsym.engines.smt.coverability.reading import NoNetError, goals_of, net_of
from vsym.engines.smt.linear import NotLinearError
from vsym.engines.smt.system import TransitionSystem

NAME = "backward coverability"


class CoverabilitySearch:
    """Looks for a proof that a predicate holds in every reachable state, and goes on where it was stopped."""

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget) -> None:
        self._system, self._predicate = system, predicate
        self._session = Session(system.environment, budget)
        self._session.add([system.domain])
        self._bounds: Bounds | None = None
        self._search: Backward | None = None
        self._net: Net | None = None
        self.ended = False

    def close(self) -> None:
        """Give back what the solvers take."""
        self._session.close()
        if self._bounds is not None:
            self._bounds.close()

    def advance(self, budget: Budget, most: int) -> Certificate | None:
        """A certificate that is still to be checked, if one is known after a look at so many markings more.

        Where this method has nothing more to say it has `ended`. Raises UndecidedError.
        """
        self._session.renew(budget)
        try:
            if self._search is None:
                manager = self._system.environment.formula_manager
                self._net = net_of(self._system, self._session)
                goals = goals_of(self._system, self._net, manager.Not(self._predicate))
                self._bounds = Bounds(self._net, budget)
                self._search = Backward(self._net, goals, self._bounds)
            found = self._search.advance(budget, most, self._starts)
        except (NoNetError, NotLinearError, TooManyWaysError):
            self.ended = True
            return None
        self.ended = found is not None
        return self._certificate(found) if isinstance(found, Fixpoint) else None

    def _starts(self, marking: Marking) -> bool:
        """Whether an initial state has at least a marking."""
        assert self._net is not None
        if any(most is not None and count > most for count, most in zip(marking, self._net.most, strict=True)):
            return False
        return self._session.satisfiable(self._system.initial, *(self._has(n, c) for n, c in enumerate(marking) if c))

    def _has(self, place: int, count: int) -> FNode:
        assert self._net is not None
        manager, symbol = self._system.environment.formula_manager, self._net.places[place].symbol
        value = self._net.places[place].value
        return manager.GE(symbol, manager.Int(count)) if value is None else manager.Equals(symbol, manager.Int(value))

    def _certificate(self, found: Fixpoint) -> Certificate:
        manager = self._system.environment.formula_manager
        parts = [
            manager.Or([manager.Not(self._has(place, count)) for place, count in enumerate(marking) if count])
            for marking in found.basis
        ]
        parts += [part for bound in found.bounds for part in self._said(bound)]
        return Certificate(self._system, self._predicate, manager.And(parts))

    def _said(self, bound: Bound) -> list[FNode]:
        """What a bound says of counters, for all values of the variables of few values that have weights."""
        assert self._net is not None
        manager, net = self._system.environment.formula_manager, self._net
        counted = [
            manager.Times(manager.Int(weight), place.symbol) if weight > 1 else place.symbol
            for weight, place in zip(bound.weights, net.places, strict=True)
            if weight and place.value is None
        ]
        weighted = [places for places in net.variables().values() if any(bound.weights[place] for place in places)]
        found = list[FNode]()
        for places in itertools.product(*weighted):
            other = [manager.Not(self._has(place, 1)) for place in places]
            left = bound.most - sum(bound.weights[place] for place in places)
            within = manager.LE(manager.Plus([*counted, manager.Int(0)]), manager.Int(left)) if counted else None
            if within is None:
                found += [] if left >= 0 else [manager.Or(other)]
            else:
                found.append(manager.Or([*other, within]) if other else within)
        return found
