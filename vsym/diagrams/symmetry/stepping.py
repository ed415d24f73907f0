"""Sets brought down: each vector becomes its image under one action where that is smaller, again and again.

Source: Colange, Kordon, Thierry-Mieg, Baarir (ACSD 2012), section III; a step is the homomorphism given there, which
differs from the text of figure 3 where an image is reduced by the action once more.
"""

from __future__ import annotations

from collections.abc import Sequence

from vsym.diagrams.combination import Algebra
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.action import Action, Images


def step(states: StateSet, action: Action) -> StateSet:
    """The vectors that the action does not make smaller, and the images of those that it does.

    Raises ValueError if the action is not one on their space.
    """
    neighbours = _neighbours(action)
    space = states.space
    if neighbours is not None:
        action.check(space.sizes)
        with space.deep():
            return space.wrap(space.algebra.kept(_Swapping).at(neighbours, states.node))
    if not action.moves_levels:
        action.check(space.sizes)
        with space.deep():
            return space.wrap(space.algebra.kept(_Relabelling, action).at(0, states.node))
    reduced = states.reduced_by(action)
    return (states - reduced) | reduced.permuted(action) if reduced else states


def canonized(states: StateSet, actions: Sequence[Action]) -> StateSet:
    """The set after steps by all actions in turn, up and down, until none of them makes any vector smaller.

    It meets the orbits that the set meets, and no other, for whatever actions. Where these are monotonic for a group,
    it has the least vector of each orbit. Raises ValueError if an action is not one on the space.
    """
    order = list(actions)
    while True:
        before = states
        for action in order:
            states = step(states, action)
        if states is before:
            return states
        order.reverse()


def _neighbours(action: Action) -> int | None:
    """The upper of the two neighbouring levels that an action swaps, if it does only that."""
    moved = action.moved
    if len(moved) == 2 and moved[1] == moved[0] + 1 and not any(action.values[level] for level in moved):
        return moved[0]
    return None


class _Swapping:
    """Vectors with the values of two neighbouring levels in ascending order."""

    def __init__(self, algebra: Algebra) -> None:
        self._nodes = algebra.nodes
        self._union = algebra.union
        self._done: dict[tuple[int, int], int] = {}

    def at(self, distance: int, node: int) -> int:
        """The node with the values in order of the level so far below and of the next one."""
        if not node:
            return node
        key = (distance, node)
        found = self._done.get(key)
        if found is None:
            nodes = self._nodes
            nodes.work()
            if distance:
                found = nodes.listed([(value, self.at(distance - 1, down)) for value, down in nodes.arcs(node)])
            else:
                found = self._ordered(node)
            self._done[key] = found
        return found

    def _ordered(self, node: int) -> int:
        nodes = self._nodes
        pairs: dict[int, dict[int, int]] = {}
        for value, down in nodes.arcs(node):
            for other, rest in nodes.arcs(down):
                first, second = (other, value) if other < value else (value, other)
                continued = pairs.setdefault(first, {})
                continued[second] = self._union(continued[second], rest) if second in continued else rest
        return nodes.listed([(first, nodes.listed(sorted(pairs[first].items()))) for first in sorted(pairs)])


class _Relabelling:
    """Vectors with values mapped where that makes the vector smaller."""

    def __init__(self, algebra: Algebra, action: Action) -> None:
        self._nodes = algebra.nodes
        self._union = algebra.union
        self._maps = _from_first(action)
        self._last = len(self._maps)
        self._done: dict[tuple[int, int], int] = {}
        self._mapped: dict[tuple[int, int], int] = {}

    def at(self, level: int, node: int) -> int:
        """The step from a level on, where all before it are equal to their images."""
        if level == self._last or not node:
            return node
        key = (level, node)
        found = self._done.get(key)
        if found is None:
            nodes, images = self._nodes, self._maps[level]
            nodes.work()
            below: dict[int, int] = {}
            for value, down in nodes.arcs(node):
                image = value if images is None else images[value]
                if image == value:
                    down = self.at(level + 1, down)
                elif image < value:
                    down = self.mapped(level + 1, down)
                least = min(value, image)
                below[least] = self._union(below[least], down) if least in below else down
            found = self._done[key] = nodes.listed(sorted(below.items()))
        return found

    def mapped(self, level: int, node: int) -> int:
        """The node with all values mapped, from a level on."""
        if level == self._last or not node:
            return node
        key = (level, node)
        found = self._mapped.get(key)
        if found is None:
            nodes, images = self._nodes, self._maps[level]
            nodes.work()
            arcs = [(value, self.mapped(level + 1, down)) for value, down in nodes.arcs(node)]
            if images is not None:
                arcs = sorted((images[value], down) for value, down in arcs)
            found = self._mapped[key] = nodes.listed(arcs)
        return found


def _from_first(action: Action) -> Sequence[Images | None]:
    """The maps of values of all levels up to the last that has one."""
    return action.values[: max(action.moved, default=-1) + 1]
