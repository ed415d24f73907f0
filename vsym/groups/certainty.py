"""Proofs of orders by few points: what a group does to all points follows from what it does to these.

Random elements make it very probable that an order is right. Here nothing rests on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, product
from math import factorial

import numpy as np

from vsym.groups.actions import restricted
from vsym.groups.group import Group
from vsym.groups.kinds import Kind
from vsym.groups.permutations import Permutation, inverse

_LARGEST = 20_000_000
"""So many pairs of points at most are labelled."""


def certain_by(group: Group, points: Sequence[int], kind: Kind) -> bool:
    """Whether it is proved that a group has the order of a kind, which it is by what it does to an orbit."""
    if group.certain:
        return group.order == kind.order
    there = restricted(group, points)
    bounded = Group(there.degree, there.generators, most(kind) or there.bound)
    return bounded.certain and bounded.order == kind.order and tells_all_apart(group, points)


def is_product(group: Group, factors: Sequence[Sequence[Permutation]]) -> bool:
    """Whether it is proved that every element is one of each of some factors, given by generators, in any order."""
    together = Group(group.degree, tuple(chain.from_iterable(factors)))
    return all(generator in together for generator in group.generators) and all(
        first.then(second) == second.then(first)
        for one, other in combinations(factors, 2)
        for first, second in product(one, other)
    )


def most(kind: Kind) -> int | None:
    """The number of permutations, of those that keep the blocks of a wreath product; None for other kinds.

    Generators show blocks; what elements do inside of one is only known as far as elements are, and may be anything.
    """
    if kind.inner and kind.outer:
        outer = most(kind.outer)
        return factorial(kind.inner.size) ** kind.outer.size * outer if outer else None
    return factorial(kind.size) if kind.name == "symmetric" else None


def tells_all_apart(group: Group, points: Sequence[int]) -> bool:
    """Whether it is proved that only the identity leaves all points of an orbit where they are.

    Pairs of a point of the orbit and any point are labelled such that no generator changes a label, which is checked.
    What leaves the orbit as it is keeps all labels of any point. Where no two points of an orbit have the same labels,
    it moves none.
    """
    if group.degree * len(points) > _LARGEST:
        return False
    rooted = group.chain_on(points[:1])
    label = np.zeros(group.degree, dtype=np.intp)
    for number, orbit in enumerate(group.stabiliser(points[:1]).orbits()):
        label[list(orbit)] = number
    transversal = rooted.transversals[0]
    labels = np.empty((len(points), group.degree), dtype=np.intp)
    place = np.full(group.degree, -1, dtype=np.intp)
    place[list(points)] = np.arange(len(points))
    for point in points:
        if point not in transversal:
            return False
        labels[place[point]] = label[inverse(transversal.representative(point))]
    for generator in group.generators:
        images = generator.images
        if (labels[place[images[list(points)]]][:, images] != labels).any():
            return False
    return all(len(np.unique(labels[:, list(orbit)], axis=1).T) == len(orbit) for orbit in group.orbits())
