"""Predicates on annotated states, which are unwound where a predicate respects another partition than theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from vsym.basics.limits import check
from vsym.engines.adaptive.digits import Counts
from vsym.engines.adaptive.partitions import Partitions
from vsym.engines.adaptive.unwinding import Split, Unwinding

Test: TypeAlias = Callable[[Counts, Sequence[int]], bool]
"""Tells if a predicate holds, from the counts of the cells and the shared values."""


class Reading(NamedTuple):
    """The meet of both partitions, the unwinding to it (None where the first partition is the meet), and the
    predicate's test over its cells."""

    partition: int
    unwinding: Unwinding | None
    test: Test

    def satisfying(self, counts: Counts, shared: Sequence[int], deadline: float | None) -> Iterable[Counts]:
        """The parts of an orbit, as orbits under the meet, in which the predicate holds.

        To go on to the next raises LimitReachedError at the deadline: there may be many parts between two.
        """
        if self.unwinding is None:
            return (counts,) if self.test(counts, shared) else ()
        parts = self.unwinding(counts)
        if isinstance(parts, range):
            # There are at most as many as processes.
            return [part for part in parts if self.test(part, shared)]
        return self._among(parts, shared, deadline)

    def _among(self, parts: Iterable[Counts], shared: Sequence[int], deadline: float | None) -> Iterator[Counts]:
        for part in parts:
            check(deadline)
            if self.test(part, shared):
                yield part

    def is_uniform(self, counts: Counts) -> bool:
        """Tells if the orbit is one orbit under the meet too, so that the predicate holds in all of it or nowhere."""
        return self.unwinding is None or self.unwinding.is_uniform(counts)


def reading(
    partitions: Partitions, partition: int, meet: int, test: Test, caps: Callable[[], Sequence[Sequence[int]]]
) -> Reading:
    """The reading of states under `partition` for a predicate, tested on the cells of `meet`: of the meet of
    `partition` and the partition that the predicate respects.

    `caps` gives, by cell of the meet and local state, a number that no count exceeds where the predicate holds.
    """
    if meet == partition:
        return Reading(meet, None, test)
    finer, sizes, bounds = partitions.cells[meet], partitions.sizes[meet], [tuple(cap) for cap in caps()]
    splits = []
    for place, cell in enumerate(partitions.cells[partition]):
        parts = tuple(number for number, part in enumerate(finer) if part <= cell)
        splits.append(Split(place, parts, tuple(sizes[part] for part in parts), tuple(bounds[part] for part in parts)))
    return Reading(meet, Unwinding(splits, partitions.digits), test)
