"""Backward coverability on nets with transfers: the minimal markings from which a goal can be covered, worked out one
after the other to the end.

Weights for places whose sum no transfer makes larger are bounds that refute markings one at a time: a place invariant's
inequality, found for a marking by duality as in the theory of Petri nets (Murata, Proc. IEEE 77(4), 1989, section V),
with the rows that transfers of whole places need.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget

MOST_WAYS = 5_000
"""In so many ways at most what a step leads to may have come together."""

HEAVIEST = 8
"""The greatest weight that is tried."""


class TooManyWaysError(Exception):
    """A step may have brought a marking together in too many ways."""


@frozen
class Fixpoint:
    """A proof that what can be reached has at least none of the markings of the `basis`, and keeps the `bounds`. `next`
    has for each marking that is no goal the one that it was found from, and so on to a goal."""

    basis: tuple[Marking, ...]
    bounds: tuple[Bound, ...]
    next: Mapping[Marking, Marking]


class Backward:
    """A search from goals backwards, which goes on where it was stopped. Markings of which a bound says that they
    cannot be reached are left out; the bounds are kept, to be asked first."""

    def __init__(self, net: Net, goals: Sequence[Marking], bounds: Bounds) -> None:
        self.net, self.solver = net, bounds
        self._alternatives = list(net.variables().values())
        self._basis: list[Marking] = []
        self._work: list[tuple[int, Marking]] = []
        self._pending: list[Marking] = list(goals)
        self._bounds: list[Bound] = []
        self._next: dict[Marking, Marking | None] = dict.fromkeys(goals)

    def advance(self, budget: Budget, most: int, starts: Callable[[Marking], bool]) -> Fixpoint | Marking | None:
        """The fixpoint, or a marking that `starts` says is one of the start: a goal may be covered from there.

        None where so many markings are not enough. Raises UndecidedError, after which, as after None, it can be called
        again, and TooManyWaysError.
        """
        looked = itertools.count()
        while self._pending or self._work:
            while self._pending:
                if next(looked) == most:
                    return None
                budget.check()
                marking = self._pending[-1]
                if self._is_new(marking, budget):
                    if starts(marking):
                        return marking
                    self._basis = [other for other in self._basis if not below(marking, other)]
                    self._basis.append(marking)
                    heapq.heappush(self._work, (sum(marking), marking))
                self._pending.pop()
            if self._work:
                _, marking = heapq.heappop(self._work)
                if marking in self._basis:
                    self._pending = list(dict.fromkeys(self._predecessors(marking)))
                    for before in self._pending:
                        self._next.setdefault(before, marking)
        markings = {marking: then for marking, then in self._next.items() if then is not None}
        return Fixpoint(tuple(self._basis), tuple(self._bounds), markings)

    def _is_new(self, marking: Marking, budget: Budget) -> bool:
        if any(below(other, marking) for other in self._basis) or any(one.refutes(marking) for one in self._bounds):
            return False
        bound = self.solver.refuting(marking, budget)
        if bound is not None:
            self._bounds.append(bound)
        return bound is None

    def _predecessors(self, marking: Marking) -> Iterator[Marking]:
        for transfer in self.net.transfers:
            for before in predecessors(transfer, marking):
                if all(sum(before[place] for place in places) <= 1 for places in self._alternatives):
                    yield before


def predecessors(transfer: Transfer, marking: Marking) -> Iterator[Marking]:
    """The minimal markings from which a transfer leads to what has at least a marking. Where a place may have no more
    than some number, only those are taken that have not: what has more is no predecessor. Raises TooManyWaysError."""
    sources: list[list[int]] = [[] for _ in marking]
    for source, target in enumerate(transfer.target):
        if target is not None:
            sources[target].append(source)
    ways: list[list[tuple[tuple[int, int], ...]]] = []
    for place, count in enumerate(marking):
        missing = count - transfer.change[place] - sum(transfer.low[source] for source in sources[place])
        if missing <= 0:
            continue
        if not sources[place]:
            return
        if math.comb(missing + len(sources[place]) - 1, missing) > MOST_WAYS:
            raise TooManyWaysError
        ways.append([tuple(zip(sources[place], parts, strict=True)) for parts in _parts(missing, len(sources[place]))])
    if math.prod(map(len, ways)) > MOST_WAYS:
        raise TooManyWaysError
    for chosen in itertools.product(*ways):
        before = list(transfer.low)
        for source, more in itertools.chain.from_iterable(chosen):
            before[source] += more
        if all(high is None or count <= high for count, high in zip(before, transfer.high, strict=True)):
            yield tuple(before)


def _parts(number: int, count: int) -> Iterator[tuple[int, ...]]:
    """A number as a sum of so many, in all ways."""
    if count == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _parts(number - first, count - 1):
            yield (first, *rest)


Marking: TypeAlias = tuple[int, ...]
"""A number for each place."""


@frozen
class Place:
    """A counter; or, with a `value`, whether a variable of few values has this one: 1 if so, else 0."""

    symbol: FNode
    value: int | None = None


@frozen
class Transfer:
    """A step from c with `low <= c <= high` (None: no bound) to c', where all that is at place a goes to `target[a]`
    (None: it is lost), and then `change` is added; it can be taken where no place has less than nothing then."""

    low: Marking
    high: tuple[int | None, ...]
    target: tuple[int | None, ...]
    change: Marking


@frozen
class Net:
    """Transfers between places; whatever a transition system does its net can do, and maybe more. `most` is how much
    there can be at a place at the start, None for no bound."""

    places: tuple[Place, ...]
    transfers: tuple[Transfer, ...]
    most: tuple[int | None, ...]

    def variables(self) -> dict[FNode, tuple[int, ...]]:
        """The places of each variable of few values."""
        places: dict[FNode, tuple[int, ...]] = {}
        for number, place in enumerate(self.places):
            if place.value is not None:
                places[place.symbol] = (*places.get(place.symbol, ()), number)
        return places


def below(one: Marking, other: Marking) -> bool:
    """True where one marking has nowhere more than the other."""
    return all(map(int.__le__, one, other))


@frozen
class Bound:
    """No marking that can be reached has a weighted sum of more than `most`."""

    weights: Marking
    most: int

    def refutes(self, marking: Marking) -> bool:
        """True where nothing that has at least this marking can be reached."""
        return sum(map(int.__mul__, self.weights, marking)) > self.most


class Bounds:
    """Bounds of one net, found for what they are to refute."""

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
        """Give back what the solver takes."""
        self._session.close()

    def refuting(self, marking: Marking, budget: Budget) -> Bound | None:
        """A bound that refutes a marking, with light weights if there is one; raises UndecidedError."""
        self._session.renew(budget)
        manager = self._manager
        zero, net = manager.Int(0), self._net
        at_first = tuple((most or 0) * (place.value is None) for most, place in zip(net.most, net.places, strict=True))
        greatest = manager.Plus([*self._sum(at_first), *self._starts.values(), zero])
        more = manager.GT(manager.Plus([*self._sum(marking), zero]), greatest)
        for heaviest in (1, HEAVIEST):
            light = [manager.LE(weight, manager.Int(heaviest)) for weight in self._weights]
            solution = self._session.model([*self._weights, *self._starts.values()], more, *light)
            if solution is not None:
                weights = tuple(solution[weight] for weight in self._weights)
                values = (max(weights[n] for n in places if net.most[n]) for places in net.variables().values())
                return Bound(weights, sum(map(int.__mul__, weights, at_first)) + sum(values))
        return None

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
