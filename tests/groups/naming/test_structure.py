"""Known groups, and the names that vsym gives them, also by other generators and on renumbered points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import prod
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.groups.known_groups import KNOWN, beside, on, on_pairs, on_words, reflection, rotation, swap, swaps, wreath
from tests.support.drawn import chosen
from vsym.groups.group import Group
from vsym.groups.naming.recognition import Kind, certain_by, is_product, tells_all_apart
from vsym.groups.naming.structure import Factor, half_spaces, structure
from vsym.groups.permutations import Permutation

if TYPE_CHECKING:
    from sympy.combinatorics import PermutationGroup


TURNED = KNOWN[::3]
"""Groups that the tests give by other generators, on renumbered points."""

USUAL = [known for number, known in enumerate(KNOWN) if number % 3]
"""The others, as they are."""


def test_the_usual_generators_of_each_kind() -> None:
    assert [*Kind("symmetric", 3, 6).generators()] == [(1, 0, 2), (0, 2, 1)]
    assert [*Kind("alternating", 4, 12).generators()] == [(1, 2, 0, 3), (0, 2, 3, 1)]
    assert [*Kind("cyclic", 4, 4).generators()] == [(1, 2, 3, 0)]
    assert [*Kind("dihedral", 5, 10).generators()] == [(1, 2, 3, 4, 0), (0, 4, 3, 2, 1)]
    product = Kind("wreath", 6, 18, Kind("cyclic", 3, 3), Kind("symmetric", 2, 2))
    assert [*product.generators()] == [(1, 2, 0, 3, 4, 5), (3, 4, 5, 0, 1, 2)]


def test_points_are_in_the_order_in_which_they_are_rotated() -> None:
    """The order is the same for a rotation by five, which generates the one by one."""
    by_five = {point: (point + 5) % 12 for point in range(12)}
    for group in (on(12, by_five), on(12, by_five, reflection(12))):
        (factor,) = structure(group).factors
        assert factor.points == tuple((point,) for point in range(12))


def test_words_with_one_letter_at_one_place() -> None:
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    assert half_spaces(on_words(2, 3)) == tuple(sorted([*rows, *zip(*rows, strict=True)]))
    assert half_spaces(on(9, *swaps(9))) == ()
    (factor,) = structure(on_words(3, 2)).factors
    assert {*factor.points} == {*half_spaces(on_words(3, 2))}


def _parts(text: str) -> list[str]:
    return sorted(text.split(" × "))


def _check(group: Group, factors: Sequence[Factor]) -> None:
    """Checks that the group is the direct product of the factors, and that each factor acts on its points as its kind
    says."""
    subgroups = [Group(group.degree, factor.generators) for factor in factors]
    assert all(generator in group for subgroup in subgroups for generator in subgroup.generators)
    assert [subgroup.order for subgroup in subgroups] == [factor.kind.order for factor in factors]
    assert group.order == prod(subgroup.order for subgroup in subgroups)
    for first, second in combinations(subgroups, 2):
        for one, other in product(first.generators, second.generators):
            assert one.then(other) == other.then(one)
    for factor in factors:
        numbers = {frozenset(point): number for number, point in enumerate(factor.points)}
        done = [tuple(numbers[frozenset(map(one, point))] for point in factor.points) for one in factor.generators]
        assert done == [*factor.kind.generators()] or not factor.kind.has_generators


@pytest.mark.parametrize(("text", "group"), chosen(USUAL, KNOWN), ids=lambda one: one if isinstance(one, str) else "")
def test_the_name_of_a_group(text: str, group: Group) -> None:
    answer = structure(group)
    assert _parts(answer.text) == _parts(text)
    assert (answer.order, answer.certain) == (group.order, True)
    _check(group, answer.factors)


@pytest.mark.parametrize(("text", "group"), chosen(TURNED, KNOWN), ids=lambda one: one if isinstance(one, str) else "")
def test_the_name_does_not_depend_on_generators_and_numbers(text: str, group: Group) -> None:
    """Elements drawn at random move what belongs to different factors together."""
    random = Random(text)
    drawn = [*group.generators]
    for _ in range(60 if drawn else 0):
        drawn.append(random.choice(drawn).then(random.choice(drawn)))
    drawn = random.sample(drawn, min(len(drawn), 25))
    numbers = random.sample(range(group.degree), group.degree)
    renamed = tuple(Permutation.moving(group.degree, {numbers[p]: numbers[q] for p, q in one.moves}) for one in drawn)
    other = Group(group.degree, renamed)
    assert other.order == group.order
    answer = structure(other)
    assert (_parts(answer.text), answer.certain) == (_parts(text), True)
    _check(other, answer.factors)


GROUPS = [group for _, group in chosen(KNOWN[1::4], KNOWN) if group.generators] + [
    wreath(5, 4, [{0: 1, 1: 2, 2: 3, 3: 4, 4: 0}])
]


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


def _copies(group: Group, copies: int) -> Group:
    """The same elements on several copies of the points."""
    degree = group.degree * copies
    shifts = range(0, degree, group.degree)
    return Group(
        degree,
        tuple(
            Permutation.moving(degree, {shift + p: shift + q for shift in shifts for p, q in one.moves})
            for one in group.generators
        ),
    )


TWICE = _copies(on(6, *swaps(6)), 2)


def test_an_orbit_that_tells_all_elements_apart() -> None:
    assert tells_all_apart(TWICE, range(6), range(12))
    assert tells_all_apart(TWICE, range(6, 12), range(12))
    assert tells_all_apart(on_pairs(4), range(12), range(12))
    assert tells_all_apart(on(7, rotation(0, 7), reflection(7)), range(7), range(7))


def test_a_proof_rests_on_no_element_that_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the search misses elements that fix the first point, labels seem to tell all points apart."""
    monkeypatch.setattr("vsym.groups.chains._CONFIRMATIONS", 0)
    monkeypatch.setattr("vsym.groups.chains._CHEAP", 0)
    group = on(6, {**swap(0, 1), **rotation(2, 4)})
    assert group.order == 2
    assert not tells_all_apart(group, [0, 1], range(6))


