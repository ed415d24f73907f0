"""Coloured graphs, and the check that a permutation of the nodes is an automorphism."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.groups.permutations import Permutation

if TYPE_CHECKING:
    from numpy.typing import NDArray


@frozen
class Graph:
    """An undirected graph on the nodes 0, 1, …, `nodes` - 1, with a colour, any integer, for each of them.

    An edge that is given twice is one edge. Raises ValueError for an edge from a node to itself or to one that is none,
    and for another number of colours than of nodes.
    """

    nodes: int
    edges: tuple[tuple[int, int], ...]
    colours: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.colours) != self.nodes:
            raise ValueError(f"{len(self.colours)} colours for {self.nodes} nodes")
        for one, other in self.edges:
            if one == other or not (0 <= one < self.nodes and 0 <= other < self.nodes):
                raise ValueError(f"an edge between {one} and {other} in a graph of {self.nodes} nodes")

    @cached_property
    def _keys(self) -> NDArray[np.intp]:
        """A number for each edge in each direction, ascending: by the node that it comes from, then by the other."""
        pairs = np.array(self.edges, dtype=np.intp).reshape(-1, 2)
        return np.unique(np.concatenate([pairs, pairs[:, ::-1]]) @ np.array([self.nodes, 1], dtype=np.intp))

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        """For each node, and for one after them all, the first place of the edges that come from it."""
        return np.searchsorted(self._keys, np.arange(self.nodes + 1) * self.nodes)

    @cached_property
    def _colours(self) -> NDArray[np.intp]:
        return np.array(self.palette, dtype=np.intp)

    @cached_property
    def palette(self) -> tuple[int, ...]:
        """The colours as 0, 1, …, in the order of the integers given."""
        numbers = {colour: number for number, colour in enumerate(sorted(set(self.colours)))}
        return tuple(numbers[colour] for colour in self.colours)

    @cached_property
    def neighbours(self) -> tuple[list[int], ...]:
        """The neighbours of each node, ascending."""
        targets, starts = (self._keys % max(self.nodes, 1)).tolist(), self._starts.tolist()
        return tuple(targets[start:end] for start, end in pairwise(starts))

    def has_automorphism(self, permutation: Permutation) -> bool:
        """Tells if a permutation of the nodes takes every edge to an edge and every node to one of its colour.

        The work is about that of sorting the nodes that it moves, with their edges.
        """
        if permutation.degree != self.nodes:
            return False
        moves = np.array(permutation.moves, dtype=np.intp).reshape(-1, 2)
        support, images = moves[:, 0], moves[:, 1]
        if (self._colours[images] != self._colours[support]).any():
            return False
        # Edges with no end that it moves go to themselves. Others go to different places, so that each of these has its
        # edge if every one of them is one.
        lengths = self._starts[support + 1] - self._starts[support]
        if not lengths.any():
            return True
        within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        targets = self._keys[np.repeat(self._starts[support], lengths) + within] % self.nodes
        places = np.minimum(np.searchsorted(support, targets), len(support) - 1)
        targets = np.where(support[places] == targets, images[places], targets)
        keys = np.repeat(images, lengths) * self.nodes + targets
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return bool((self._keys[places] == keys).all())
