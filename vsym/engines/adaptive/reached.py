"""The states that an adaptive search has reached: which of them subsume others.

States are indexed by partition, shared values, and the support of their counts. Which other partitions a state may be
subsumed in depends on these alone: so it is found once for all that have them in common.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, overload

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
    """Nodes with the same partition, shared values and support; the first one has the counts `first`.

    `numbers` are those of the nodes by their counts, in the order in which they were found, and `last` the largest.
    `mixed` has the bits of the cells in several local states, and `mask` those of the processes that may be in a local
    state, one after the other for all local states. `wider` are the nodes that may subsume these, with the projections
    to them: those among the first `seen` of the `candidates`.
    """

    partition: int
    shared: Values
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
        """The nodes that may subsume others that allow the processes of the mask `allowed` in the rarest local state;
        `add` extends the list."""
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


@dataclass(slots=True, eq=False)
class Region:
    """All states with the same shared values, as orbits under one partition.

    `alike` has, by the support of their counts, the nodes alike to them once they have the coarsest partition, and the
    projection to that; None where it is this one. A support has those bits `top` that `below` adds to the counts.
    """

    partition: int
    shared: Values
    below: int
    top: int
    alike: dict[Support, tuple[Projection | None, Alike]] = field(default_factory=dict)


class Origin(NamedTuple):
    """A step to states of a region: a process of the region's cell `mover` takes the edge `edge`; −1 for none."""

    region: Region
    edge: int = -1
    mover: int = -1


class Nodes(Sequence[Node]):
    """Nodes in columns, which take less time and memory than one by one: the counts of each, the nodes alike to it, the
    number of the node it was first reached from, and the step that led to it."""

    def __init__(self) -> None:
        self.counts: list[Counts] = []
        self.alike: list[Alike] = []
        self.parents: list[int] = []
        self.origins: list[Origin] = []

    def __len__(self) -> int:
        return len(self.counts)

    @overload
    def __getitem__(self, number: int) -> Node: ...
    @overload
    def __getitem__(self, number: slice) -> list[Node]: ...
    def __getitem__(self, number: int | slice) -> Node | list[Node]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        alike, (region, edge, mover) = self.alike[number], self.origins[number]
        counts, parent = self.counts[number], self.parents[number]
        return Node(alike.partition, counts, alike.shared, parent, edge, region.partition, mover)


class Reached:
    """Nodes in the order in which they were found, and an index of them; `dropped` is called with each that is not
    added."""

    def __init__(self, partitions: Partitions, dropped: Callable[[Node], None] | None = None) -> None:
        self.partitions, self.dropped = partitions, dropped
        self.nodes = Nodes()
        self._regions: dict[tuple[int, Values], Region] = {}
        self._buckets: dict[tuple[Support, Values], Bucket] = {}

    def region(self, partition: int, shared: Values) -> Region:
        """The states with these shared values, as orbits under this partition."""
        key = partition, shared
        if key not in self._regions:
            self._regions[key] = Region(partition, shared, *self.partitions.tops(partition))
        return self._regions[key]

    def add(self, counts: Counts, parent: int, origin: Origin) -> bool:
        """Add a state of the origin's region, with the coarsest partition for its orbit, unless a node subsumes it.

        It was reached from the node `parent`. True if it is added.
        """
        region, nodes = origin.region, self.nodes
        place = region.alike.get(counts + region.below & region.top)
        projection, alike = self._place(region, counts) if place is None else place
        orbit = counts if projection is None else projection.image(counts)
        if alike.seen < len(alike.candidates):
            self._see(alike)
        # Another node subsumes the state, or is it: theorem 4 of Adaptive Symmetry Reduction.
        numbers, wider = alike.numbers, alike.wider
        if orbit in numbers or (wider and any(projection.image(orbit) in one.numbers for projection, one in wider)):
            if self.dropped is not None:
                _, edge, mover = origin
                self.dropped(Node(region.partition, counts, region.shared, parent, edge, region.partition, mover))
            return False
        if alike.last < 0 and alike.mixed:
            alike.bucket.add(alike)
        numbers[orbit] = alike.last = len(nodes.counts)
        nodes.counts.append(orbit)
        nodes.alike.append(alike)
        nodes.parents.append(parent)
        nodes.origins.append(origin)
        return True

    def is_subsumed(self, number: int, before: int) -> bool:
        """True if the node is subsumed by one found after it whose number is below `before`."""
        alike = self.nodes.alike[number]
        if alike.seen < len(alike.candidates):
            self._see(alike)
        for projection, wider in alike.wider:
            if wider.last > number:
                image = projection.image(self.nodes.counts[number])
                if number < wider.numbers.get(image, before) < before:
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

    def _place(self, region: Region, counts: Counts) -> tuple[Projection | None, Alike]:
        """The nodes alike to a state of a region once it has the coarsest partition, and the projection to that; None
        where it has that."""
        support = counts + region.below & region.top
        if support not in region.alike:
            region.alike[support] = self._new(region.partition, support, counts, region.shared)
        return region.alike[support]

    def _new(self, partition: int, support: Support, counts: Counts, shared: Values) -> tuple[Projection | None, Alike]:
        coarsest = self.partitions.coarsest(partition, support)
        if coarsest != partition:
            projection = self.partitions.projection(partition, coarsest)
            return projection, self._place(self.region(coarsest, shared), projection.image(counts))[1]
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
        return None, Alike(partition, shared, support, counts, bucket, mixed, mask, candidates)

    def _masks(self, partition: int, support: Support) -> list[int]:
        """For each local state, the processes that may be there."""
        digits = self.partitions.digits
        masks = [0] * digits.states
        for cell, processes in enumerate(self.partitions.masks[partition]):
            for state, count in enumerate(digits.of_cell(support, cell)):
                if count:
                    masks[state] |= processes
        return masks