def test_the_order_of_a_kind_is_proved_by_an_orbit_that_tells_all_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vsym.groups.chains._CHEAP", 0)
    kind = Kind("symmetric", 6, 720)
    assert certain_by(TWICE, range(6), kind, range(12))
    assert not certain_by(beside(on(6, *swaps(6)), on(2, swap(0, 1))), range(6), kind, range(8))
    assert not certain_by(_copies(on(6, *(rotation(i, 3) for i in range(4))), 2), range(6), kind, range(12))


def test_a_product_is_one_where_its_factors_commute_and_make_everything() -> None:
    group = on(5, {**swap(0, 1), **swap(2, 3)}, swap(2, 3))
    first, second, third = (Permutation.moving(5, swap(i, i + 1)) for i in (0, 2, 3))
    assert is_product(group, [[first], [second]])
    assert not is_product(group, [[first], []])
    assert not is_product(on(5, swap(2, 3), swap(3, 4)), [[second], [third]])


def test_an_orbit_that_does_not() -> None:
    assert not tells_all_apart(beside(on(4, *swaps(4)), on(2, swap(0, 1))), range(4), range(6))
    assert tells_all_apart(beside(on(4, *swaps(4)), on(2, swap(0, 1))), range(4), range(4))
    assert not tells_all_apart(on(6, {**rotation(0, 3), **swap(3, 4)}), range(3), range(6))
    assert not tells_all_apart(TWICE, range(12), range(12)), "no orbit"


@pytest.mark.parametrize(
    ("group", "text"),
    [
        (_copies(wreath(6, 6, swaps(6)), 10), "S6 wr S6"),
        (_copies(beside(on(20, *swaps(20)), on(20, *swaps(20))), 20), "S20 × S20"),
        (on_pairs(16), "S16"),
        (on(600, rotation(0, 600), reflection(600)), "D600"),
        *chosen(
            [],
            [
                (_copies(on(30, *swaps(30)), 30), "S30"),
                (on_words(9, 2), "S2 wr S9"),
                (on(1000, rotation(0, 1000)), "C1000"),
            ],
        ),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_the_structure_is_certain_where_the_order_alone_is_not(group: Group, text: str) -> None:
    assert not group.certain
    answer = structure(group)
    assert answer.text == text
    assert answer.certain


def test_what_is_not_proved_is_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without confirmation by random elements and cheap proofs, the order may be too small, but is then not certain."""
    small = [group for _, group in KNOWN if group.degree < 10]
    orders, said = [group.order for group in small], []
    monkeypatch.setattr("vsym.groups.chains._CONFIRMATIONS", 0)
    monkeypatch.setattr("vsym.groups.chains._CHEAP", 0)
    for order, group in zip(orders, small, strict=True):
        answer = structure(Group(group.degree, group.generators))
        assert answer.order == order or not answer.certain
        said.append((answer.order == order, answer.certain))
    assert (False, False) in said
    assert (True, True) in said
