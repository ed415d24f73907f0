"""The input of an adaptive search, a model with its edges, and the states that it has reached: which of them subsume
others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Interruption
from vsym.engines.adaptive.partitions import Cell, Counts, Partitions
from vsym.logic.formula import Formula
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.edges import Edge
from vsym.system.system import System

Values: TypeAlias = tuple[int, ...]


class Node(NamedTuple):
    """A state annotated with a partition: all concrete states with these counts in its cells and these shared values.

    `totals` are the counts over all processes. `parent` is the number of the node it was first reached from, −1 for an
    initial one, by a process of the cell `mover` of the partition `moved` that took the edge `edge`.
    """

    partition: int
    counts: Counts
    shared: Values
    totals: Cell
    parent: int
    edge: int
    moved: int
    mover: int


Numbers: TypeAlias = dict[int, dict[Counts, int]]
"""The numbers of nodes by their partition and counts, in the order in which they were found."""


@dataclass
class Bucket:
    """Nodes with the same totals and shared values; a node can only subsume others of its bucket.

    `rarest` is the local state with the fewest processes, if any are there. `numbers` is keyed by the processes that
    may be in it, as a bit mask: a node allows there all those of the nodes it subsumes.
    """

    rarest: int
    numbers: dict[int, Numbers] = field(default_factory=dict)


@dataclass
class Reached:
    """Nodes in the order in which they were found, and an index of them.

    The index groups counts by partition, within the totals and shared values that subsumption requires to agree. One
    look-up for each partition there tells if a state is subsumed.
    """

    partitions: Partitions
    nodes: list[Node] = field(default_factory=list)
    _index: dict[tuple[Cell, Values], Bucket] = field(default_factory=dict)

    def add(self, node: Node) -> bool:
        """Add a node unless another subsumes it; true if added."""
        bucket = self._index.get((node.totals, node.shared))
        if bucket is None:
            totals = enumerate(node.totals)
            rarest = min((count, place) for place, count in totals if count or not any(node.totals))[1]
            bucket = self._index[node.totals, node.shared] = Bucket(rarest)
        mask = self._mask(node, bucket)
        if self._is_below(node, mask, bucket, -1, len(self.nodes)):
            return False
        numbers = bucket.numbers.setdefault(mask, {}).setdefault(node.partition, {})
        numbers[node.counts] = len(self.nodes)
        self.nodes.append(node)
        return True

    def is_subsumed(self, number: int, before: int) -> bool:
        """True if the node is subsumed by one found after it whose number is below `before`."""
        node = self.nodes[number]
        bucket = self._index[node.totals, node.shared]
        return self._is_below(node, self._mask(node, bucket), bucket, number, before)

    def _is_below(self, node: Node, mask: int, bucket: Bucket, after: int, before: int) -> bool:
        """Tells if a node with a number between these subsumes this one (Adaptive Symmetry Reduction, theorem 4)."""
        for other_mask, of_partition in bucket.numbers.items():
            if mask & other_mask != mask:
                continue
            for other, numbers in of_partition.items():
                # The numbers grow, so that the last one tells whether any is late enough.
                if next(reversed(numbers.values())) > after:
                    counts = self.partitions.projected(node.partition, other, node.counts)
                    if counts is not None and after < numbers.get(counts, before) < before:
                        return True
        return False

    def _mask(self, node: Node, bucket: Bucket) -> int:
        """The processes that may be in the rarest local state."""
        mask = 0
        for place, cell in enumerate(node.counts):
            if cell[bucket.rarest]:
                mask |= self.partitions.masks[node.partition][place]
        return mask


class Part(NamedTuple):
    """The part of a node's orbit with these counts under a finer partition."""

    node: int
    partition: int
    counts: Counts


@frozen
class Explored:
    """The states found, the first `initial` of them initial.

    `deadlocked` has, for each node that represents deadlocked states, a part that is one. `depth` is the largest
    distance of a node from an initial one, and `interrupted` tells what stopped the search before it was complete.
    """

    model: Model
    edges: tuple[Edge, ...]
    reached: Reached
    initial: int
    deadlocked: tuple[Part, ...]
    depth: int
    all_initial: bool
    complete: bool
    interrupted: Interruption | None
    seconds: float


class ErrorPart(Exception):  # noqa: N818 - a finding about the model, not a failure
    """The states of `part` enable an edge, given by its place, that would leave a shared variable's range."""

    def __init__(self, explored: Explored, edge: int, part: Part) -> None:
        self.explored, self.edge, self.part = explored, edge, part
        super().__init__("an assignment leaves its variable's range")


@frozen
class Annotated:
    """A model, its edges, and its initial condition.

    `respected` gives the partition that a predicate respects. `cells` are the processes that the initial condition does
    not tell apart, and `starts` the initial states as vectors of their counts, as a system without events.
    """

    model: Model
    edges: tuple[Edge, ...]
    respected: Callable[[Formula], Sequence[Processes]]
    cells: tuple[Processes, ...]
    starts: System
