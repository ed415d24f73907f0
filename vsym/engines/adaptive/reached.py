"""The states that an adaptive search has reached: which of them subsume others.

States are indexed by partition, shared values, and the support of their counts. Which other partitions a state may be
subsumed in depends on these alone: so it is found once for all that have them in common.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from vsym.engines.adaptive.digits import Counts, Support
from vsym.engines.adaptive.partitions import Partitions, Projection

Values: TypeAlias = tuple[int, ...]
"""All of a state but its processes: the values of shared variables."""


class Node(NamedTuple):
    """A state annotated with a partition: all concrete states with these counts in its cells and these shared values.

    `parent` is the number of the node it was first reached from, −1 for an initial one, by the edge `edge` from states
    under the partition `moved`, in which one process of the cell `mover` took it; −1 where an edge may move several.
    """

    partition: int
    counts: Counts
    shared: Values
    parent: int
    edge: int
    moved: int
    mover: int


class Part(NamedTuple):
    """The part of a node's orbit with these counts under a finer partition."""

    node: int
    partition: int
    counts: Counts


@dataclass(slots=True, eq=False)
class Alike:
    """Nodes with the same partition, shared values and support; the first one had the counts `first`.

    `numbers` are those of the nodes by their counts, in the order in which they were found, and `last` the largest.
    `mixed` has the bits of the cells in several local states, and `mask` those of the processes that may be in a local
    state, one after the other for all local states. `wider` are the nodes that may subsume these, with the projections
    to them: those among the first `seen` of the `candidates`.
    """

    partition: int
    support: Support
    first: Counts
    bucket: Bucket
    mixed: int
    mask: int
    candidates: list[Alike]
    numbers: dict[Counts, int] = field(default_factory=dict)
    last: int = -1
    wider: list[tuple[Projection, Alike]] = field(default_factory=list)
    seen: int = 0


@dataclass(slots=True)
class Bucket:
    """Nodes with the same shared values that have somebody in the same local states; others do not subsume them.

    `rarest` is the local state in which the fewest processes may be, in the first of its nodes. A node allows there all
    the processes that may be there in nodes it subsumes. So `naming` has, by the bit of a process, those of the
    `several` that allow it, for each process that is the first one for some node.
    """

    rarest: int
    several: list[Alike] = field(default_factory=list)
    naming: dict[int, list[Alike]] = field(default_factory=dict)
    firsts: int = 0

    def candidates(self, allowed: int) -> list[Alike]:
        """Those that may subsume nodes that allow these processes in the rarest local state, by their bits in masks;
        `add` adds to them."""
        first = allowed & -allowed
        if first not in self.naming:
            self.firsts |= first
            self.naming[first] = [one for one in self.several if one.mask & first == first]
        return self.naming[first]

    def add(self, alike: Alike) -> None:
        """Add nodes that represent several states each, as only these may subsume others."""
        self.several.append(alike)
        named = alike.mask & self.firsts
        while named:
            first = named & -named
            self.naming[first].append(alike)
            named ^= first


class Reached:
    """Nodes in the order in which they were found, and an index of them."""

    def __init__(self, partitions: Partitions) -> None:
        self.partitions = partitions
        self.nodes: list[Node] = []
        self._alike: list[Alike] = []
        self._index: dict[tuple[int, Values], dict[Support, tuple[Projection | None, Alike]]] = {}
        self._buckets: dict[tuple[Support, Values], Bucket] = {}

    def add(self, node: Node) -> bool:
        """Add a node, with the coarsest partition for its orbit, unless another subsumes it; true if added."""
        projection, alike = self._place(node.partition, node.counts, node.shared)
        counts = node.counts if projection is None else projection.image(node.counts)
        number = len(self.nodes)
        if counts in alike.numbers or self._is_below(counts, alike, -1, number):
            return False
        if projection is not None:
            node = node._replace(partition=alike.partition, counts=counts)
        if not alike.numbers and alike.mixed:
            alike.bucket.add(alike)
        alike.numbers[counts] = alike.last = number
        self.nodes.append(node)
        self._alike.append(alike)
        return True

    def is_subsumed(self, number: int, before: int) -> bool:
        """True if the node is subsumed by one found after it whose number is below `before`."""
        return self._is_below(self.nodes[number].counts, self._alike[number], number, before)

    def _is_below(self, counts: Counts, alike: Alike, after: int, before: int) -> bool:
        """Tells if a node with a number between these subsumes one with these counts, other than by being it (Adaptive
        Symmetry Reduction, theorem 4)."""
        if alike.seen < len(alike.candidates):
            self._see(alike)
        for projection, wider in alike.wider:
            if wider.last > after and after < wider.numbers.get(projection.image(counts), before) < before:
                return True
        return False

    def _see(self, alike: Alike) -> None:
        """Look for nodes that may subsume these among candidates that came later."""
        partitions = self.partitions
        for other in alike.candidates[alike.seen :]:
            if alike.mask & other.mask == alike.mask and other is not alike:
                # The support of these decides if all of them have an image, and the support of that.
                projection = partitions.projection(alike.partition, other.partition)
                if not projection.cut & alike.mixed:
                    image = projection.image(alike.first)
                    if partitions.support(other.partition, image) == other.support:
                        alike.wider.append((projection, other))
        alike.seen = len(alike.candidates)

    def _place(self, partition: int, counts: Counts, shared: Values) -> tuple[Projection | None, Alike]:
        """The nodes alike to one with the coarsest partition for its orbit, and the projection to that partition; None
        where it has that."""
        supports = self._index.get((partition, shared))
        if supports is None:
            supports = self._index[partition, shared] = {}
        support = self.partitions.support(partition, counts)
        place = supports.get(support)
        if place is None:
            place = supports[support] = self._new(partition, support, counts, shared)
        return place

    def _new(self, partition: int, support: Support, counts: Counts, shared: Values) -> tuple[Projection | None, Alike]:
        coarsest = self.partitions.coarsest(partition, support)
        if coarsest != partition:
            projection = self.partitions.projection(partition, coarsest)
            return projection, self._place(coarsest, projection.image(counts), shared)[1]
        digits = self.partitions.digits
        present = digits.support(digits.total(counts), 1)
        masks = self._masks(partition, support)
        bucket = self._buckets.get((present, shared))
        if bucket is None:
            rarest = min((mask.bit_count(), state) for state, mask in enumerate(masks) if mask or not present)[1]
            bucket = self._buckets[present, shared] = Bucket(rarest)
        size = self.partitions.processes
        mask = sum(one << state * size for state, one in enumerate(masks))
        candidates = bucket.candidates(masks[bucket.rarest] << bucket.rarest * size)
        mixed = self.partitions.mixed(partition, support)
        return None, Alike(partition, support, counts, bucket, mixed, mask, candidates)

    def _masks(self, partition: int, support: Support) -> list[int]:
        """For each local state, the processes that may be there."""
        digits = self.partitions.digits
        masks = [0] * digits.states
        for cell, processes in enumerate(self.partitions.masks[partition]):
            for state, count in enumerate(digits.of_cell(support, cell)):
                if count:
                    masks[state] |= processes
        return masks
