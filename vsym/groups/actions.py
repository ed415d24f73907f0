"""What a group does to a set of points that it keeps."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from vsym.groups.group import Group
from vsym.groups.permutations import Permutation


def restricted(group: Group, points: Sequence[int]) -> Group:
    """The action on points that the group takes to each other, which are 0, 1, … there, in the order given."""
    number = {point: place for place, point in enumerate(points)}
    generators = (
        Permutation.moving(len(number), {number[p]: number[q] for p, q in one.moves if p in number})
        for one in group.generators
    )
    bound = factorial(len(number))
    return Group(
        len(number),
        tuple(dict.fromkeys(one for one in generators if one)),
        min(bound, group.order) if group.certain else bound,
    )


def base(group: Group, points: Sequence[int]) -> tuple[int, ...]:
    """Some of the points that a group takes to each other, such that what leaves these where they are leaves all."""
    return tuple(points[one.root] for one in restricted(group, points).chain.transversals)


def with_sets(group: Group, sets: Sequence[Sequence[int]]) -> Group:
    """The group on more points: after those that it has, one for each of some sets that it takes to each other."""
    number = {frozenset(points): group.degree + place for place, points in enumerate(sets)}
    degree = group.degree + len(sets)
    extended = []
    for generator in group.generators:
        moved = {place: number[frozenset(map(generator, points))] for points, place in number.items()}
        extended.append(Permutation.moving(degree, {**dict(generator.moves), **moved}))
    return Group(degree, tuple(extended), group.order if group.certain else group.bound)
