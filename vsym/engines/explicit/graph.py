"""A finite graph as arrays, and the fixpoints of CTL on it; each fixpoint looks at every edge once."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.basics.limits import check
from vsym.engines.explicit.packing import Mask
from vsym.engines.explicit.table import Numbers

Nodes = NDArray[np.int64]

UNREACHED = -1


@frozen(eq=False)
class Graph:
    """Compressed sparse rows: the edges of node u lead to `targets[offsets[u] : offsets[u + 1]]`.

    The nodes from `unknown` on have edges that are not known; none of theirs are stored.
    """

    offsets: Nodes
    targets: Numbers
    unknown: int

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.offsets) - 1

    @cached_property
    def degrees(self) -> Nodes:
        """How many edges leave each node."""
        return np.diff(self.offsets)

    @cached_property
    def reversed(self) -> Graph:
        """The same edges the other way round."""
        sources = np.repeat(np.arange(self.size, dtype=np.int64), self.degrees)
        # Sorting pairs held in one integer is far faster than sorting indices.
        pairs = self.targets.astype(np.int64)
        pairs <<= 32
        pairs |= sources
        pairs.sort()
        offsets = np.zeros(self.size + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.targets, minlength=self.size), out=offsets[1:])
        return Graph(offsets, pairs.astype(np.uint32).astype(np.int32), self.size)

    def successors(self, nodes: NDArray[np.int64]) -> Numbers:
        """Where the edges of some nodes lead, node by node, with repetitions."""
        degrees = self.degrees[nodes]
        starts = np.repeat(self.offsets[nodes] - (np.cumsum(degrees) - degrees), degrees)
        return self.targets[starts + np.arange(len(starts))]

    def count_successors(self, inside: Mask) -> Numbers:
        """For each node, how many of its edges lead into a set."""
        running = np.zeros(len(self.targets) + 1, dtype=np.int64)
        np.cumsum(inside[self.targets], out=running[1:])
        return (running[self.offsets[1:]] - running[self.offsets[:-1]]).astype(np.int32)


def distances(graph: Graph, sources: Mask, inside: Mask, deadline: float | None) -> Numbers:
    """For each node the length of a shortest path from `sources` whose later nodes are all `inside`, else UNREACHED.

    On a reversed graph, with the goal as sources, these are the distances to the goal and E [inside U goal] is where
    they are not UNREACHED. Raises LimitReachedError at the deadline.
    """
    distance = np.full(graph.size, UNREACHED, dtype=np.int32)
    frontier = np.flatnonzero(sources)
    distance[frontier] = 0
    chosen = np.empty(graph.size, dtype=np.int64)
    length = 0
    while frontier.size:
        check(deadline)
        length += 1
        reached = graph.successors(frontier)
        reached = reached[inside[reached] & (distance[reached] == UNREACHED)]
        distance[reached] = length
        frontier = _each_once(reached, chosen)
    return distance


def persistent(graph: Graph, reverse: Graph, inside: Mask, lasting: Mask, deadline: float | None) -> Mask:
    """The nodes from which a path stays `inside` for ever (EG), `lasting` ones taken to have one if they are inside.

    Nodes are removed once none of their edges leads to a node that is left; `reverse` is the reversed graph. Raises
    LimitReachedError at the deadline.
    """
    left: Mask = inside.copy()
    support = graph.count_successors(inside)
    frontier = np.flatnonzero(left & ~lasting & (support == 0))
    chosen = np.empty(graph.size, dtype=np.int64)
    while frontier.size:
        check(deadline)
        left[frontier] = False
        losing = reverse.successors(frontier)
        np.subtract.at(support, losing, 1)
        unsupported = losing[left[losing] & ~lasting[losing] & (support[losing] == 0)]
        frontier = _each_once(unsupported, chosen)
    return left


def _each_once(nodes: Numbers, chosen: Nodes) -> Nodes:
    """Some nodes without repetitions; `chosen`, a number per node, is overwritten.

    It takes no sorting, and NumPy's `unique` would load its masked arrays.
    """
    rows = np.arange(len(nodes))
    chosen[nodes] = rows
    once: Nodes = nodes[chosen[nodes] == rows].astype(np.int64)
    return once
