"""The group of automorphisms of a coloured graph, by individualisation and refinement.

Sources: McKay, "Practical graph isomorphism", Congressus Numerantium 30 (1981), for the search and for orbits in it;
Junttila and Kaski, "Engineering an efficient canonical labeling tool for large and sparse graphs", ALENEX 2007, for the
choice of cells; Darga, Sakallah and Markov, "Faster symmetry discovery using sparsity of symmetries", DAC 2008, for two
partitions that are refined in step, and for automorphisms of these before all their cells are single nodes.
docs/decisions/automorphisms.md says why vsym has a search of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget, UndecidedError
from vsym.graphs.coloured import Graph
from vsym.graphs.completion import completed
from vsym.graphs.refinement import Labelling, Partition
from vsym.groups.connected import Classes
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation

MOST_NODES = 2_000_000


def automorphisms(graph: Graph, budget: Budget = UNLIMITED) -> Group:
    """The group of automorphisms of a graph, each generator checked on it. The bound of the group is its order.

    Raises UndecidedError for a graph of more than `MOST_NODES` nodes, and what `budget.check` raises.
    """
    if graph.nodes > MOST_NODES:
        raise UndecidedError(f"the graph for symmetry detection has {graph.nodes:,} nodes; the limit is {MOST_NODES:,}")
    return _Search(graph, budget).group()


@frozen
class _Level:
    """A node that is individualised on the first path, once there are so many splits."""

    splits: int
    node: int


class _Search:
    """The search for the automorphisms of one graph.

    The first path individualises nodes until each is alone in its cell: a base. Each node of it, the last one first, is
    then taken to other nodes of its cell, by automorphisms that leave the base before it where it is.
    """

    def __init__(self, graph: Graph, budget: Budget) -> None:
        self._graph, self._budget = graph, budget
        self._left = Labelling.by_colours(graph.neighbours, graph.palette)
        self._partition = Partition(self._left)
        self._partition.refine(self._partition.cells, budget)
        self._levels = list(self._first_path())
        self._right = self._left.copy()
        self._partition.labellings.append(self._right)
        self._orbits = _Orbits(graph.nodes)
        # By level, in the group of the levels from there on. It is known of a level once its search is over.
        self._orbit_sizes = [1] * len(self._levels)

    def group(self) -> Group:
        """The group."""
        generators: list[Permutation] = []
        order = 1
        for level in reversed(range(len(self._levels))):
            self._partition.undo(self._levels[level].splits)
            for generator in self._new_generators(level):
                generators.append(generator)
                self._orbits.join(generator)
            self._orbit_sizes[level] = self._orbits.size(self._levels[level].node)
            order *= self._orbit_sizes[level]
        return Group(self._graph.nodes, tuple(generators), order)

    def _first_path(self) -> Iterator[_Level]:
        """The levels. A level takes a cell that the one before has split, if one is left: the search stays in one part
        of the graph until nothing is open there."""
        partition, sizes = self._partition, self._partition.sizes
        cells = sorted(partition.cells, key=self._worth)
        while cells:
            cell = cells[-1]
            if sizes[cell] == 1:
                cells.pop()
                continue
            level = _Level(len(partition.splits), min(self._left.order[cell : cell + sizes[cell]]))
            yield level
            partition.individualise([level.node], self._budget)
            split = dict.fromkeys(one for pair in partition.splits[level.splits :] for one in pair if sizes[one] > 1)
            cells += sorted(split, key=self._worth)

    def _worth(self, cell: int) -> tuple[int, int]:
        """The number of cells of which a node of this one has some nodes as neighbours and others not, which
        individualising it splits; then smallness."""
        left, sizes = self._left, self._partition.sizes
        counts = Counter(map(left.cell.__getitem__, left.neighbours[left.order[cell]]))
        return sum(count < sizes[other] for other, count in counts.items()), -sizes[cell]

    def _new_generators(self, level: int) -> Iterator[Permutation]:
        """Automorphisms that join orbits, until that of the level's node is complete."""
        node, orbits = self._levels[level].node, self._orbits
        cell, size = self._left.cell[node], self._partition.sizes[self._left.cell[node]]
        failed: set[int] = set()
        # Ascending, so that equal parts are exchanged with the next one: nodes that are alike often have an order.
        for image in sorted(self._right.order[cell : cell + size]):
            if orbits.size(node) == size:
                return
            least = orbits.least(image)
            if least != orbits.least(node) and least not in failed:
                generator = self._automorphism(level, image)
                if generator is None:
                    failed.add(least)
                else:
                    yield generator

    def _automorphism(self, level: int, image: int) -> Permutation | None:
        """An automorphism that takes the node of a level to an image, and each cell to itself; None if there is none.

        The left partition follows the first path, and the right one the image of that path under the automorphism.
        """
        partition = self._partition
        start = len(partition.splits)
        choices = [(start, iter([image]))]
        try:
            while choices:
                self._budget.check()
                splits, images = choices[-1]
                partition.undo(splits)
                node = self._levels[level + len(choices) - 1].node
                image = next(images, -1)
                if image < 0:
                    choices.pop()
                elif partition.individualise([node, image], self._budget):
                    generator, sure = self._sparse(start)
                    if generator is not None:
                        return generator
                    if not sure:
                        choices.append((len(partition.splits), self._images(level + len(choices))))
            return None
        finally:
            partition.undo(start)

    def _images(self, level: int) -> Iterator[int]:
        """Images of the node of a level, itself first: enough of them that one will do if any does.

        If one does then as many do as its orbit has nodes, for automorphisms may come before.
        """
        node = self._levels[level].node
        cell, size = self._left.cell[node], self._partition.sizes[self._left.cell[node]]
        images = sorted(self._right.order[cell : cell + size], key=lambda image: (image != node, image))
        return iter(images[: size - self._orbit_sizes[level] + 1])

    def _sparse(self, splits: int) -> tuple[Permutation | None, bool]:
        """An automorphism that takes the left partition to the right one, and is the identity on cells that are the
        same; None where none is at hand, and whether there surely is none at all.

        The partitions were the same before so many splits. It is sure once all cells of several nodes are the same. A
        node that is alone then has all nodes of such a cell as neighbours or none, so that the identity there is as
        good as any permutation.
        """
        partition, sizes, left, right = self._partition, self._partition.sizes, self._left, self._right
        moved: dict[int, None] = {}
        for _, part in partition.splits[splits:]:
            for labelling in (left, right):
                moved.update(dict.fromkeys(labelling.order[part : part + sizes[part]]))
        images: dict[int, int] = {}
        open_left: dict[int, int] = {}
        open_right: dict[int, int] = {}
        for node in moved:
            cell, other = left.cell[node], right.cell[node]
            if cell != other:
                if sizes[cell] == 1:
                    images[node] = right.order[cell]
                else:
                    open_left[node] = cell
                if sizes[other] > 1:
                    open_right[node] = other
        every = completed(left.neighbours, images, open_left, open_right, self._budget)
        if every is not None:
            permutation = Permutation.moving(self._graph.nodes, every)
            if self._graph.has_automorphism(permutation):
                return permutation, True
        return None, not open_left


class _Orbits:
    """The orbits of the nodes under some automorphisms, with their sizes."""

    def __init__(self, nodes: int) -> None:
        self._classes, self._sizes = Classes(nodes), [1] * nodes

    def least(self, node: int) -> int:
        """The least node of a node's orbit."""
        return self._classes.least(node)

    def size(self, node: int) -> int:
        """The size of a node's orbit."""
        return self._sizes[self._classes.least(node)]

    def join(self, automorphism: Permutation) -> None:
        """One more automorphism."""
        for node, image in automorphism.moves:
            joined = self._classes.join(node, image)
            if joined is not None:
                low, high = joined
                self._sizes[low] += self._sizes[high]
