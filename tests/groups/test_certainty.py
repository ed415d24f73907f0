"""What is proved of the order of a group by few of its points."""

from __future__ import annotations

import pytest

from tests.groups.known_groups import KNOWN, beside, on, on_pairs, on_words, reflection, rotation, swap, swaps, wreath
from vsym.groups.certainty import certain_by, is_product, tells_all_apart
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation
from vsym.groups.recognition import Kind
from vsym.groups.structure import structure


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
    """Where elements are missed that leave the first point where it is, labels would tell all points apart."""
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
        (_copies(on(30, *swaps(30)), 30), "S30"),
        (_copies(wreath(6, 6, swaps(6)), 10), "S6 wr S6"),
        (_copies(beside(on(20, *swaps(20)), on(20, *swaps(20))), 20), "S20 × S20"),
        (on_pairs(16), "S16"),
        (on_words(9, 2), "S2 wr S9"),
        (on(1000, rotation(0, 1000)), "C1000"),
        (on(600, rotation(0, 600), reflection(600)), "D600"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_the_structure_is_certain_where_the_order_alone_is_not(group: Group, text: str) -> None:
    assert not group.certain
    answer = structure(group)
    assert answer.text == text
    assert answer.certain


def test_what_is_not_proved_is_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No confirmation by random elements, and no proof that was cheap: the order may be too small, and this is said."""
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
