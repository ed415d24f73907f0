"""Backward coverability on nets with transfers: the minimal markings from which a goal can be covered, worked out one
after the other to the end."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.coverability.bounds import Bound, Bounds
from vsym.engines.smt.coverability.net import Marking, Net, Step


@frozen
class Fixpoint:
    """A proof that every reachable marking keeps the `bounds` and covers no marking of the `basis`. `next` maps each
    marking that is no goal to its successor on a chain to a goal."""

    basis: tuple[Marking, ...]
    bounds: tuple[Bound, ...]
    next: Mapping[Marking, Marking]


PATIENCE = 8
"""The most markings skipped after failures to find a bound."""


class Backward:
    """A search from goals backwards, which goes on where it was stopped. It leaves out markings that a bound excludes,
    and keeps the bounds to try them first."""

    def __init__(self, net: Net, goals: Sequence[Marking], bounds: Bounds) -> None:
        self.net, self.solver = net, bounds
        self._steps = [Step(transfer, net.variables().values()) for transfer in net.transfers]
        self._basis = Antichain()
        self._work: list[tuple[int, Marking]] = []
        self._pending: list[Marking] = list(goals)
        self._bounds: list[Bound] = []
        self._next: dict[Marking, Marking | None] = dict.fromkeys(goals)
        self._unasked, self._gap = 0, 0

    def advance(self, budget: Budget, most: int, starts: Callable[[Marking], bool]) -> Fixpoint | Marking | None:
        """The fixpoint, or a marking that `starts` says is one of the start: a goal may be covered from there.

        None after `most` markings without either. Raises TooManyWaysError, and UndecidedError. After that or None it
        can be called again.
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
                    self._basis.add(marking)
                    heapq.heappush(self._work, (sum(marking), marking))
                self._pending.pop()
            if self._work:
                _, marking = heapq.heappop(self._work)
                if marking in self._basis:
                    self._expand(marking)
        markings = {marking: then for marking, then in self._next.items() if then is not None}
        return Fixpoint(tuple(self._basis), tuple(self._bounds), markings)

    def chain(self, marking: Marking) -> list[Marking]:
        """The markings from one that was found to a goal, each of which a transfer may lead to the next."""
        markings = [marking]
        while (then := self._next[markings[-1]]) is not None:
            markings.append(then)
        return markings

    def _expand(self, marking: Marking) -> None:
        if any(one.refutes(marking) for one in self._bounds):
            # The bound is younger than the marking.
            self._basis.remove(marking)
            return
        self._pending = list(dict.fromkeys(before for step in self._steps for before in step.predecessors(marking)))
        for before in self._pending:
            self._next.setdefault(before, marking)

    def _is_new(self, marking: Marking, budget: Budget) -> bool:
        if self._basis.has_below(marking) or any(one.refutes(marking) for one in self._bounds):
            return False
        # The longer the solver has found no bound, the more markings skip it, up to PATIENCE in a row.
        if self._unasked:
            self._unasked -= 1
            return True
        bound = self.solver.refuting(marking, budget)
        if bound is None:
            self._gap = min(self._gap + 1, PATIENCE)
            self._unasked = self._gap
            return True
        self._bounds.append(bound)
        self._gap = 0
        return False


class Antichain:
    """Markings of which none is below another. Each stands under one of its places, so that few are compared, and these
    first by the bits of their places."""

    def __init__(self) -> None:
        self._bits: dict[Marking, int] = {}
        self._under: dict[int, dict[Marking, tuple[int, tuple[tuple[int, int], ...]]]] = {}

    def __iter__(self) -> Iterator[Marking]:
        return iter(self._bits)

    def __contains__(self, marking: Marking) -> bool:
        return marking in self._bits

    def has_below(self, marking: Marking) -> bool:
        """True where one of the markings is below this one, or is it."""
        absent = ~_bits(marking)
        for place in (_NOWHERE, *(place for place, count in enumerate(marking) if count)):
            for bits, items in self._under.get(place, {}).values():
                if not bits & absent and all(marking[one] >= count for one, count in items):
                    return True
        return False

    def add(self, marking: Marking) -> None:
        """Add a marking that none is below; those that it is below go."""
        items, bits = tuple((place, count) for place, count in enumerate(marking) if count), _bits(marking)
        within = [one for one, others in self._bits.items() if not bits & ~others]
        for other in within:
            if all(other[place] >= count for place, count in items):
                self.remove(other)
        self._bits[marking] = bits
        self._under.setdefault(self._place(marking), {})[marking] = bits, items

    def remove(self, marking: Marking) -> None:
        """Remove one of the markings."""
        del self._bits[marking]
        next(under for under in self._under.values() if marking in under).pop(marking)

    def _place(self, marking: Marking) -> int:
        """The place of a marking under which the fewest stand."""
        places = (place for place, count in enumerate(marking) if count)
        return min(places, key=lambda place: len(self._under.get(place, ())), default=_NOWHERE)


_NOWHERE = -1
"""The place of the marking that has nothing anywhere."""


def _bits(marking: Marking) -> int:
    """A bit for each place at which a marking has something."""
    return sum(1 << place for place, count in enumerate(marking) if count)
