"""Groups that are all symmetries of a tree: products of symmetric groups, wreath products of these, and so on.

They are found by the sets on which a group acts transitively, and the block systems of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.action import Action
from vsym.groups.permutations import finest_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_PLACES = 600
"""vsym does not examine orbits of more points: their blocks take too long to find."""


@frozen(eq=False)
class Kind:
    """Nodes of a tree that are alike: `parents` says below which node of the kind `parent` each is; -1 is the root."""

    parent: int
    places: Transitive
    parents: Places

    @property
    def children(self) -> int:
        """The number of nodes of the kind below one of their parents."""
        return int((self.parents == self.parents[0]).sum())


@frozen(eq=False)
class Tree:
    """The kinds of nodes but for the root, a kind after the one above it; and the node of each point of an action, as
    a kind (-1 is the root) and a number."""

    kinds: tuple[Kind, ...]
    nodes: tuple[tuple[int, int], ...]

    @property
    def order(self) -> int:
        """The number of symmetries of the tree."""
        orders = [1] * len(self.kinds)
        order = 1
        for number in reversed(range(len(self.kinds))):
            kind = self.kinds[number]
            below = factorial(kind.children) * orders[number] ** kind.children
            if kind.parent < 0:
                order *= below
            else:
                orders[kind.parent] *= below
        return order


def tree(action: Action) -> Tree | None:
    """The tree whose symmetries are the group of an action, each point a node of it; None where there is none."""
    growing = _Growing(action)
    # Slots before literals, that these may have the same nodes; short orbits before long ones.
    orbits = sorted(action.group.orbits(), key=lambda one: (action.points[one[0]][1] is not None, len(one), one[0]))
    if not all(map(growing.place, orbits)):
        return None
    grown = Tree(tuple(growing.kinds), tuple(growing.nodes))
    # The group acts on the tree faithfully, since its points are nodes: it is all of the symmetries if it is as large.
    return grown if grown.order == action.group.order else None


class _Growing:
    """A tree to which orbits of points are added."""

    def __init__(self, action: Action) -> None:
        self._action = action
        self.kinds: list[Kind] = []
        self.nodes: list[tuple[int, int]] = [(-1, 0)] * len(action.points)

    def place(self, orbit: Sequence[int]) -> bool:
        """Give the points of an orbit nodes; true where they can have some."""
        if len(orbit) == 1:
            return True
        if len(orbit) > _MOST_PLACES:
            return False
        places = restricted(self._action.images, orbit)
        if (alike := self._known(places)) is None:
            if (grown := self._grown(places)) is None:
                return False
            alike = grown, np.arange(places.size)
        number, nodes = alike
        for point, image in zip(orbit, nodes.tolist(), strict=True):
            self.nodes[point] = (number, image)
        return True

    def _grown(self, places: Transitive) -> int | None:
        """The kind whose nodes are the places, after those of its blocks, of which there must be one chain."""
        blocks = places.minimal_blocks()
        if len(blocks) > 1:
            return None
        if not blocks:
            return self._added(Kind(-1, places, np.zeros(places.size, dtype=np.intp)))
        quotient = places.quotient(blocks[0])
        if (alike := self._known(quotient)) is not None:
            return self._added(Kind(alike[0], places, alike[1][blocks[0]]))
        parent = self._grown(quotient)
        return None if parent is None else self._added(Kind(parent, places, blocks[0]))

    def _known(self, places: Transitive) -> tuple[int, Places] | None:
        """The kind whose nodes places are in the eyes of the group, with the node of each."""
        for number, kind in enumerate(self.kinds):
            for node in range(places.size if kind.places.size == places.size else 0):
                nodes = places.onto(kind.places, 0, node)
                if nodes is not None and len(np.unique(nodes)) == places.size:
                    return number, nodes
        return None

    def _added(self, kind: Kind) -> int:
        self.kinds.append(kind)
        return len(self.kinds) - 1


Places: TypeAlias = "NDArray[np.intp]"


@frozen(eq=False)
class Transitive:
    """The places 0, 1, … that generators of a group permute, each a row of images; every place leads to every other."""

    images: tuple[Places, ...]

    @property
    def size(self) -> int:
        """The number of places."""
        return int(self.images[0].size)

    def minimal_blocks(self) -> list[Places]:
        """The block systems with none between them and the single places: for each place the number of its block."""
        systems: list[Places] = []
        for other in range(1, self.size):
            if any(blocks[0] == blocks[other] for blocks in systems):
                continue
            leasts = finest_blocks(self.images, 0, other)
            number = {least: block for block, least in enumerate(sorted(set(leasts)))}
            blocks = np.array([number[least] for least in leasts], dtype=np.intp)
            finer = len(number)
            if finer > 1:
                # A system that these blocks refine is not minimal: joint blocks are then no more than these.
                systems = [one for one in systems if np.unique(np.stack([blocks, one]), axis=1).shape[1] != finer]
                systems.append(blocks)
        return systems

    def quotient(self, blocks: Places) -> Transitive:
        """The blocks of a system as places."""
        first = [blocks.tolist().index(block) for block in np.unique(blocks).tolist()]
        return Transitive(tuple(blocks[images[first]] for images in self.images))

    def onto(self, other: Transitive, start: int, image: int) -> Places | None:
        """The map into another set of the same group that takes one place to another and goes with the generators, None
        where there is none."""
        result = np.full(self.size, -1, dtype=np.intp)
        result[start] = image
        waiting = [start]
        while waiting:
            place = waiting.pop()
            for mine, its in zip(self.images, other.images, strict=True):
                target, expected = int(mine[place]), int(its[result[place]])
                if result[target] < 0:
                    result[target] = expected
                    waiting.append(target)
                elif result[target] != expected:
                    return None
        return result


def restricted(images: Sequence[Places], points: Sequence[int]) -> Transitive:
    """The permutations on one orbit of theirs, whose points become places in the order given."""
    chosen = np.array(points, dtype=np.intp)
    places = np.zeros(int(images[0].size), dtype=np.intp)
    places[chosen] = np.arange(len(points))
    return Transitive(tuple(places[one[chosen]] for one in images))
