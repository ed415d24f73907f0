"""Partitions of the processes, numbered, with the operations on them that a search repeats for many states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from vsym.engines.adaptive.digits import Cell, Counts, Digits, Support
from vsym.models.counting.processes import Processes, refine


class Projection(NamedTuple):
    """From the cells of one partition to those of another.

    `rows` has, for each cell of the other, the digits of the cells inside it, and the shift of its own. `cut` has the
    bits of the cells that are in no cell of the other, and `pieces`, for each cell that these have processes in common
    with, its shift, the shift of the cut cell, the size of that, and the number of common processes.
    """

    digits: Digits
    rows: tuple[tuple[int, int], ...]
    cut: int
    pieces: tuple[tuple[int, int, int, int], ...]

    def image(self, counts: Counts) -> Counts:
        """The counts of the other partition's cells, if the processes of each cut cell are in one local state."""
        whole = self.digits.cell
        image = 0
        for mask, shift in self.rows:
            image += (counts & mask) % whole << shift
        for shift, from_shift, size, common in self.pieces:
            image += (counts >> from_shift & whole) // size * common << shift
        return image


class Partitions:
    """All partitions met so far; a partition's cells are in the order of their first process.

    `cells`, their `sizes` and, as bit masks, their processes are lists by the number of the partition. There are
    `processes` processes, and `digits` are those of counts.
    """

    def __init__(self, processes: int, states: int) -> None:
        self.processes, self.digits = processes, Digits(processes, states)
        self.cells: list[tuple[Processes, ...]] = []
        self.sizes: list[tuple[int, ...]] = []
        self.masks: list[tuple[int, ...]] = []
        self._tops: list[tuple[int, int]] = []
        self._cells = 0
        self._numbers: dict[tuple[Processes, ...], int] = {}
        self._meets: dict[tuple[int, int], int] = {}
        self._projections: dict[tuple[int, int], Projection] = {}
        self._coarsest: dict[tuple[int, Support], int] = {}

    @property
    def bytes(self) -> int:
        """The approximate bytes of all partitions."""
        related = len(self._meets) + len(self._projections) + len(self._coarsest)
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
            self._tops.append(self.digits.tops(len(key)))
        return self._numbers[key]

    def unpacked(self, number: int, counts: Counts) -> tuple[Cell, ...]:
        """The counts of each cell of a partition."""
        return self.digits.unpacked(counts, len(self.cells[number]))

    def tops(self, number: int) -> tuple[int, int]:
        """All bits below the top one of each digit of a partition's counts, and the top bits."""
        return self._tops[number]

    def support(self, number: int, counts: Counts) -> Support:
        """The digits of counts of a partition that are not zero."""
        below, top = self._tops[number]
        return counts + below & top

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
            self._projections[key] = self._projection(self.cells[one], self.cells[other])
        return self._projections[key]

    def _projection(self, cells: Sequence[Processes], others: Sequence[Processes]) -> Projection:
        stride, whole = self.digits.stride, self.digits.cell
        rows, inside = [], set[int]()
        for place, other in enumerate(others):
            own = [number for number, cell in enumerate(cells) if cell <= other]
            if own:
                rows.append((sum(whole << number * stride for number in own), place * stride))
            inside.update(own)
        cut = [number for number in range(len(cells)) if number not in inside]
        pieces = []
        for place, other in enumerate(others):
            for number in cut:
                if common := (cells[number] & other).size:
                    pieces.append((place * stride, number * stride, cells[number].size, common))
        return Projection(self.digits, tuple(rows), sum(1 << number for number in cut), tuple(pieces))

    def projected(self, one: int, other: int, counts: Counts) -> Counts | None:
        """The orbit under the other partition that includes a whole orbit under the first; None if there is none.

        There is one unless a cell that the other partition cuts has processes in different local states: this is
        condition 1 of theorem 4, and the counts are condition 2.
        """
        if one == other:
            return counts
        projection = self.projection(one, other)
        if projection.cut and projection.cut & self.mixed(one, self.support(one, counts)):
            return None
        return projection.image(counts)

    def mixed(self, number: int, support: Support) -> int:
        """The bits of the cells whose processes are in several local states."""
        return sum(1 << place for place, own in enumerate(self._supports(number, support)) if own & own - 1)

    def _supports(self, number: int, support: Support) -> Iterator[Support]:
        """The support of each cell."""
        cell, stride = self.digits.cell, self.digits.stride
        return (support >> place * stride & cell for place in range(len(self.cells[number])))

    def coarsest(self, number: int, support: Support) -> int:
        """The coarsest partition for orbits with this support: cells that are all in one local state, the same one,
        join. Two orbits are equal only if they are with their coarsest partitions."""
        key = (number, support)
        if key not in self._coarsest:
            supports = [*self._supports(number, support)]
            uniform = [own for own in supports if not own & own - 1]
            self._coarsest[key] = number if len({*uniform}) == len(uniform) else self._joined(number, supports)
        return self._coarsest[key]

    def _joined(self, number: int, supports: Sequence[Support]) -> int:
        """The partition in which the cells in one local state, the same one, are one."""
        joined: dict[int, list[Processes]] = {}
        for place, (cell, own) in enumerate(zip(self.cells[number], supports, strict=True)):
            joined.setdefault(-1 - place if own & own - 1 else own, []).append(cell)
        merged = [Processes.of(piece for cell in cells for piece in cell.ranges) for cells in joined.values()]
        return self.number(sorted(merged, key=lambda cell: cell.first))

    def coarsened(self, number: int, counts: Counts) -> tuple[int, Counts]:
        """The same orbit with the coarsest partition."""
        coarsest = self.coarsest(number, self.support(number, counts))
        return coarsest, counts if coarsest == number else self.projection(number, coarsest).image(counts)


def classes(size: int, are_alike: Callable[[int, int], bool]) -> tuple[Processes, ...]:
    """The classes of the processes 1, …, `size` under an equivalence; `are_alike` counts processes from 0."""
    members: list[list[int]] = []
    for process in range(size):
        own = next((one for one in members if are_alike(one[0], process)), None)
        if own is None:
            members.append([process])
        else:
            own.append(process)
    return tuple(Processes.of((one + 1, one + 1) for one in several) for several in members)
