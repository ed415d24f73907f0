"""The orbit of a state as orbits under a finer partition, by the counts of its cells, never by permutations (Adaptive
Symmetry Reduction, section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from operator import add, sub
from typing import NamedTuple, TypeVar

from vsym.basics.frozen import frozen
from vsym.engines.adaptive.digits import Cell, Counts, Digits, Support

T = TypeVar("T")


@frozen
class Split:
    """A cell of the coarser partition and the cells of the finer one that it falls into.

    `sizes` are those of the finer cells, and `caps` bound their counts for each local state.
    """

    cell: int
    parts: tuple[int, ...]
    sizes: tuple[int, ...]
    caps: tuple[Cell, ...]


class Unwinding:
    """The unwinding of orbits under a partition, each of whose cells is split, to one that is finer."""

    def __init__(self, splits: Sequence[Split], digits: Digits) -> None:
        self._digits = digits
        _, self._top = digits.tops(1)
        # A bit more than a cap, less a count, leaves the top bit where the count is at most the cap.
        self._moved = [
            (split.cell * digits.stride, split.parts[0] * digits.stride, digits.packed(split.caps) + self._top)
            for split in splits
            if len(split.parts) == 1
        ]
        self._divided = [_Division(split, digits) for split in splits if len(split.parts) > 1]

    def __call__(self, counts: Counts) -> Iterator[Counts]:
        """Every way to share out the processes of each cell among its parts, as counts of the finer partition; only
        those within the caps. Each comes once."""
        moved, whole, top = 0, self._digits.cell, self._top
        for shift, target, caps in self._moved:
            own = counts >> shift & whole
            if caps - own & top != top:
                return
            moved |= own << target
        divided = self._divided
        if len(divided) == 1:
            for share in divided[0].shares(counts):
                yield moved + share
            return
        for shares in _sequences(len(divided), lambda made: divided[len(made)].shares(counts)):
            yield moved + sum(shares)

    def is_uniform(self, counts: Counts) -> bool:
        """Tells if the orbit is one orbit under the finer partition too."""
        return all(division.is_uniform(counts) for division in self._divided)


class _Pair(NamedTuple):
    """The shares of processes in two local states: how many of a part are in the second one decides it.

    `least` and `room` give for each part the smallest number there and how many more there can be. `start` are the
    counts with nobody there, and `step` what changes if one process of a part is there instead.
    """

    least: tuple[int, ...]
    room: tuple[int, ...]
    start: Counts
    step: tuple[int, ...]


class _Division:
    """A cell that is shared out among several parts."""

    def __init__(self, split: Split, digits: Digits) -> None:
        self._split, self._digits = split, digits
        self._shift = split.cell * digits.stride
        self._below, self._top = digits.tops(1)
        self._pairs: dict[Support, tuple[int, _Pair] | None] = {}

    def is_uniform(self, counts: Counts) -> bool:
        """Tells if all processes are in one local state."""
        support = self._digits.support(counts >> self._shift & self._digits.cell, 1)
        return not support & support - 1

    def shares(self, counts: Counts) -> Iterator[Counts]:
        """The shares of the parts in the cell's processes."""
        own = counts >> self._shift & self._digits.cell
        support = own + self._below & self._top
        if support not in self._pairs:
            self._pairs[support] = self._pair(self._present(support))
        pair = self._pairs[support]
        if pair is None:
            return self._of_several(own, self._present(support))
        shift, shares = pair
        return _of_two(own >> shift & self._digits.digit, shares)

    def _present(self, support: Support) -> list[int]:
        """The local states in which somebody is."""
        return [
            state for state in range(self._digits.states) if support >> state * self._digits.bits & self._digits.digit
        ]

    def _pair(self, present: Sequence[int]) -> tuple[int, _Pair] | None:
        """The shift of the second local state's digit, and the shares; None where there are more than two."""
        if not 1 <= len(present) <= 2:
            return None
        one, other = present[0], present[-1]
        unit, split = self._digits.unit, self._split
        least = tuple(max(0, size - cap[one]) for size, cap in zip(split.sizes, split.caps, strict=True))
        most = tuple(min(size, cap[other]) for size, cap in zip(split.sizes, split.caps, strict=True))
        start = sum(size * unit(part, one) for part, size in zip(split.parts, split.sizes, strict=True))
        step = tuple(unit(part, other) - unit(part, one) for part in split.parts)
        if one == other:
            least = most
        return other * self._digits.bits, _Pair(least, tuple(map(sub, most, least)), start, step)

    def _of_several(self, own: Counts, present: Sequence[int]) -> Iterator[Counts]:
        digits, split = self._digits, self._split
        every = digits.of_cell(own, 0)
        counts = tuple(every[state] for state in present)
        caps = [tuple(cap[state] for state in present) for cap in split.caps]
        # How many processes in each local state the parts from one on have room for.
        rooms = [*accumulate(reversed(caps), lambda room, cap: tuple(map(add, room, cap)), initial=(0,) * len(counts))]
        rooms.reverse()
        left = [counts]

        def part(given: Sequence[Cell]) -> Iterator[Cell]:
            place = len(given)
            if given:
                left[place:] = [tuple(map(sub, left[place - 1], given[-1]))]
            low = [max(0, count - room) for count, room in zip(left[place], rooms[place + 1], strict=True)]
            return _vectors(low, tuple(map(min, left[place], caps[place])), split.sizes[place])

        units = [[digits.unit(part, state) for state in present] for part in split.parts]
        for shares in _sequences(len(split.parts), part):
            yield sum(
                count * unit
                for share, own_units in zip(shares, units, strict=True)
                for count, unit in zip(share, own_units, strict=True)
            )


