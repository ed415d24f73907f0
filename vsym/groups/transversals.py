"""Orbits of a point with a way to each of their points: Schreier trees.

Source: Seress, "Permutation Group Algorithms" (2003), sections 4.1 and 4.4. A tree is shallow once a few random
elements are among its generators.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vsym.groups.permutations import Images

_OUTSIDE, _ROOT = -1, -2


class Transversal:
    """The orbit of a point, the root, under generators, and elements that take the root to each of its points.

    It grows with each generator that is added. `points` are the orbit, as a breadth-first search comes to them, `depth`
    is the number of generators that the longest way takes.
    """

    def __init__(self, root: int, degree: int) -> None:
        self.root = root
        self.points: NDArray[np.intp] = np.array([root], dtype=np.intp)
        self.depth = 0
        # The steps are each generator with its inverse after it. The label of a point of the orbit is the number of the
        # step that leads to it.
        self._steps: list[Images] = []
        self._labels = np.full(degree, _OUTSIDE, dtype=np.intp)
        self._labels[root] = _ROOT

    @property
    def degree(self) -> int:
        """The number of points of the permutations."""
        return self._labels.size

    def __contains__(self, point: int) -> bool:
        return bool(self._labels[point] != _OUTSIDE)

    def __len__(self) -> int:
        return self.points.size

    @property
    def generators(self) -> Sequence[Images]:
        """The generators that were added."""
        return self._steps[::2]

    @property
    def deep(self) -> bool:
        """Whether ways are long for an orbit of this size."""
        return self.depth > 2 * len(self).bit_length()

    def add(self, generator: Images, backwards: Images) -> None:
        """One more generator of the orbit, given with its inverse."""
        self._steps += (generator, backwards)
        if self.deep or bool((self._labels[generator[self.points]] == _OUTSIDE).any()):
            self._search()

    def _search(self) -> None:
        self._labels.fill(_OUTSIDE)
        self._labels[self.root] = _ROOT
        layers = [np.array([self.root], dtype=np.intp)]
        while layers[-1].size:
            fresh = []
            for label, step in enumerate(self._steps):
                images = step[layers[-1]]
                images = images[self._labels[images] == _OUTSIDE]
                self._labels[images] = label
                fresh.append(images)
            layers.append(np.concatenate(fresh))
        self.points = np.concatenate(layers)
        self.depth = len(layers) - 2

    def brought_back(self, element: Images) -> Images:
        """The element followed by one that takes its image of the root, a point of the orbit, back to the root."""
        while (label := self._labels[element[self.root]]) != _ROOT:
            element = self._steps[label ^ 1][element]
        return element

    def representative(self, point: int) -> Images:
        """The element of the transversal that takes the root to a point of its orbit."""
        way = []
        while (label := self._labels[point]) != _ROOT:
            way.append(self._steps[label])
            point = int(self._steps[label ^ 1][point])
        element = np.arange(self._labels.size, dtype=np.intp)
        for step in reversed(way):
            element = step[element]
        return element

    def elements(self) -> NDArray[np.intp]:
        """The whole transversal, an element a row, in the order of the points."""
        rows = np.empty((len(self), self._labels.size), dtype=np.intp)
        row_of: dict[int, int] = {}
        for row, point in enumerate(self.points.tolist()):
            label = int(self._labels[point])
            if label == _ROOT:
                rows[row] = np.arange(self._labels.size)
            else:
                rows[row] = self._steps[label][rows[row_of[int(self._steps[label ^ 1][point])]]]
            row_of[point] = row
        return rows
