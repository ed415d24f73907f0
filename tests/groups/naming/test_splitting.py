"""Complements, against all elements: each is a product of one of a normal subgroup and one of a complement, once."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest

from tests.groups.known_groups import KNOWN, acting, on, rotation, swap, swaps
from vsym.groups.group import Group
from vsym.groups.naming.splitting import complement
from vsym.groups.naming.structure import structure

Elements = set[tuple[int, ...]]


def _ring(size: int, letters: int) -> Group:
    """A ring with a letter at each place: turns, reflections, and permutations of the letters at every other place."""

    def turned(sign: int, step: int, point: tuple[int, int]) -> tuple[int, int]:
        return (sign * point[0] + step) % size, point[1]

    def other_letter(first: int, point: tuple[int, int]) -> tuple[int, int]:
        place, letter = point
        return (place, {first: first + 1, first + 1: first}.get(letter, letter)) if place % 2 == 0 else point

    points = [*product(range(size), range(letters))]
    exchanges = (partial(other_letter, first) for first in range(letters - 1))
    return acting(points, partial(turned, 1, 1), partial(turned, -1, 0), *exchanges)


def _elements(group: Group) -> Elements:
    """All elements, by nothing but products of generators."""
    reached = {tuple(range(group.degree))}
    pending = [*reached]
    while pending:
        element = pending.pop()
        for generator in group.generators:
            image = tuple(generator(point) for point in element)
            if image not in reached:
                reached.add(image)
                pending.append(image)
    return reached


def _then(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(second[point] for point in first)


CASES = [
    (_ring(8, 2), range(0)),
    (on(6, rotation(0, 3), rotation(3, 3), {**swap(0, 1), **swap(3, 4)}), range(3)),
    (on(7, *swaps(4), {**swap(0, 1), **swap(5, 6)}), range(4, 7)),
]


@pytest.mark.parametrize(("group", "points"), CASES)
def test_the_group_is_each_product_once(group: Group, points: range) -> None:
    if not points:
        blocks = [(place * 2, place * 2 + 1) for place in range(8)]
        group = acting([*range(16), *blocks], *(partial(_moved, one.images.tolist()) for one in group.generators))
        points = range(16, 24)
    subgroup = complement(group, points)
    assert subgroup is not None
    everything = _elements(group)
    normal = {one for one in everything if all(one[point] == point for point in points)}
    others = _elements(subgroup)
    assert 1 < len(normal) < len(everything)
    products = [_then(one, other) for one, other in product(normal, others)]
    assert len(products) == len(everything)
    assert {*products} == everything


def _moved(images: list[int], point: int | tuple[int, int]) -> int | tuple[int, ...]:
    return images[point] if isinstance(point, int) else tuple(sorted(images[one] for one in point))


def test_none_where_no_subgroup_is_a_complement() -> None:
    """Rotations by four: every subgroup of two elements is in the one that leaves points 4 and 5 where they are."""
    rotations = on(6, {**rotation(0, 4), **swap(4, 5)})
    assert complement(rotations, [4, 5]) is None
    assert all(_then(one, one) == tuple(range(6)) for one in _elements(rotations) if one[4] == 4)
    assert not any(_then(one, one) == tuple(range(6)) for one in _elements(rotations) if one[4] != 4)


def test_the_name_of_a_semidirect_product() -> None:
    answer = structure(_ring(8, 3))
    assert (answer.text, answer.order, answer.certain) == ("(S3 × S3) ⋊ D8", 576, True)


def test_a_semidirect_product_is_a_factor_in_brackets() -> None:
    [group] = [group for text, group in KNOWN if text == "C3 ⋊ S3"]
    pair = on(8, *(dict(one.moves) for one in group.generators), swap(6, 7))
    assert structure(pair).text == "(C3 ⋊ S3) × S2"
