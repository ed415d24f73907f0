"""Permutations of literals, against maps of literals in full."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vsym.system.symmetry import IDENTITY, Image, Symmetry

CELLS = range(3)
VALUES = range(3)
STATES = tuple(itertools.product(VALUES, repeat=len(CELLS)))
DOMAINS = [{*VALUES}] * len(CELLS)

Map = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]
"""The image of each variable, and for each the image of each of its values."""

MAPS = st.tuples(
    st.permutations(CELLS).map(tuple), st.tuples(*[st.permutations(VALUES).map(tuple) | st.just((0, 1, 2))] * 3)
)


def _symmetry(drawn: Map) -> Symmetry:
    targets, values = drawn
    return Symmetry.of(dict(enumerate(targets)), {cell: dict(enumerate(values[cell])) for cell in CELLS})


def _image(drawn: Map, state: tuple[int, ...]) -> tuple[int, ...]:
    targets, values = drawn
    image = [0] * len(state)
    for cell, value in enumerate(state):
        image[targets[cell]] = values[cell][value]
    return tuple(image)


@given(MAPS)
def test_it_is_what_its_literals_say(drawn: Map) -> None:
    symmetry, (targets, values) = _symmetry(drawn), drawn
    assert [symmetry.state(state) for state in STATES] == [_image(drawn, state) for state in STATES]
    assert tuple(map(symmetry.cell, CELLS)) == targets
    for cell in CELLS:
        assert tuple(symmetry.value(cell, value) for value in VALUES) == values[cell]
        changed = tuple((value, values[cell][value]) for value in VALUES if values[cell][value] != value)
        assert symmetry.renamed(cell) == changed
        assert (cell in symmetry.images) == (targets[cell] != cell or changed != ())
    assert symmetry.permutes(DOMAINS)


@given(MAPS, MAPS)
def test_one_after_another(first: Map, second: Map) -> None:
    one, other = _symmetry(first), _symmetry(second)
    both = one.then(other)
    assert [both.state(state) for state in STATES] == [other.state(one.state(state)) for state in STATES]
    assert (one == other) == (first == second)


@given(MAPS)
def test_what_is_undone_is_nothing(drawn: Map) -> None:
    targets, values = drawn
    back = Symmetry.of(
        {target: cell for cell, target in enumerate(targets)},
        {targets[cell]: {new: old for old, new in enumerate(values[cell])} for cell in CELLS},
    )
    assert _symmetry(drawn).then(back) == IDENTITY
    assert IDENTITY.then(back) == back.then(IDENTITY) == back


@pytest.mark.parametrize(
    "moved",
    [
        ((0, Image(1, ())),),
        ((0, Image(1, ())), (1, Image(1, ()))),
        ((0, Image(0, ((0, 1),))),),
        ((0, Image(0, ((0, 3), (3, 0)))),),
    ],
    ids=["not onto", "two to one", "two values to one", "outside"],
)
def test_what_is_no_permutation_is_seen(moved: tuple[tuple[int, Image], ...]) -> None:
    assert not Symmetry(moved).permutes(DOMAINS)


def test_variables_that_change_places_have_the_same_values() -> None:
    swapped = Symmetry.of({0: 1, 1: 0}, {})
    assert swapped.permutes([{0, 1}, {0, 1}, {0}])
    assert not swapped.permutes([{0, 1}, {0, 1, 2}, {0}])
    renamed = Symmetry.of({0: 1, 1: 0}, {0: {0: 5, 1: 6}, 1: {5: 0, 6: 1}})
    assert renamed.permutes([{0, 1}, {5, 6}, {0}])
    assert renamed.state((1, 5, 0)) == (0, 6, 0)
