"""Predicates on annotated states, which are unwound where a predicate respects another partition than theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from vsym.basics.limits import check
from vsym.engines.adaptive.partitions import Cell, Counts, Partitions, Split, unwound

Test: TypeAlias = Callable[[Counts, Sequence[int]], bool]
"""Tells if a predicate holds, from the counts of the cells and the shared values."""


class Reading(NamedTuple):
    """The meet of both partitions, how the cells of the first fall into it (None where they stay whole), and the
    predicate's test over its cells."""

    partition: int
    splits: tuple[Split, ...] | None
    test: Test

    def satisfying(self, counts: Counts, shared: Sequence[int], deadline: float | None) -> Iterable[Counts]:
        """The parts of an orbit, as orbits under the meet, in which the predicate holds.

        To go on to the next raises LimitReachedError at the deadline: there may be many parts between two.
        """
        if self.splits is None:
            return (counts,) if self.test(counts, shared) else ()
        return self._unwound(self.splits, counts, shared, deadline)

    def _unwound(
        self, splits: tuple[Split, ...], counts: Counts, shared: Sequence[int], deadline: float | None
    ) -> Iterator[Counts]:
        width = sum(len(split.parts) for split in splits)
        for part in unwound(counts, splits, width):
            check(deadline)
            if self.test(part, shared):
                yield part

    def is_uniform(self, counts: Counts) -> bool:
        """Tells if the orbit is one orbit under the meet too, so that the predicate holds in all of it or nowhere."""
        if self.splits is None:
            return True
        return all(sum(split.sizes) in counts[split.cell] for split in self.splits if len(split.parts) > 1)


def reading(
    partitions: Partitions, partition: int, meet: int, test: Test, caps: Callable[[], Sequence[Sequence[int]]]
) -> Reading:
    """The reading of states under `partition` for a predicate tested on the cells of the `meet` with what it respects.

    `caps` gives, by cell of the meet and local state, a number that no count exceeds where the predicate holds.
    """
    if meet == partition:
        return Reading(meet, None, test)
    sizes, bounds = partitions.sizes[meet], [tuple(cap) for cap in caps()]
    _, rows = partitions.projection(meet, partition)
    splits: Iterator[tuple[Cell, Cell, tuple[Cell, ...]]] = (
        (parts, tuple(sizes[part] for part in parts), tuple(bounds[part] for part in parts)) for parts, _ in rows
    )
    return Reading(meet, tuple(Split(cell, *split) for cell, split in enumerate(splits)), test)
