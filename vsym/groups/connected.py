"""Connected components: classes of nodes that are joined one by one, as the orbits of points are."""

from __future__ import annotations

from collections.abc import Iterable


class Classes:
    """The nodes 0, 1, …, `count` - 1 in classes, each by itself at first."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def least(self, node: int) -> int:
        """The least node of a node's class."""
        above = self._above
        while above[node] != node:
            above[node] = above[above[node]]
            node = above[node]
        return node

    def join(self, one: int, other: int) -> tuple[int, int] | None:
        """Make the classes of two nodes one; the least node of each if they were two, the lesser first."""
        first, second = self.least(one), self.least(other)
        if first == second:
            return None
        low, high = min(first, second), max(first, second)
        self._above[high] = low
        return low, high

    def leasts(self) -> list[int]:
        """For each node the least one of its class."""
        return [self.least(node) for node in range(len(self._above))]


def least_connected(count: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """For each of the nodes 0, 1, …, `count` - 1 the least node that edges connect it with."""
    classes = Classes(count)
    for one, other in edges:
        classes.join(one, other)
    return classes.leasts()
