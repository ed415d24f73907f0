"""Bounds on the markings that can be reached: weights for places whose sum no transfer makes larger.

Each refutes markings one at a time: a place invariant's inequality, found for a marking by duality as in the theory of
Petri nets (Murata, Proc. IEEE 77(4), 1989, section V), with the rows that transfers of whole places need.
"""

from __future__ import annotations

from collections.abc import Iterator

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.coverability.net import Marking, Net, Transfer

HEAVIEST = 8
"""The greatest weight that is tried."""


@frozen
class Bound:
    """No marking that can be reached has a weighted sum of more than `most`."""

    weights: Marking
    most: int

    def refutes(self, marking: Marking) -> bool:
        """True where nothing that has at least this marking can be reached."""
        return sum(map(int.__mul__, self.weights, marking)) > self.most


class Bounds:
    """Bounds of one net, found for markings to refute."""

    def __init__(self, net: Net, budget: Budget) -> None:
        self._net = net
        environment = Environment()
        self._manager = environment.formula_manager
        self._weights = [self._manager.Symbol(f"weight {number}", INT) for number in range(len(net.places))]
        self._starts = {
            symbol: self._manager.Symbol(f"start {places[0]}", INT) for symbol, places in net.variables().items()
        }
        self._session = Session(environment, budget)
        self._session.add(self._kept())

    def close(self) -> None:
        """Free the solver."""
        self._session.close()

    def refuting(self, marking: Marking, budget: Budget) -> Bound | None:
        """A bound that refutes a marking, with light weights if there is one; raises UndecidedError."""
        self._session.renew(budget)
        manager = self._manager
        zero, net = manager.Int(0), self._net
        at_first = tuple((most or 0) * (place.value is None) for most, place in zip(net.most, net.places, strict=True))
        greatest = manager.Plus([*self._sum(at_first), *self._starts.values(), zero])
        more = manager.GT(manager.Plus([*self._sum(marking), zero]), greatest)
        bound = None
        # Light weights are tried where heavy ones do, as mostly neither do.
        for heaviest in (HEAVIEST, 1):
            light = [manager.LE(weight, manager.Int(heaviest)) for weight in self._weights]
            solution = self._session.model([*self._weights, *self._starts.values()], more, *light)
            if solution is None:
                break
            weights = tuple(solution[weight] for weight in self._weights)
            values = (max(weights[n] for n in places if net.most[n]) for places in net.variables().values())
            bound = Bound(weights, sum(map(int.__mul__, weights, at_first)) + sum(values))
        return bound

    def _kept(self) -> Iterator[FNode]:
        """The conditions that the weighted sum is bounded at the start and that no transfer makes it larger."""
        manager, net = self._manager, self._net
        zero = manager.Int(0)
        for number, weight in enumerate(self._weights):
            yield manager.GE(weight, zero)
            if net.most[number] is None:
                yield manager.Equals(weight, zero)
        for symbol, places in net.variables().items():
            yield from (manager.GE(self._starts[symbol], self._weights[n]) for n in places if net.most[n])
        for transfer in net.transfers:
            yield from self._rows(transfer)

    def _rows(self, transfer: Transfer) -> Iterator[FNode]:
        manager = self._manager
        rise = list[FNode]()
        for number, target in enumerate(transfer.target):
            low, high, change = transfer.low[number], transfer.high[number], transfer.change[number]
            if change:
                rise.append(manager.Times(manager.Int(change), self._weights[number]))
            if target != number:
                after = manager.Int(0) if target is None else self._weights[target]
                if high != low:
                    yield manager.LE(after, self._weights[number])
                if low:
                    rise.append(manager.Times(manager.Int(low), manager.Minus(after, self._weights[number])))
        if rise:
            yield manager.LE(manager.Plus(rise), manager.Int(0))

    def _sum(self, marking: Marking) -> list[FNode]:
        pairs = zip(marking, self._weights, strict=True)
        return [self._manager.Times(self._manager.Int(count), weight) for count, weight in pairs if count]
