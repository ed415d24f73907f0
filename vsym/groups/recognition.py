"""Which kind a transitive group is, and the order of its points in which it is that."""

from __future__ import annotations

from math import factorial

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.groups.actions import restricted, with_sets
from vsym.groups.blocks import Blocks, block_systems
from vsym.groups.group import Group
from vsym.groups.kinds import Kind
from vsym.groups.permutations import inverse

_MOST_ROTATED = 2_000
"""A rotation of so many points at most is looked for among all elements."""


@frozen
class Arranged:
    """A kind, and the points of a group, the places of the kind in their order."""

    kind: Kind
    points: tuple[int, ...]


def recognised(group: Group, with_pairs: bool = False) -> Arranged:
    """The kind of a group that takes every one of its points to every one, two at least.

    D4 is also S2 wr S2, which it is called `with_pairs`.
    """
    size, order = group.degree, group.order
    points = tuple(range(size))
    if order == factorial(size):
        return Arranged(Kind("symmetric", size, order), points)
    if size > 3 and 2 * order == factorial(size):
        return Arranged(Kind("alternating", size, order), points)
    if not (with_pairs and order == 8) and (rotated := _rotated(group)):
        return rotated
    for blocks in block_systems(group):
        if product := _wreath_product(group, blocks):
            return product
    return Arranged(Kind("other", size, order), points)


def _rotated(group: Group) -> Arranged | None:
    """The group as a cyclic or dihedral one, if it is."""
    size, order = group.degree, group.order
    if order not in (size, 2 * size) or size > _MOST_ROTATED:
        return None
    elements = group.elements(order)
    rotations = list(elements[_is_cycle(elements)])
    if not rotations:
        return None
    # The nearest that goes on from the first point, which is the rotation by one where points are numbered around.
    rotation = min(rotations, key=lambda row: int(row[0]))
    points = [0]
    while (point := int(rotation[points[-1]])) != 0:
        points.append(point)
    if order == size:
        return Arranged(Kind("cyclic", size, order), tuple(points))
    reflection = next(row for row in elements if row[0] == 0 and (row != np.arange(size)).any())
    if (reflection[rotation[reflection]] != inverse(rotation)).any():
        return None
    return Arranged(Kind("dihedral", size, order), tuple(points))


def _is_cycle(elements: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each element whether it is one cycle of all points."""
    rows, size = elements.shape
    point = elements[:, 0]
    whole = np.ones(rows, dtype=bool)
    for _ in range(size - 1):
        whole &= point != 0
        point = elements[np.arange(rows), point]
    return whole


def _wreath_product(group: Group, blocks: Blocks) -> Arranged | None:
    """The group as the wreath product of what it does in a block and of how it permutes the blocks, if it is."""
    size, count = len(blocks[0]), len(blocks)
    extended = with_sets(group, blocks)
    outside = restricted(extended, range(group.degree, group.degree + count))
    if size**count * outside.order > group.order:
        return None
    inside = restricted(extended.stabiliser([group.degree]), blocks[0])
    if inside.order**count * outside.order != group.order:
        return None
    inner, outer = recognised(inside), recognised(outside)
    first = [blocks[0][place] for place in inner.points]
    # Elements that take the first block to each say which place in one is which in the other.
    chain_there = group.chain_on([blocks[0][0]])
    ways = [chain_there.element([blocks[number][0]]) for number in outer.points]
    points = tuple(way(point) for way in ways for point in first)
    return Arranged(Kind("wreath", size * count, group.order, inner.kind, outer.kind), points)
