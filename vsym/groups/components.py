"""What edges connect: orbits of points, and generators that move the same points."""

from __future__ import annotations

from collections.abc import Iterable

from vsym.groups.permutations import Permutation


def least_connected(count: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """For each of the nodes 0, 1, …, `count` - 1 the least node that edges connect it with."""
    least = list(range(count))

    def root(node: int) -> int:
        while least[node] != node:
            least[node] = least[least[node]]
            node = least[node]
        return node

    for one, other in edges:
        first, second = root(one), root(other)
        least[max(first, second)] = min(first, second)
    return [root(node) for node in range(count)]


def independent(degree: int, generators: Iterable[Permutation]) -> tuple[tuple[Permutation, ...], ...]:
    """The generators but the identity, in classes such that those of two classes move no point in common.

    The group that they generate is the direct product of those that the classes generate.
    """
    moving = [generator for generator in generators if generator]
    least = least_connected(degree, ((one.support[0], point) for one in moving for point in one.support))
    classes: dict[int, list[Permutation]] = {}
    for generator in moving:
        classes.setdefault(least[generator.support[0]], []).append(generator)
    return tuple(tuple(classes[key]) for key in sorted(classes))
