"""Proofs of orders by few points: what a group does to all points follows from what it does to these.

Random elements make it very probable that an order is right. Here nothing rests on them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, combinations, product
from math import factorial

import numpy as np

from vsym.groups.group import Group, restricted
from vsym.groups.permutations import Permutation, inverse
from vsym.groups.recognition import Kind

_LARGEST = 20_000_000
"""So many pairs of points at most are labelled."""


def certain_by(group: Group, points: Sequence[int], kind: Kind, others: Collection[int]) -> bool:
    """Whether it is proved that a group has the order of a kind, which it is by what it does to an orbit.

    The identity alone leaves the `others`, points of whole orbits, where they are.
    """
    if group.certain:
        return group.order == kind.order
    there = restricted(group, points)
    bounded = Group(there.degree, there.generators, _rotations(there, kind) or most(kind) or there.bound)
    return bounded.certain and bounded.order == kind.order and tells_all_apart(group, points, others)


def _rotations(group: Group, kind: Kind) -> int | None:
    """The number of rotations of all points, with reflections for a dihedral group, if all generators are some."""
    if kind.name not in ("cyclic", "dihedral"):
        return None
    steps = (1, kind.size - 1) if kind.name == "dihedral" else (1,)
    taken = [(np.roll(one.images, -1) - one.images) % kind.size for one in group.generators]
    return kind.order if all(any((one == step).all() for step in steps) for one in taken) else None


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


def tells_all_apart(group: Group, points: Sequence[int], others: Collection[int]) -> bool:
    """Whether it is proved that what leaves all points of an orbit where they are leaves the others, of whole orbits.

    Pairs of a point of the orbit and any point are labelled such that no generator changes a label, which is checked.
    What leaves the orbit as it is keeps all labels of any point. Where no two points of an orbit have the same labels,
    it moves none of them.
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
    return all(
        len(np.unique(labels[:, list(orbit)], axis=1).T) == len(orbit) for orbit in group.orbits() if orbit[0] in others
    )
