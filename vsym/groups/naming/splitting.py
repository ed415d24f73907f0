"""Complements: whether a group is the semidirect product of the pointwise stabiliser of some points and a subgroup.

The search may miss a complement. It tries elements of few moves first, and the orders prove that the subgroup it finds
is a complement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from random import Random
from typing import TYPE_CHECKING

from vsym.basics.arrays import np
from vsym.groups.group import MOST_ELEMENTS, Group, restricted
from vsym.groups.permutations import Images, Permutation

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TRIED = 100
"""The most subgroups that are tried."""

_DRAWN, _SEED = 12, 20061


def complement(group: Group, points: Sequence[int]) -> Group | None:
    """A subgroup with exactly one element for each element of the group's action on `points`, which the group permutes.

    With N, the pointwise stabiliser of `points`, the group is then the semidirect product of N and the subgroup: N is
    normal, no element but the identity is in both, and the product of their orders is that of the group. None where
    there is none, or none was found; where an order is not certain, or N has more elements than are enumerated.
    """
    normal = group.stabiliser(points)
    if not group.certain or normal.order > MOST_ELEMENTS:
        return None
    order = group.order // normal.order
    others = normal.elements()
    chosen = _few_generators(group, points)
    alike = [_of_least_order(one.images, others, points) for one in chosen]
    for rows in islice(product(*alike), _TRIED):
        subgroup = Group(group.degree, tuple(map(Permutation.of, rows)))
        if subgroup.certain and subgroup.order == order == restricted(subgroup, points).order:
            return subgroup
    return None


def _few_generators(group: Group, points: Sequence[int]) -> tuple[Permutation, ...]:
    """Elements that generate the group's action on the points: one or two drawn ones, or else its generators."""
    random = Random(_SEED)
    drawn = [*group.generators]
    for _ in range(_DRAWN):
        drawn.append(random.choice(drawn).then(random.choice(drawn)))
    order = restricted(group, points).order

    def sufficient(chosen: tuple[Permutation, ...]) -> bool:
        return restricted(Group(group.degree, chosen), points).order == order

    fewest: Iterator[tuple[Permutation, ...]] = (one for size in (1, 2) for one in combinations(drawn, size))
    return next(filter(sufficient, fewest), group.generators)


def _of_least_order(element: Images, others: NDArray[np.intp], points: Sequence[int]) -> NDArray[np.intp]:
    """The products of an element with others, which leave the points, that have the order it has on the points; those
    that move the fewest points first."""
    rows = others[:, element]
    power = rows.copy()
    while not (power[0, points] == points).all():
        power = np.take_along_axis(rows, power, axis=1)
    identity = np.arange(element.size)
    rows = rows[(power == identity).all(axis=1)]
    fewest_moves: NDArray[np.intp] = np.argsort((rows != identity).sum(axis=1), kind="stable")
    return np.take(rows, fewest_moves, axis=0)
