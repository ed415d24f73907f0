"""Unwinding: the orbit of a state as orbits under a finer partition, by what its buckets hold, never by permutations
(Adaptive Symmetry Reduction, section 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vsym.engines.adaptive.partitions import Cell, Counts


@dataclass(frozen=True)
class Split:
    """A cell of the coarser partition and the cells of the finer one that it falls into.

    `sizes` are theirs, and `caps` bound, for each of them and each local state, the counts that are wanted.
    """

    cell: int
    parts: tuple[int, ...]
    sizes: tuple[int, ...]
    caps: tuple[Cell, ...]


def unwound(counts: Counts, splits: Sequence[Split], width: int) -> Iterator[Counts]:
    """Every way to share out the processes of each cell among its parts, as counts of the finer partition's `width`
    cells; only those within the caps. Each comes once."""
    filled: list[Cell] = [()] * width
    return _filled(counts, splits, 0, filled)


def _filled(counts: Counts, splits: Sequence[Split], place: int, filled: list[Cell]) -> Iterator[Counts]:
    if place == len(splits):
        yield tuple(filled)
        return
    split = splits[place]
    for shares in _shares(counts[split.cell], split, 0):
        for part, share in zip(split.parts, shares, strict=True):
            filled[part] = share
        yield from _filled(counts, splits, place + 1, filled)


def _shares(left: Cell, split: Split, part: int) -> Iterator[tuple[Cell, ...]]:
    """What the parts from `part` on get of the processes that are left."""
    caps = split.caps[part]
    if part == len(split.parts) - 1:
        if all(count <= cap for count, cap in zip(left, caps, strict=True)):
            yield (left,)
        return
    later = [sum(column) for column in zip(*split.caps[part + 1 :], strict=True)]
    low = [max(0, count - room) for count, room in zip(left, later, strict=True)]
    high = [min(count, cap) for count, cap in zip(left, caps, strict=True)]
    for share in _vectors(low, high, split.sizes[part]):
        rest = tuple(count - taken for count, taken in zip(left, share, strict=True))
        for others in _shares(rest, split, part + 1):
            yield (share, *others)


def _vectors(low: Sequence[int], high: Sequence[int], total: int) -> Iterator[Cell]:
    """Every vector between two others with this sum."""
    if len(low) == 1:
        if low[0] <= total <= high[0]:
            yield (total,)
        return
    least, most = sum(low[1:]), sum(high[1:])
    for first in range(max(low[0], total - most), min(high[0], total - least) + 1):
        for others in _vectors(low[1:], high[1:], total - first):
            yield (first, *others)
