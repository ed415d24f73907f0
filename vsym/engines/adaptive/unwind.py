"""Unwinding: the orbit of a state as orbits under a finer partition, by what its buckets hold, never by permutations
(Adaptive Symmetry Reduction, section 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import add, le, sub

from vsym.basics.frozen import frozen
from vsym.engines.adaptive.partitions import Cell, Counts


@frozen
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
    if not splits:
        yield ()
        return
    choices = [_shares(counts[splits[0].cell], splits[0])]
    while choices:
        split = splits[len(choices) - 1]
        shares = next(choices[-1], None)
        if shares is None:
            choices.pop()
            continue
        for part, share in zip(split.parts, shares, strict=True):
            filled[part] = share
        if len(choices) == len(splits):
            yield tuple(filled)
        else:
            following = splits[len(choices)]
            choices.append(_shares(counts[following.cell], following))


def _shares(counts: Cell, split: Split) -> Iterator[tuple[Cell, ...]]:
    """What each part gets of the processes of a cell."""
    if len(split.parts) == 1:
        yield from ((counts,) for cap in split.caps if all(map(le, counts, cap)))
        return
    # How many processes in each local state the parts from one on have room for.
    rooms: list[Sequence[int]] = [(0,) * len(counts)]
    for cap in reversed(split.caps):
        rooms.append(tuple(map(add, rooms[-1], cap)))
    rooms.reverse()

    def part(place: int, left: Cell) -> Iterator[Cell]:
        low = [max(0, count - room) for count, room in zip(left, rooms[place + 1], strict=True)]
        return _vectors(low, tuple(map(min, left, split.caps[place])), split.sizes[place])

    given: list[Cell] = []
    left = [counts]
    choices = [part(0, counts)]
    while choices:
        share = next(choices[-1], None)
        del given[len(choices) - 1 :]
        if share is None:
            choices.pop()
            left.pop()
            continue
        given.append(share)
        if len(given) == len(split.parts):
            yield tuple(given)
        else:
            rest = tuple(map(sub, left[-1], share))
            left.append(rest)
            choices.append(part(len(given), rest))


def _vectors(low: Sequence[int], high: Sequence[int], total: int) -> Iterator[Cell]:
    """Every vector between two others with this sum."""
    rest = total - sum(low)
    room = tuple(map(sub, high, low))
    if rest < 0 or rest > sum(room) or min(room) < 0:
        return
    free = [place for place, size in enumerate(room) if size]
    # How much the free entries from one on can take.
    rooms = [*accumulate((room[place] for place in reversed(free)), initial=0)][::-1]
    vector = list(low)
    if not free:
        yield tuple(vector)
        return
    left = [rest]

    def amounts(place: int) -> Iterator[int]:
        return iter(range(max(0, left[-1] - rooms[place + 1]), min(room[free[place]], left[-1]) + 1))

    choices = [amounts(0)]
    while choices:
        more = next(choices[-1], None)
        if more is None:
            choices.pop()
            left.pop()
            continue
        place = free[len(choices) - 1]
        vector[place] = low[place] + more
        if len(choices) == len(free):
            yield tuple(vector)
        else:
            left.append(left[-1] - more)
            choices.append(amounts(len(choices)))
