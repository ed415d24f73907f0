"""Actions on vectors and sets: the convention, the constructors, images, and how images compare with vectors."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagrams.drawn_groups import actions, actions_on
from tests.diagrams.plain import as_states, vector_sets
from tests.support.drawn import many
from vsym.diagrams import Action, Space, compose
from vsym.diagrams.symmetry.group import canonized, step

CYCLE = Action.of((1, 2, 0))
SWAP = Action.of((1, 0, 2))


def test_the_convention_with_a_cycle_of_three() -> None:
    assert CYCLE.apply((7, 8, 9)) == (8, 9, 7)
    assert CYCLE.inverse.apply((7, 8, 9)) == (9, 7, 8)
    assert compose(CYCLE, SWAP).apply((7, 8, 9)) == CYCLE.apply(SWAP.apply((7, 8, 9))) == (7, 9, 8)
    assert compose(SWAP, CYCLE).apply((7, 8, 9)) == (9, 8, 7)


def test_values_are_mapped_where_they_arrive() -> None:
    action = Action.of((1, 0), {0: (1, 2, 0)})
    assert action.apply((0, 1)) == (2, 0)
    assert action.inverse.apply((2, 0)) == (0, 1)
    assert action.moved == (0, 1)
    assert Action.of((0, 1), {1: (0, 1, 2)}) == Action.identity(2)
    assert not Action.identity(2)


def test_blocks_of_levels_are_exchanged_or_rotated() -> None:
    sizes = (2, 3, 2, 3, 2, 3)
    blocks = ((0, 1), (2, 3), (4, 5))
    assert Action.renaming(sizes, (1, 0), (blocks[0], blocks[2])).apply((0, 1, 0, 0, 1, 2)) == (1, 2, 0, 0, 0, 1)
    assert Action.renaming(sizes, (1, 2, 0), blocks).apply((0, 1, 0, 0, 1, 2)) == (1, 2, 0, 1, 0, 0)


def test_a_renaming_takes_members_along_with_the_values_that_name_them() -> None:
    """Members 0, 1, 2 have level 0, 1, 2; level 3 names one by 1, 2, 3, and nobody by 0."""
    renaming = Action.renaming((4, 4, 4, 4), (1, 2, 0), ((0,), (1,), (2,)), {3: ((1, 2, 3),)})
    assert renaming.apply((1, 2, 3, 1)) == (3, 1, 2, 2)
    assert renaming.apply((1, 2, 3, 0)) == (3, 1, 2, 0)
    own = Action.renaming((4, 4, 4), (1, 2, 0), ((0,), (1,), (2,)), dict.fromkeys(range(3), ((1, 2, 3),)))
    assert own.apply((2, 0, 1)) == (2, 3, 0)


@pytest.mark.parametrize(
    ("message", "make"),
    [
        ("not a permutation of levels", lambda: Action.of((0, 0))),
        ("not a permutation of values", lambda: Action.of((0,), {0: (1, 1)})),
        ("level 2 does not exist", lambda: Action.of((0, 1), {2: (1, 0)})),
        ("level 1 has 3 values, and level 0", lambda: Action.renaming((2, 3), (1, 0), ((0,), (1,)))),
        ("level 0 has 2 values, and its map 3", lambda: Action.of((0,), {0: (1, 2, 0)}).check((2,))),
        ("2 members need as many blocks", lambda: Action.renaming((2, 2, 2), (1, 0), ((0,), (1,), (2,)))),
        ("names 3 members, not 2", lambda: Action.renaming((3,), (1, 0), (), {0: ((0, 1, 2),)})),
        ("is not in 0..1", lambda: Action.renaming((2,), (1, 0), (), {0: ((1, 2),)})),
        ("about 2 levels, the other about 3", lambda: compose(Action.identity(2), CYCLE)),
        ("about 3 levels, and the space has 2", lambda: Space([2, 2]).full.permuted(CYCLE)),
        ("level 1 has 3 values", lambda: step(Space([2, 3]).full, Action.of((1, 0)))),
        ("and its map 3", lambda: canonized(Space([2]).full, [Action.of((0,), {0: (1, 2, 0)})])),
        ("and its map 3", lambda: Space([2]).full.reduced_by(Action.of((0,), {0: (1, 2, 0)}))),
    ],
)
def test_what_is_no_action(message: str, make: object) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=message):
        make()


@settings(max_examples=many(12), deadline=None)
@given(actions(), st.data())
def test_sets_under_an_action(drawn: tuple[tuple[int, ...], Action], data: st.DataObject) -> None:
    sizes, action = drawn
    other = data.draw(actions_on(sizes))
    vectors = data.draw(vector_sets(sizes))
    states = as_states(Space(sizes), vectors)
    images = {vector: action.apply(vector) for vector in vectors}
    assert set(states.permuted(action)) == set(images.values())
    assert set(states.reduced_by(action)) == {vector for vector in vectors if images[vector] < vector}
    assert set(states.fixed_by(action)) == {vector for vector in vectors if images[vector] == vector}
    assert set(step(states, action)) == {min(vector, images[vector]) for vector in vectors}
    assert states.permuted(compose(other, action)) is states.permuted(action).permuted(other)
    assert states.permuted(action).permuted(action.inverse) is states
    assert compose(action, action.inverse) == Action.identity(len(sizes))
    assert all(
        vector[level] == images[vector][level]
        for vector in vectors
        for level in range(len(sizes))
        if level not in action.moved
    )


@settings(max_examples=many(6), deadline=None)
@given(st.integers(2, 5), st.integers(0, 3), st.data())
def test_steps_that_swap_neighbours_or_map_values(depth: int, first: int, data: st.DataObject) -> None:
    """Each has a walk of its own."""
    sizes = (3,) * depth
    first = min(first, depth - 2)
    vectors = data.draw(vector_sets(sizes))
    states = as_states(Space(sizes), vectors)
    maps = {level: data.draw(st.permutations(range(3))) for level in data.draw(st.sets(st.integers(0, depth - 1)))}
    swap = Action.renaming(sizes, (1, 0), ((first,), (first + 1,)))
    for action in (swap, Action.of(range(depth), maps)):
        assert set(step(states, action)) == {min(vector, action.apply(vector)) for vector in vectors}


def test_the_set_of_figure_4() -> None:
    """Colange et al., figure 4: two orbits of the permutations of three levels."""
    space = Space((4, 4, 4))
    states = as_states(space, [(2, 3, 1), (2, 1, 3), (1, 3, 3), (3, 3, 1)])
    swaps = [Action.renaming(space.sizes, (1, 0), ((level,), (level + 1,))) for level in (0, 1)]
    assert set(canonized(states, swaps)) == {(1, 2, 3), (1, 3, 3)}


def test_the_example_of_reduces_and_apply() -> None:
    """Colange et al., section III.C: of g = (2, 3, 1) the swaps are those of g, and the condition is its inverse's."""
    assert compose(Action.of((0, 2, 1)), SWAP) == CYCLE
    space = Space((4, 4, 4))
    printed = {
        (one, two, three)
        for one, two, three in space.full
        if three < one or (three == one and (one < two or (one == two and two < three)))
    }
    assert set(space.full.reduced_by(CYCLE.inverse)) == printed
    assert (2, 3, 1) in printed
    assert CYCLE.apply((2, 3, 1)) == (3, 1, 2)


def test_swaps_of_blocks_that_are_together_cost_little() -> None:
    """A swap of adjacent blocks of two levels moves each level past two others, for any number of vectors."""
    space = Space((3,) * 40)
    image = space.full.permuted(Action.renaming(space.sizes, (1, 0), (range(10, 12), range(12, 14))))
    assert image is space.full
    assert space.node_count == 3 * 40
