"""Nets with transfers, and the minimal markings from which a transfer leads to at least a marking."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen

MOST_WAYS = 5_000
"""The most ways in which a step may lead to a marking."""


class TooManyWaysError(Exception):
    """A step may have brought a marking together in too many ways."""


Marking: TypeAlias = tuple[int, ...]
"""A number for each place."""


@frozen
class Place:
    """A counter; or, with a `value`, whether a variable of few values has this one: 1 if so, else 0."""

    symbol: FNode
    value: int | None = None


@frozen
class Transfer:
    """A step from c with `low <= c <= high` (None: no bound) to c': the count of place a goes to `target[a]` (None: it
    is lost), and then `change` is added. It can be taken where no count of c' is negative."""

    low: Marking
    high: tuple[int | None, ...]
    target: tuple[int | None, ...]
    change: Marking


@frozen
class Net:
    """Transfers between places. The net of a transition system can do every step of it, and maybe more. `most` has the
    largest count of each place at the start, None for no bound."""

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


class Step:
    """A transfer backwards, with the places that it tests or changes."""

    def __init__(self, transfer: Transfer, alternatives: Iterable[tuple[int, ...]]) -> None:
        self._transfer = transfer
        self._touched = [
            (place, low, high, transfer.change[place], transfer.target[place] is None)
            for place, (low, high) in enumerate(zip(transfer.low, transfer.high, strict=True))
            if low or high is not None or transfer.change[place] or transfer.target[place] != place
        ]
        self._merges = any(target not in (None, place) for place, target in enumerate(transfer.target))
        touched = {place for place, *_ in self._touched}
        self._alternatives = [places for places in alternatives if self._merges or touched & {*places}]

    def predecessors(self, marking: Marking) -> Iterator[Marking]:
        """The minimal markings before it in which no variable has two values; raises TooManyWaysError."""
        for before in predecessors(self._transfer, marking) if self._merges else self._unmerged(marking):
            if all(sum(before[place] for place in places) <= 1 for places in self._alternatives):
                yield before

    def _unmerged(self, marking: Marking) -> Iterator[Marking]:
        before = list(marking)
        for place, low, high, change, is_lost in self._touched:
            missing = marking[place] - change
            if is_lost and missing > 0:
                return
            before[place] = low if is_lost else max(low, missing)
            if high is not None and before[place] > high:
                return
        yield tuple(before)


def predecessors(transfer: Transfer, marking: Marking) -> Iterator[Marking]:
    """The minimal markings from which a transfer leads to one that covers a marking. They respect the transfer's upper
    bounds of places: a marking above one is no predecessor. Raises TooManyWaysError."""
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
