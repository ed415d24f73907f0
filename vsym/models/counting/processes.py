"""Sets of process indices, held as ranges: the cost of a set is that of its description, not of its members."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import cached_property

from vsym.basics.frozen import frozen

LISTED = 1000
"""The most processes for which a state is listed process by process; larger states have only counts per group."""


@frozen
class Processes:
    """A set of process indices (from 1) as sorted, disjoint, non-adjacent inclusive ranges."""

    ranges: tuple[tuple[int, int], ...] = ()

    @staticmethod
    def of(ranges: Iterable[tuple[int, int]]) -> Processes:
        """The union of inclusive ranges in any order; a range with high < low is empty."""
        merged: list[tuple[int, int]] = []
        for low, high in sorted(piece for piece in ranges if piece[0] <= piece[1]):
            if merged and low <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
            else:
                merged.append((low, high))
        return Processes(tuple(merged))

    @cached_property
    def size(self) -> int:
        """The number of processes in the set (`len` would refuse sizes past the machine word)."""
        return sum(high - low + 1 for low, high in self.ranges)

    @property
    def first(self) -> int:
        """The smallest index; raises IndexError on the empty set."""
        return self.ranges[0][0]

    @property
    def last(self) -> int:
        """The largest index; raises IndexError on the empty set."""
        return self.ranges[-1][1]

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __iter__(self) -> Iterator[int]:
        for low, high in self.ranges:
            yield from range(low, high + 1)

    def __contains__(self, process: int) -> bool:
        return any(low <= process <= high for low, high in self.ranges)

    def __or__(self, other: Processes) -> Processes:
        return Processes.of((*self.ranges, *other.ranges))

    def __and__(self, other: Processes) -> Processes:
        shared: list[tuple[int, int]] = []
        i = j = 0
        while i < len(self.ranges) and j < len(other.ranges):
            (low, high), (other_low, other_high) = self.ranges[i], other.ranges[j]
            if max(low, other_low) <= min(high, other_high):
                shared.append((max(low, other_low), min(high, other_high)))
            if high < other_high:
                i += 1
            else:
                j += 1
        return Processes(tuple(shared))

    def __sub__(self, other: Processes) -> Processes:
        left: list[tuple[int, int]] = []
        j = 0
        for low, high in self.ranges:
            while j < len(other.ranges) and other.ranges[j][1] < low:
                j += 1
            k = j
            while k < len(other.ranges) and other.ranges[k][0] <= high:
                if low < other.ranges[k][0]:
                    left.append((low, other.ranges[k][0] - 1))
                low = other.ranges[k][1] + 1
                k += 1
            if low <= high:
                left.append((low, high))
        return Processes(tuple(left))

    def __le__(self, other: Processes) -> bool:
        return not self - other

    def __str__(self) -> str:
        return ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in self.ranges)


def refine(sets: Iterable[Processes]) -> list[Processes]:
    """The coarsest partition of the union of `sets` such that every set is a union of its cells.

    The cells come in the order of their smallest process.
    """
    return list(signatures(sets).values())


def signatures(sets: Iterable[Processes]) -> dict[int, Processes]:
    """The cells of `refine`, each under its signature: the bit mask of the sets that it is inside of, where bit n
    stands for the n-th different set.

    One sweep over the ends of the ranges: each stretch between two ends has the sets that cover it as its signature.
    """
    toggles: dict[int, int] = {}
    for number, processes in enumerate(dict.fromkeys(sets)):
        for low, high in processes.ranges:
            toggles[low] = toggles.get(low, 0) ^ (1 << number)
            toggles[high + 1] = toggles.get(high + 1, 0) ^ (1 << number)
    stretches: dict[int, list[tuple[int, int]]] = {}
    ends = sorted(toggles)
    covering = 0
    for low, after in itertools.pairwise(ends):
        covering ^= toggles[low]
        if covering:
            stretches.setdefault(covering, []).append((low, after - 1))
    return {covering: Processes.of(pieces) for covering, pieces in stretches.items()}
