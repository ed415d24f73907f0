"""Larger groups against those of sympy, which are computed in another way."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.groups.known_groups import KNOWN, wreath
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation

if TYPE_CHECKING:
    from sympy.combinatorics import PermutationGroup

GROUPS = [group for _, group in KNOWN if group.generators] + [wreath(5, 4, [{0: 1, 1: 2, 2: 3, 3: 4, 4: 0}])]


def _theirs(group: Group) -> PermutationGroup:
    # It takes a second to import: only the worker that runs these tests does.
    from sympy.combinatorics import Permutation as Theirs
    from sympy.combinatorics import PermutationGroup

    return PermutationGroup([Theirs(one.images.tolist()) for one in group.generators])


def test_orders_orbits_and_stabilisers_are_theirs() -> None:
    for group in GROUPS:
        theirs = _theirs(group)
        assert group.order == theirs.order()
        assert {*group.orbits()} == {tuple(sorted(one)) for one in theirs.orbits()}
        point = group.support[-1]
        assert group.stabiliser([point]).order == theirs.stabilizer(point).order()


def test_membership_is_theirs() -> None:
    from sympy.combinatorics import Permutation as Theirs

    random = Random(1)
    inside = 0
    for group in GROUPS:
        theirs = _theirs(group)
        for _ in range(5):
            product = random.choice(group.generators).then(random.choice(group.generators))
            first, second = random.sample(range(group.degree), 2)
            for element in (product, product.then(Permutation.moving(group.degree, {first: second, second: first}))):
                assert (element in group) == theirs.contains(Theirs(element.images.tolist()))
                inside += element in group
    assert 5 * len(GROUPS) < inside < 10 * len(GROUPS)
