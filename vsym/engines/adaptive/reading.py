"""How states under one partition are unwound for a predicate that respects another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from vsym.basics.limits import check
from vsym.engines.adaptive.partitions import Counts, Partitions
from vsym.engines.adaptive.predicates import Places, Test
from vsym.engines.adaptive.unwind import Split, unwound
from vsym.logic.formula import Formula


class Reading(NamedTuple):
    """The meet of both partitions, how the cells of the first fall into it (None where they stay whole), and the
    predicate's test over its cells."""

    partition: int
    splits: tuple[Split, ...] | None
    test: Test

    def satisfying(self, counts: Counts, shared: Sequence[int], deadline: float | None) -> Iterator[Counts]:
        """The parts of an orbit, as orbits under the meet, in which the predicate holds.

        Raises LimitReachedError at the deadline: there may be many parts between two that satisfy it.
        """
        if self.splits is None:
            if self.test(counts, shared):
                yield counts
            return
        width = sum(len(split.parts) for split in self.splits)
        for part in unwound(counts, self.splits, width):
            check(deadline)
            if self.test(part, shared):
                yield part

    def is_uniform(self, counts: Counts) -> bool:
        """Whether the orbit is one orbit under the meet too, so that the predicate holds in all of it or nowhere."""
        if self.splits is None:
            return True
        return all(sum(split.sizes) in counts[split.cell] for split in self.splits if len(split.parts) > 1)


def reading(
    partitions: Partitions,
    partition: int,
    respected: int,
    formula: Formula,
    states: Mapping[str, int],
    shared: Mapping[str, int],
) -> Reading:
    """The reading of states under `partition` for a predicate that respects the partition `respected`."""
    meet = partitions.meet(partition, respected)
    places = Places(partitions.cells[meet], states, shared)
    test = places.test(formula)
    if meet == partition:
        return Reading(meet, None, test)
    caps = places.caps(formula)
    sizes = partitions.sizes[meet]
    _, rows = partitions.projection(meet, partition)
    splits = (
        Split(cell, parts, tuple(sizes[part] for part in parts), tuple(tuple(caps[part]) for part in parts))
        for cell, (parts, _) in enumerate(rows)
    )
    return Reading(meet, tuple(splits), test)
