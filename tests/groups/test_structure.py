"""Groups that are known, by the names that they are given: also with other generators, on points with other numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import prod
from random import Random

import pytest

from tests.groups.known_groups import KNOWN
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation
from vsym.groups.structure import Factor, structure

known = pytest.mark.parametrize(("text", "group"), KNOWN, ids=[f"{i}: {text}" for i, (text, _) in enumerate(KNOWN)])


def _parts(text: str) -> list[str]:
    return sorted(text.split(" × "))


def _check(group: Group, factors: Sequence[Factor]) -> None:
    """The factors are subgroups whose direct product the group is, and their kinds are what they do to their points."""
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
        assert [*factor.points] == [point for block in factor.blocks for point in block]
        assert len(factor.blocks) == (factor.kind.outer.size if factor.kind.outer else bool(factor.points))


@known
def test_the_name_of_a_group(text: str, group: Group) -> None:
    answer = structure(group)
    assert _parts(answer.text) == _parts(text)
    assert (answer.order, answer.certain) == (group.order, True)
    _check(group, answer.factors)


@known
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
    assert _parts(answer.text) == _parts(text)
    _check(other, answer.factors)
