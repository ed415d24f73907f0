"""The minimal markings from which a goal can be covered, worked out one after the other to the end."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.coverability.bounds import Bound, Bounds
from vsym.engines.smt.coverability.net import Marking, Net, Transfer, below

MOST_WAYS = 5_000
"""In so many ways at most what a step leads to may have come together."""


class TooManyWaysError(Exception):
    """A step may have brought a marking together in too many ways."""


@frozen
class Fixpoint:
    """What can be reached has at least none of the markings of the `basis`, and keeps the `bounds`.

    `next` has for each marking that is no goal the one that it was found from, and so on to a goal.
    """

    basis: tuple[Marking, ...]
    bounds: tuple[Bound, ...]
    next: Mapping[Marking, Marking]


class Backward:
    """A search from goals backwards, which goes on where it was stopped.

    Markings of which a bound says that they cannot be reached are left out; the bounds are kept, to be asked first.
    """

    def __init__(self, net: Net, goals: Sequence[Marking], bounds: Bounds) -> None:
        self._net, self._solver = net, bounds
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
        found = {marking: then for marking, then in self._next.items() if then is not None}
        return Fixpoint(tuple(self._basis), tuple(self._bounds), found)

    def _is_new(self, marking: Marking, budget: Budget) -> bool:
        if any(below(other, marking) for other in self._basis) or any(one.refutes(marking) for one in self._bounds):
            return False
        bound = self._solver.refuting(marking, budget)
        if bound is not None:
            self._bounds.append(bound)
        return bound is None

    def _predecessors(self, marking: Marking) -> Iterator[Marking]:
        for transfer in self._net.transfers:
            for before in predecessors(transfer, marking):
                if all(sum(before[place] for place in places) <= 1 for places in self._alternatives):
                    yield before


def predecessors(transfer: Transfer, marking: Marking) -> Iterator[Marking]:
    """The minimal markings from which a transfer leads to what has at least a marking.

    Where a place may have no more than some number, only those are taken that have not: what has more is no
    predecessor. Raises TooManyWaysError.
    """
    sources: list[list[int]] = [[] for _ in marking]
    for source, target in enumerate(transfer.target):
        if target is not None:
            sources[target].append(source)
    ways: list[list[tuple[tuple[int, int], ...]]] = []
    for place, wanted in enumerate(marking):
        missing = wanted - transfer.change[place] - sum(transfer.low[source] for source in sources[place])
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
