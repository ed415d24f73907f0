"""The states that an adaptive search has reached: which of them subsume others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from vsym.engines.adaptive.partitions import Cell, Counts, Partitions

Values: TypeAlias = tuple[int, ...]
"""All of a state but its processes: the values of shared variables."""


class Node(NamedTuple):
    """A state annotated with a partition: all concrete states with these counts in its cells and these shared values.

    `totals` are the counts over all processes. `parent` is the number of the node it was first reached from, −1 for an
    initial one, by the edge `edge` from states under the partition `moved`, in which one process of the cell `mover`
    took it; −1 where an edge may move several.
    """

    partition: int
    counts: Counts
    shared: Values
    totals: Cell
    parent: int
    edge: int
    moved: int
    mover: int


@dataclass(slots=True)
class Alike:
    """The nodes of a bucket under one partition with the same processes that may be in its rarest local state.

    `numbers` are those of the nodes by their counts, in the order in which they were found, and `last` the largest.
    """

    mask: int
    partition: int
    numbers: dict[Counts, int] = field(default_factory=dict)
    last: int = -1


_FEW = 64


@dataclass(slots=True)
class Bucket:
    """Nodes with the same totals and shared values; a node can only subsume others of its bucket.

    `rarest` is the local state in which the fewest processes may be, in the first of its nodes. A node allows there all
    the processes that may be there in nodes it subsumes. So `naming` has, by process, what allows it and few others,
    and `wide` the rest: a look-up costs what allows one process, and not one step for each partition. `last` is the
    largest number of a node.
    """

    rarest: int
    last: int = -1
    alike: dict[tuple[int, int], Alike] = field(default_factory=dict)
    naming: dict[int, list[Alike]] = field(default_factory=dict)
    wide: list[Alike] = field(default_factory=list)

    def with_mask(self, mask: int, partition: int) -> Alike:
        """The nodes of a partition with this mask, to which one is added."""
        key = (mask, partition)
        if key not in self.alike:
            self.alike[key] = one = Alike(mask, partition)
            if mask.bit_count() > _FEW:
                self.wide.append(one)
            else:
                for process in _bits(mask):
                    self.naming.setdefault(process, []).append(one)
        return self.alike[key]

    def candidates(self, mask: int) -> Sequence[Alike]:
        """Those that may have a node that subsumes one with this mask."""
        if not mask:
            return [*self.alike.values()]
        return [*self.naming.get((mask & -mask).bit_length(), ()), *self.wide]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length()
        mask ^= low


@dataclass
class Reached:
    """Nodes in the order in which they were found, and an index of them.

    The index groups counts by partition, within the totals and shared values that subsumption requires to agree. One
    look-up for each partition there that allows as much tells if a state is subsumed. `_places` has for each node its
    bucket and its mask in there.
    """

    partitions: Partitions
    nodes: list[Node] = field(default_factory=list)
    _places: list[tuple[Bucket, int]] = field(default_factory=list)
    _index: dict[tuple[Cell, Values], Bucket] = field(default_factory=dict)

    def add(self, node: Node) -> bool:
        """Add a node unless another subsumes it; true if added."""
        bucket = self._index.get((node.totals, node.shared))
        if bucket is None:
            bucket = self._index[node.totals, node.shared] = Bucket(self._rarest(node))
        mask, number = self._mask(node, bucket.rarest), len(self.nodes)
        if self._is_below(node, mask, bucket, -1, number):
            return False
        alike = bucket.with_mask(mask, node.partition)
        alike.numbers[node.counts] = alike.last = bucket.last = number
        self.nodes.append(node)
        self._places.append((bucket, mask))
        return True

    def is_subsumed(self, number: int, before: int) -> bool:
        """True if the node is subsumed by one found after it whose number is below `before`."""
        bucket, mask = self._places[number]
        return bucket.last > number and self._is_below(self.nodes[number], mask, bucket, number, before)

    def _is_below(self, node: Node, mask: int, bucket: Bucket, after: int, before: int) -> bool:
        """Tells if a node with a number between these subsumes this one (Adaptive Symmetry Reduction, theorem 4)."""
        for alike in bucket.candidates(mask):
            if alike.last > after and mask & alike.mask == mask:
                if len(self.partitions.sizes[alike.partition]) == 1:
                    counts: Counts | None = (node.totals,)
                else:
                    counts = self.partitions.projected(node.partition, alike.partition, node.counts)
                if counts is not None and after < alike.numbers.get(counts, before) < before:
                    return True
        return False

    def _rarest(self, node: Node) -> int:
        """The local state in which somebody is and in which the fewest processes may be."""
        present = [state for state, count in enumerate(node.totals) if count]
        return min(present, key=lambda state: (self._mask(node, state).bit_count(), node.totals[state]), default=0)

    def _mask(self, node: Node, rarest: int) -> int:
        """The processes that may be in a local state."""
        mask = 0
        for cell, processes in zip(node.counts, self.partitions.masks[node.partition], strict=True):
            if cell[rarest]:
                mask |= processes
        return mask


class Part(NamedTuple):
    """The part of a node's orbit with these counts under a finer partition."""

    node: int
    partition: int
    counts: Counts
