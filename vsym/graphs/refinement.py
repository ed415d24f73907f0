"""Colour refinement: ordered partitions of a graph's nodes, split until all nodes of a cell have as many neighbours in
each cell.

Source: Paige and Tarjan, "Three partition refinement algorithms", SIAM Journal on Computing 16 (1987): of the two parts
of a split cell the smaller one will do, so that an edge is met at most about log n times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from vsym.basics.limits import Budget

Neighbours: TypeAlias = Sequence[Sequence[int]]
"""The neighbours of each node."""


class Labelling:
    """The nodes of a graph in an order in which cells are intervals. A cell's name is its first place."""

    def __init__(self, neighbours: Neighbours, order: list[int], cell: list[int]) -> None:
        self.neighbours, self.order, self.cell = neighbours, order, cell
        self._place = [0] * len(order)
        for place, node in enumerate(order):
            self._place[node] = place

    @classmethod
    def by_colours(cls, neighbours: Neighbours, colours: Sequence[int]) -> Labelling:
        """The nodes of each colour as a cell, in the order of the colours."""
        order = sorted(range(len(colours)), key=colours.__getitem__)
        cell = [0] * len(order)
        first = 0
        for place, node in enumerate(order):
            if colours[node] != colours[order[first]]:
                first = place
            cell[node] = first
        return cls(neighbours, order, cell)

    def copy(self) -> Labelling:
        """The same of the same graph, which changes by itself."""
        return Labelling(self.neighbours, self.order.copy(), self.cell.copy())

    def move_last(self, nodes: Sequence[int], end: int) -> None:
        """Make nodes of a cell that ends before a place a cell of its own there."""
        order, place, cell = self.order, self._place, self.cell
        part = target = end - len(nodes)
        for node in nodes:
            other, source = order[target], place[node]
            order[source], place[other] = other, source
            order[target], place[node] = node, target
            cell[node] = part
            target += 1


class Partition:
    """An ordered partition of the nodes of one graph, or two of the same shape, of one graph or two, split in step.

    `sizes` are the sizes of the cells by their names, and 0 elsewhere. `splits` are the splits so far, each as the name
    of a cell and that of the new one, which has been its last part.
    """

    def __init__(self, *labellings: Labelling) -> None:
        self.labellings = list(labellings)
        self.sizes = [0] * len(labellings[0].order)
        for cell in labellings[0].cell:
            self.sizes[cell] += 1
        self.splits: list[tuple[int, int]] = []
        self._waiting: dict[int, None] = {}

    @property
    def cells(self) -> list[int]:
        """The names of all cells, ascending."""
        return [cell for cell, size in enumerate(self.sizes) if size]

    def refine(self, cells: Iterable[int], budget: Budget) -> bool:
        """Split cells until all nodes of one have as many neighbours in each; before, only numbers of neighbours in the
        given cells may differ.

        False where two partitions come to have different numbers, and it stops. Raises what `budget.check` raises.
        """
        self._waiting = dict.fromkeys(cells)
        return all(map(self._split_by, budget.paced(self._splitters())))

    def individualise(self, nodes: Sequence[int], budget: Budget) -> bool:
        """Make a node of each partition, all in the same cell, a cell of its own, and refine; returns and raises what
        `refine` does."""
        return self.refine([self._split(self.labellings[0].cell[nodes[0]], [[node] for node in nodes])], budget)

    def undo(self, splits: int) -> None:
        """Go back to where there were so many splits."""
        sizes = self.sizes
        while len(self.splits) > splits:
            cell, part = self.splits.pop()
            for labelling in self.labellings:
                of = labelling.cell
                for node in labelling.order[part : part + sizes[part]]:
                    of[node] = cell
            sizes[cell] += sizes[part]
            sizes[part] = 0

    def _splitters(self) -> Iterator[int]:
        while self._waiting:
            yield self._waiting.popitem()[0]

    def _split(self, cell: int, groups: Sequence[Sequence[int]]) -> int:
        """The new cell of some nodes of a cell, which are given for each partition."""
        end = cell + self.sizes[cell]
        part = end - len(groups[0])
        for labelling, nodes in zip(self.labellings, groups, strict=True):
            labelling.move_last(nodes, end)
        self.sizes[cell] = part - cell
        self.sizes[part] = end - part
        self.splits.append((cell, part))
        return part

    def _split_by(self, splitter: int) -> bool:
        """Split each cell by the numbers of neighbours in one; False where two partitions differ in them."""
        sizes, waiting = self.sizes, self._waiting
        alone = sizes[splitter] == 1
        several = [(_of_node if alone else _of_cell)(labelling, splitter, sizes) for labelling in self.labellings]
        keys, groups = several[0]
        if any(sorted(other) != sorted(keys) for other, _ in several[1:]):
            return False
        base = 1 if alone else len(sizes)
        for key in sorted(groups, reverse=True):
            cell, size = key // base, len(groups[key])
            if size < sizes[cell]:
                part = self._split(cell, [each[key] for _, each in several])
                waiting[part if cell in waiting or size <= sizes[cell] else cell] = None
        return True


def _of_node(labelling: Labelling, splitter: int, sizes: Sequence[int]) -> tuple[list[int], dict[int, list[int]]]:
    """The cells of the neighbours of a cell's only node, and these, by cell, as far as there is one to split."""
    nodes, cell = labelling.neighbours[labelling.order[splitter]], labelling.cell
    keys = [cell[node] for node in nodes]
    groups: dict[int, list[int]] = {}
    for node, key in zip(nodes, keys, strict=True):
        if sizes[key] > 1:
            if key in groups:
                groups[key].append(node)
            else:
                groups[key] = [node]
    return keys, groups


def _of_cell(labelling: Labelling, splitter: int, sizes: Sequence[int]) -> tuple[list[int], dict[int, list[int]]]:
    """The same for a cell: keys are cells and numbers of neighbours in it, less one, as the digits of one number."""
    base, cell = len(sizes), labelling.cell
    splitting = labelling.order[splitter : splitter + sizes[splitter]]
    counts = Counter(chain.from_iterable(map(labelling.neighbours.__getitem__, splitting)))
    keys = [cell[node] * base + count - 1 for node, count in counts.items()]
    groups: dict[int, list[int]] = {}
    for node, key in zip(counts, keys, strict=True):
        if key in groups:
            groups[key].append(node)
        else:
            groups[key] = [node]
    return keys, groups
