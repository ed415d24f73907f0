"""The states that an adaptive search has reached, and which of them subsume others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from vsym.engines.adaptive.partitions import Cell, Counts, Partitions

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


@dataclass
class Reached:
    """Nodes in the order in which they were found, and an index of them.

    What subsumes a state agrees with it in its totals and shared values; under these, the index has the counts of each
    partition. So one look-up for each partition that occurs there finds out, exactly, whether a state is subsumed.
    """

    partitions: Partitions
    nodes: list[Node] = field(default_factory=list)
    _index: dict[tuple[Cell, Values], dict[int, dict[Counts, int]]] = field(default_factory=dict)

    def add(self, node: Node) -> bool:
        """Add a node unless another subsumes it; whether it was added."""
        known = self._index.setdefault((node.totals, node.shared), {})
        if node.counts in known.get(node.partition, ()) or self._above(node, known, -1, len(self.nodes)):
            return False
        known.setdefault(node.partition, {})[node.counts] = len(self.nodes)
        self.nodes.append(node)
        return True

    def is_subsumed(self, number: int, before: int) -> bool:
        """Whether a node subsumes the one with this number, of those found after it with a number below `before`."""
        node = self.nodes[number]
        return self._above(node, self._index[node.totals, node.shared], number, before)

    def _above(self, node: Node, known: dict[int, dict[Counts, int]], after: int, before: int) -> bool:
        """Whether a node of another partition subsumes this one (Adaptive Symmetry Reduction, theorem 4)."""
        for other, numbers in known.items():
            # The numbers grow, so that the last one tells whether any is late enough.
            if other != node.partition and next(reversed(numbers.values())) > after:
                counts = self.partitions.projected(node.partition, other, node.counts)
                if counts is not None and after < numbers.get(counts, before) < before:
                    return True
        return False
