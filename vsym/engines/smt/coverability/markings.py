"""Markings, and fixpoints of them, as predicates of the transition system that a net stands for."""

from __future__ import annotations

import itertools

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.engines.smt.coverability.backward import Fixpoint
from vsym.engines.smt.coverability.bounds import Bound
from vsym.engines.smt.coverability.net import Marking, Net
from vsym.engines.smt.system import TransitionSystem


@frozen
class Markings:
    """The predicates of one system and its net."""

    system: TransitionSystem
    net: Net

    def covering(self, marking: Marking) -> FNode:
        """That there is at least as much everywhere as in a marking."""
        manager = self.system.environment.formula_manager
        return manager.And([self._has(place, count) for place, count in enumerate(marking) if count])

    def avoiding(self, found: Fixpoint) -> FNode:
        """That a state is outside of a fixpoint and within its bounds: an invariant of what starts there."""
        manager = self.system.environment.formula_manager
        parts = [
            manager.Or([manager.Not(self._has(place, count)) for place, count in enumerate(marking) if count])
            for marking in found.basis
        ]
        return manager.And([*parts, *(part for bound in found.bounds for part in self._within(bound))])

    def _has(self, place: int, count: int) -> FNode:
        """That there is at least so much at a place."""
        manager, one = self.system.environment.formula_manager, self.net.places[place]
        if one.value is None:
            return manager.GE(one.symbol, manager.Int(count))
        return manager.Equals(one.symbol, manager.Int(one.value))

    def _within(self, bound: Bound) -> list[FNode]:
        """What a bound says of counters, for all values of the variables of few values that have weights."""
        manager = self.system.environment.formula_manager
        counted = [
            manager.Times(manager.Int(weight), place.symbol) if weight > 1 else place.symbol
            for weight, place in zip(bound.weights, self.net.places, strict=True)
            if weight and place.value is None
        ]
        weighted = [places for places in self.net.variables().values() if any(bound.weights[place] for place in places)]
        found = list[FNode]()
        for places in itertools.product(*weighted):
            left = bound.most - sum(bound.weights[place] for place in places)
            if counted or left < 0:
                within = [manager.LE(manager.Plus(counted), manager.Int(left))] if counted else []
                found.append(manager.Or([*(manager.Not(self._has(place, 1)) for place in places), *within]))
        return found
