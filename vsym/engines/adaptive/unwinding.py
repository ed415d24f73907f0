"""The orbit of a state as orbits under a finer partition, by the counts of its cells, never by permutations (Adaptive
Symmetry Reduction, section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from operator import add, mul, sub
from typing import TypeVar

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

    def __call__(self, counts: Counts) -> Iterable[Counts]:
        """Every way to share out the processes of each cell among its parts, as counts of the finer partition; only
        those within the caps. Each comes once."""
        moved, whole, top = 0, self._digits.cell, self._top
        for shift, target, caps in self._moved:
            own = counts >> shift & whole
            if caps - own & top != top:
                return ()
            moved |= own << target
        divided = self._divided
        if len(divided) == 1:
            return divided[0].shares(counts, moved)
        return (
            moved + sum(shares)
            for shares in _sequences(len(divided), lambda made: iter(divided[len(made)].shares(counts, 0)))
        )

    def is_uniform(self, counts: Counts) -> bool:
        """Tells if the orbit is one orbit under the finer partition too."""
        return all(division.is_uniform(counts) for division in self._divided)


class _Division:
    """A cell that is shared out among several parts."""

    def __init__(self, split: Split, digits: Digits) -> None:
        self._split, self._digits = split, digits
        self._shift = split.cell * digits.stride
        self._below, self._top = digits.tops(1)
        self._pairs: dict[Support, _Pair | None] = {}

    def is_uniform(self, counts: Counts) -> bool:
        """Tells if all processes are in one local state."""
        support = self._digits.support(counts >> self._shift & self._digits.cell, 1)
        return not support & support - 1

    def shares(self, counts: Counts, others: Counts) -> Iterable[Counts]:
        """The shares of the parts in the cell's processes, each with the same counts of other cells."""
        own = counts >> self._shift & self._digits.cell
        support = own + self._below & self._top
        if support not in self._pairs:
            present = self._present(support)
            several = len(present) > 2
            self._pairs[support] = None if several else _Pair(self._split, self._digits, present[0], present[-1])
        pair = self._pairs[support]
        if pair is None:
            return (others + share for share in self._of_several(own, self._present(support)))
        return pair.shares(own, others)

    def _present(self, support: Support) -> list[int]:
        """The local states in which somebody is."""
        return [state for state, top in enumerate(self._digits.of_cell(support, 0)) if top]

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


class _Pair:
    """The shares of processes that are in one of two local states: the numbers of the second one, by part, decide."""

    def __init__(self, split: Split, digits: Digits, one: int, other: int) -> None:
        most = tuple(min(size, cap[other]) for size, cap in zip(split.sizes, split.caps, strict=True))
        least = tuple(max(0, size - cap[one]) for size, cap in zip(split.sizes, split.caps, strict=True))
        self._least, self._most = most if one == other else least, most
        self._shift, self._digit = other * digits.bits, digits.digit
        # Counts with nobody in the other local state, and their change if one process of a part is there instead.
        self._nobody = sum(size * digits.unit(part, one) for part, size in zip(split.parts, split.sizes, strict=True))
        self._changes = tuple(digits.unit(part, other) - digits.unit(part, one) for part in split.parts)
        rooms = tuple(map(sub, self._most, self._least))
        free = [place for place, room in enumerate(rooms) if room]
        self._two = None
        if len(free) == 2 and min(rooms) >= 0:
            fixed = self._nobody + sum(map(mul, self._least, self._changes))
            self._two = (sum(self._least), fixed, *((rooms[place], self._changes[place]) for place in free))

    def shares(self, own: Counts, others: Counts) -> Iterable[Counts]:
        """The shares of the parts in a cell's processes, each with the same counts of other cells."""
        number = own >> self._shift & self._digit
        if self._two is None:
            vectors = _vectors(self._least, self._most, number)
            return (others + self._nobody + sum(map(mul, vector, self._changes)) for vector in vectors)
        least, fixed, (room, change), (other_room, other_change) = self._two
        rest = number - least
        # One part has more and the other one less, each by one from share to share.
        low, high = max(0, rest - other_room), min(room, rest)
        start, step = others + fixed + low * change + (rest - low) * other_change, change - other_change
        return range(start, start + (high - low + 1) * step, step) if low <= high else ()


def _sequences(length: int, following: Callable[[Sequence[T]], Iterator[T]]) -> Iterator[Sequence[T]]:
    """All sequences of so many items, each of them one of those `following` the items before it; one list, which
    changes. The code does not recurse, as there may be more items than nested calls are allowed."""
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
