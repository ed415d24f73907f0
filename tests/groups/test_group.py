"""Groups against brute force at every degree up to 7, and against known facts about large ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import factorial
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.groups.brute_force import Images, generated
from vsym.groups.chains import Transversal
from vsym.groups.group import Group, TooManyElementsError
from vsym.groups.permutations import Permutation

PARENTS: tuple[tuple[Images, ...], ...] = (
    ((1, 0, 2), (1, 2, 0)),
    ((1, 2, 3, 0), (3, 2, 1, 0)),
    ((1, 2, 3, 4, 0), (0, 2, 4, 1, 3)),
    ((1, 2, 3, 4, 0), (1, 2, 0, 3, 4)),
    ((1, 2, 3, 4, 5, 0), (5, 4, 3, 2, 1, 0)),
    ((1, 0, 2, 3, 4, 5), (1, 2, 0, 3, 4, 5), (3, 4, 5, 0, 1, 2)),
    ((1, 0, 2, 3, 4, 5), (2, 3, 4, 5, 0, 1), (2, 3, 0, 1, 4, 5)),
    ((1, 2, 3, 4, 5, 6, 0), (0, 2, 4, 6, 1, 3, 5)),
    ((1, 2, 3, 4, 5, 6, 0), (0, 2, 1, 3, 4, 6, 5)),
    ((1, 2, 0, 3, 4, 5, 6), (1, 0, 2, 3, 4, 5, 6), (0, 1, 2, 4, 5, 6, 3), (0, 1, 2, 4, 3, 5, 6)),
    ((1, 2, 3, 4, 5, 6, 0), (1, 0, 2, 3, 4, 5, 6)),
)
"""Generators of groups with many subgroups: symmetric, affine, dihedral, wreath products, that of the Fano plane."""


def _drawn() -> Iterator[tuple[int, tuple[Images, ...]]]:
    """Up to three elements of each of these groups, with the points renamed."""
    random = Random(7)
    for parent in PARENTS:
        degree = len(parent[0])
        elements = sorted(generated(degree, parent))
        for _ in range(8):
            names = random.sample(range(degree), degree)
            renamed = []
            for element in random.sample(elements, random.randint(0, 3)):
                images = {names[point]: names[image] for point, image in enumerate(element)}
                renamed.append(tuple(images[point] for point in range(degree)))
            yield degree, tuple(renamed)


DRAWN = tuple(_drawn())


def _group(degree: int, generators: tuple[Images, ...]) -> Group:
    return Group(degree, tuple(map(Permutation.of, generators)))


def test_the_groups_drawn_are_of_many_orders() -> None:
    assert len({len(generated(*one)) for one in DRAWN}) >= 20


@pytest.mark.parametrize("bounded", [False, True])
def test_orders_and_elements_are_those_of_brute_force(bounded: bool) -> None:
    for degree, generators in DRAWN:
        elements = generated(degree, generators)
        group = _group(degree, generators)
        group = Group(degree, group.generators, len(elements)) if bounded else group
        assert (group.order, group.certain) == (len(elements), True)
        rows = [tuple(row) for row in group.elements(factorial(7)).tolist()]
        assert rows[0] == tuple(range(degree))
        assert len(rows) == len(elements)
        assert {*rows} == elements


def test_membership_is_that_of_brute_force() -> None:
    random = Random(8)
    for degree, generators in DRAWN:
        elements = generated(degree, generators)
        group = _group(degree, generators)
        for _ in range(20):
            images = tuple(random.sample(range(degree), degree))
            assert (Permutation.of(images) in group) == (images in elements)


def test_orbits_are_those_of_brute_force() -> None:
    for degree, generators in DRAWN:
        elements = generated(degree, generators)
        orbits = {tuple(sorted({element[point] for element in elements})) for point in range(degree)}
        assert _group(degree, generators).orbits() == tuple(sorted(orbits))


def test_stabilisers_are_those_of_brute_force() -> None:
    random = Random(9)
    for degree, generators in DRAWN:
        fixed = random.sample(range(degree), min(degree, random.randint(1, 3)))
        elements = {one for one in generated(degree, generators) if all(one[point] == point for point in fixed)}
        stabiliser = _group(degree, generators).stabiliser(fixed)
        assert (stabiliser.order, stabiliser.certain) == (len(elements), True)
        assert generated(degree, tuple(tuple(one.images.tolist()) for one in stabiliser.generators)) == elements


def _symmetric_on_pairs(size: int, copies: int) -> tuple[Permutation, ...]:
    """Transpositions of neighbours as they act on copies of all pairs."""
    numbers = {frozenset(pair): number for number, pair in enumerate(combinations(range(size), 2))}
    degree = len(numbers) * copies
    generators = []
    for first in range(size - 1):
        swap = {first: first + 1, first + 1: first}
        images = {number: numbers[frozenset(swap.get(one, one) for one in pair)] for pair, number in numbers.items()}
        moves = {number + copy * len(numbers): image + copy * len(numbers)
                 for copy in range(copies) for number, image in images.items()}  # fmt: skip
        generators.append(Permutation.moving(degree, moves))
    return tuple(generators)


def test_a_bound_makes_the_order_certain_that_meets_it() -> None:
    generators = _symmetric_on_pairs(40, 2)
    group = Group(1560, generators)
    assert (group.order, group.certain) == (factorial(40), False)
    assert not group.stabiliser([0]).certain
    group = Group(1560, generators, factorial(40))
    assert (group.order, group.certain) == (factorial(40), True)
    loose = Group(1560, generators, factorial(41))
    assert (loose.order, loose.certain) == (factorial(40), False)


def test_forty_points_fifty_times_cost_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """About a tenth of a second, of which most goes into products of permutations of 2,000 points."""
    products = 0
    brought_back = Transversal.brought_back

    def counted(self: Transversal, element: NDArray[np.intp]) -> NDArray[np.intp]:
        nonlocal products
        products += self.depth
        return brought_back(self, element)

    monkeypatch.setattr(Transversal, "brought_back", counted)
    moves = [{first: first + 1, first + 1: first} for first in range(39)]
    generators = tuple(
        Permutation.moving(2000, {shift + p: shift + q for shift in range(0, 2000, 40) for p, q in one.items()})
        for one in moves
    )
    group = Group(2000, generators)
    assert group.order == factorial(40)
    assert 0 < products < 20_000
    assert all(transversal.depth < 8 for transversal in group.chain.transversals)


def test_ways_around_a_ring_are_short() -> None:
    rotation = Permutation.moving(1000, {point: (point + 1) % 1000 for point in range(1000)})
    assert [transversal.depth < 25 for transversal in Group(1000, (rotation,)).chain.transversals] == [True]


def test_a_proof_is_made_where_it_is_asked_for() -> None:
    generators = _symmetric_on_pairs(12, 6)
    group = Group(396, generators)
    assert (group.order, group.certain) == (factorial(12), False)
    proved = group.proved()
    assert proved == group
    assert (proved.order, proved.certain) == (factorial(12), True)


def test_the_proof_alone_finds_all_that_random_elements_miss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vsym.groups.chains._CONFIRMATIONS", 0)
    for degree, generators in DRAWN:
        assert _group(degree, generators).order == len(generated(degree, generators))


def test_no_more_elements_are_enumerated_than_were_asked_for() -> None:
    group = Group(8, _group(8, ((1, 2, 3, 4, 5, 6, 7, 0), (1, 0, 2, 3, 4, 5, 6, 7))).generators)
    with pytest.raises(TooManyElementsError, match="40320 elements"):
        group.elements()


def test_the_same_generators_give_the_same_chain() -> None:
    first, second = (Group(780, _symmetric_on_pairs(40, 1)) for _ in range(2))
    assert [one.root for one in first.chain.transversals] == [one.root for one in second.chain.transversals]
    stabilisers = [one.stabiliser([0, 100]) for one in (first, second)]
    assert stabilisers[0] == stabilisers[1]
    assert stabilisers[0].generators


def test_what_is_no_permutation_is_refused() -> None:
    for moves in ({0: 1}, {0: 1, 1: 1}, {0: 4, 4: 0}, {-1: 0, 0: -1}):
        with pytest.raises(ValueError, match="not a permutation of 4 points"):
            Permutation.moving(4, moves)


def test_permutations_are_values() -> None:
    rotation, swap = Permutation.of((1, 2, 3, 0)), Permutation.moving(4, {0: 1, 1: 0, 3: 3})
    assert Permutation.of(np.array([1, 0, 2, 3])) == swap
    assert rotation.then(swap) == Permutation.of((0, 2, 3, 1))
    assert rotation.then(rotation.inverse) == Permutation(4, ())
    assert [*rotation.then(rotation).cycles()] == [(0, 2), (1, 3)]
    assert (swap.support, swap(0), swap(3), bool(Permutation(4, ()))) == ((0, 1), 1, 3, False)
    assert swap.on([0, 1]) == swap
    assert not swap.on([2])
    with pytest.raises(ValueError, match="not a permutation"):
        swap.on([0])