def _of_two(number: int, pair: _Pair) -> Iterator[Counts]:
    """The shares of a pair with so many processes in the second local state."""
    for amounts in _vectors(pair.least, tuple(map(add, pair.least, pair.room)), number):
        yield pair.start + sum(amount * step for amount, step in zip(amounts, pair.step, strict=True))


def _sequences(length: int, following: Callable[[Sequence[T]], Iterator[T]]) -> Iterator[Sequence[T]]:
    """All sequences of so many items, each of them one of those `following` the items before it; one list, which
    changes. Nothing is nested, as there may be more items than calls can be."""
    items: list[T] = []
    if not length:
        yield items
        return
    choices = [following(items)]
    while choices:
        del items[len(choices) - 1 :]
        item = next(choices[-1], None)
        if item is None:
            choices.pop()
            continue
        items.append(item)
        if len(items) == length:
            yield items
        else:
            choices.append(following(items))


def _vectors(low: Sequence[int], high: Sequence[int], total: int) -> Iterator[Cell]:
    """Every vector between two others with this sum."""
    rest = total - sum(low)
    room = tuple(map(sub, high, low))
    if rest < 0 or rest > sum(room) or min(room) < 0:
        return
    free = [place for place, size in enumerate(room) if size]
    if len(free) == 2:
        first, second = free
        vector = list(low)
        for more in range(max(0, rest - room[second]), min(room[first], rest) + 1):
            vector[first], vector[second] = low[first] + more, low[second] + rest - more
            yield tuple(vector)
        return
    # How much the free entries from one on can take.
    rooms = [*accumulate((room[place] for place in reversed(free)), initial=0)][::-1]
    left = [rest]

    def amounts(given: Sequence[int]) -> Iterator[int]:
        place = len(given)
        if given:
            left[place:] = [left[place - 1] - given[-1]]
        return iter(range(max(0, left[place] - rooms[place + 1]), min(room[free[place]], left[place]) + 1))

    vector = list(low)
    for given in _sequences(len(free), amounts):
        for place, more in zip(free, given, strict=True):
            vector[place] = low[place] + more
        yield tuple(vector)
