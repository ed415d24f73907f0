"""Partitions of the processes, numbered, with the operations on them that a search repeats for many states.

Unwinding takes the orbit of a state as orbits under a finer partition, by what its buckets hold, never by permutations
(Adaptive Symmetry Reduction, section 8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from operator import add, le, sub
from typing import NamedTuple, TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.models.counting.processes import Processes, refine

T = TypeVar("T")

Cell: TypeAlias = tuple[int, ...]
"""The numbers of a cell's processes in each local state, in the model's order."""

Counts: TypeAlias = tuple[Cell, ...]
"""One entry per cell of a partition, in its order: the orbit of a state under the group that the partition generates
(Adaptive Symmetry Reduction, definition 2)."""


class Projection(NamedTuple):
    """From the cells of one partition to those of another.

    `cut` lists the cells that are in no cell of the other, with their sizes. `rows` has, for each cell of the other,
    the cells inside it, and the cut ones with how many processes they have in common with it.
    """

    cut: tuple[tuple[int, int], ...]
    rows: tuple[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ...]


class Partitions:
    """All partitions met so far; a partition's cells are in the order of their first process.

    `cells`, their `sizes` and, as bit masks, their processes are lists by the number of the partition.
    """

    def __init__(self) -> None:
        self.cells: list[tuple[Processes, ...]] = []
        self.sizes: list[tuple[int, ...]] = []
        self.masks: list[tuple[int, ...]] = []
        self._cells = 0
        self._numbers: dict[tuple[Processes, ...], int] = {}
        self._meets: dict[tuple[int, int], int] = {}
        self._projections: dict[tuple[int, int], Projection] = {}
        self._mergers: dict[tuple[int, tuple[int, ...]], tuple[int, tuple[int, ...]]] = {}

    @property
    def bytes(self) -> int:
        """About how much memory they need."""
        related = len(self._meets) + len(self._projections) + len(self._mergers)
        return self._cells * 400 + related * 600

    def number(self, cells: Sequence[Processes]) -> int:
        """The number of a partition."""
        key = tuple(cells)
        if key not in self._numbers:
            self._numbers[key] = len(self.cells)
            self.cells.append(key)
            self._cells += len(key)
            self.sizes.append(tuple(cell.size for cell in key))
            self.masks.append(tuple(sum((1 << high) - (1 << low - 1) for low, high in cell.ranges) for cell in key))
        return self._numbers[key]

    def meet(self, one: int, other: int) -> int:
        """The coarsest partition that is finer than both: it generates the permutations that both generate."""
        key = (one, other)
        if key not in self._meets:
            self._meets[key] = self.number(refine([*self.cells[one], *self.cells[other]]))
        return self._meets[key]

    def projection(self, one: int, other: int) -> Projection:
        """The projection of one partition's cells to another's."""
        key = (one, other)
        if key not in self._projections:
            self._projections[key] = _projection(self.cells[one], self.cells[other])
        return self._projections[key]

    def projected(self, one: int, other: int, counts: Counts) -> Counts | None:
        """The orbit under the other partition that includes a whole orbit under the first; None if there is none.

        There is one unless a cell that the other partition cuts has processes in different local states: this is
        condition 1 of theorem 4, and the counts are condition 2.
        """
        if one == other:
            return counts
        cut, rows = self.projection(one, other)
        for cell, size in cut:
            if size not in counts[cell]:
                return None
        sizes = self.sizes[one]
        projected = []
        for inside, parts in rows:
            if len(inside) == 1 and not parts:
                projected.append(counts[inside[0]])
                continue
            total = list(map(sum, zip(*(counts[cell] for cell in inside), strict=True))) or [0] * len(counts[0])
            for cell, size in parts:
                total[counts[cell].index(sizes[cell])] += size
            projected.append(tuple(total))
        return tuple(projected)

    def coarsened(self, number: int, counts: Counts) -> tuple[int, Counts]:
        """The same orbit with the coarsest partition: cells that are all in one local state, the same one, join.

        Two orbits are equal only if their coarsened forms are.
        """
        sizes = self.sizes[number]
        filled = [cell.index(size) for cell, size in zip(counts, sizes, strict=True) if size in cell]
        if len(filled) < 2 or len(set(filled)) == len(filled):
            return number, counts
        uniform = tuple(
            cell.index(size) if size in cell else -1 - place
            for place, (cell, size) in enumerate(zip(counts, sizes, strict=True))
        )
        key = (number, uniform)
        if key not in self._mergers:
            joined: dict[int, list[Processes]] = {}
            for cell, label in zip(self.cells[number], uniform, strict=True):
                joined.setdefault(label, []).append(cell)
            merged = [Processes.of(piece for cell in cells for piece in cell.ranges) for cells in joined.values()]
            order = sorted(range(len(merged)), key=lambda place: merged[place].first)
            target = self.number([merged[place] for place in order])
            self._mergers[key] = (target, tuple([*joined][place] for place in order))
        target, labels = self._mergers[key]
        cells = []
        for label, size in zip(labels, self.sizes[target], strict=True):
            if label < 0:
                cells.append(counts[-1 - label])
            else:
                cells.append(tuple(size if state == label else 0 for state in range(len(counts[0]))))
        return target, tuple(cells)


def classes(size: int, are_alike: Callable[[int, int], bool]) -> tuple[Processes, ...]:
    """The partition of the processes 1, …, `size` by an equivalence that is asked of two, counted from 0."""
    members: list[list[int]] = []
    for process in range(size):
        own = next((one for one in members if are_alike(one[0], process)), None)
        if own is None:
            members.append([process])
        else:
            own.append(process)
    return tuple(Processes.of((one + 1, one + 1) for one in several) for several in members)


def _projection(cells: Sequence[Processes], others: Sequence[Processes]) -> Projection:
    cut = [(number, cell.size) for number, cell in enumerate(cells) if not any(cell <= other for other in others)]
    rows = []
    for other in others:
        inside = tuple(number for number, cell in enumerate(cells) if cell <= other)
        common = ((number, (cells[number] & other).size) for number, _ in cut)
        rows.append((inside, tuple((number, size) for number, size in common if size)))
    return Projection(tuple(cut), tuple(rows))


@frozen
class Split:
    """A cell of the coarser partition and the cells of the finer one that it falls into.

    `sizes` are those of the finer cells, and `caps` bound their counts for each local state.
    """

    cell: int
    parts: tuple[int, ...]
    sizes: tuple[int, ...]
    caps: tuple[Cell, ...]


def unwound(counts: Counts, splits: Sequence[Split], width: int) -> Iterator[Counts]:
    """Every way to share out the processes of each cell among its parts, as counts of the finer partition's `width`
    cells; only those within the caps. Each comes once."""
    if len(splits) == 1:
        yield from _shares(counts[0], splits[0])
        return
    filled: list[Cell] = [()] * width
    for shared in _sequences(len(splits), lambda made: _shares(counts[splits[len(made)].cell], splits[len(made)])):
        for split, shares in zip(splits, shared, strict=True):
            for part, share in zip(split.parts, shares, strict=True):
                filled[part] = share
        yield tuple(filled)


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


def _shares(counts: Cell, split: Split) -> Iterator[tuple[Cell, ...]]:
    """The shares of the parts in a cell's processes."""
    if len(split.parts) == 1:
        yield from ((counts,) for cap in split.caps if all(map(le, counts, cap)))
        return
    present = [state for state, count in enumerate(counts) if count]
    if len(present) <= 2:
        yield from _shares_of_two(counts, split, present[0] if present else 0, present[-1] if present else 0)
        return
    # How many processes in each local state the parts from one on have room for.
    rooms = [
        *accumulate(reversed(split.caps), lambda room, cap: tuple(map(add, room, cap)), initial=(0,) * len(counts))
    ]
    rooms.reverse()
    left = [counts]

    def part(given: Sequence[Cell]) -> Iterator[Cell]:
        place = len(given)
        if given:
            left[place:] = [tuple(map(sub, left[place - 1], given[-1]))]
        low = [max(0, count - room) for count, room in zip(left[place], rooms[place + 1], strict=True)]
        return _vectors(low, tuple(map(min, left[place], split.caps[place])), split.sizes[place])

    yield from map(tuple, _sequences(len(split.parts), part))


def _shares_of_two(counts: Cell, split: Split, one: int, other: int) -> Iterator[tuple[Cell, ...]]:
    """The shares where all processes are in one of two local states: how many in the other one decides a part."""
    high = [min(size, cap[other]) for size, cap in zip(split.sizes, split.caps, strict=True)]
    low = [max(0, size - cap[one]) for size, cap in zip(split.sizes, split.caps, strict=True)]
    for amounts in _vectors(high if one == other else low, high, counts[other]):
        parts = []
        for size, amount in zip(split.sizes, amounts, strict=True):
            part = [0] * len(counts)
            part[one] = size - amount
            part[other] = amount
            parts.append(tuple(part))
        yield tuple(parts)


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
