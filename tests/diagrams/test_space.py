"""Sets as values: Boolean operations, membership, enumeration, and the sets of constraints."""

from __future__ import annotations

import doctest
import itertools
import math
from collections.abc import Callable
from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vsym.diagrams
from tests.diagrams.plain import all_vectors, as_states, constraints, holds, sizes_strategy, vector_sets
from tests.support.drawn import many
from vsym.diagrams import Conjunction, Constraint, Disjunction, Linear, Negation, Space, StateSet, compare
from vsym.diagrams.space import extended
from vsym.diagrams.values import EVERY_VALUE, NO_VALUE, Values, both, contains, either, interval, moved


@settings(max_examples=many(6), deadline=None)
@given(sizes_strategy, st.data())
def test_boolean_operations(sizes: tuple[int, ...], data: st.DataObject) -> None:
    space = Space(sizes)
    one, other = data.draw(vector_sets(sizes)), data.draw(vector_sets(sizes))
    left, right = as_states(space, one), as_states(space, other)
    assert set(left | right) == one | other
    assert set(left & right) == one & other
    assert set(left - right) == one - other
    assert (left <= right) == (one <= other)
    assert (left == right) == (one == other)
    assert bool(left) == bool(one)
    assert as_states(space, sorted(one, reverse=True)) is left


@settings(max_examples=many(6), deadline=None)
@given(sizes_strategy, st.data())
def test_questions_about_a_set(sizes: tuple[int, ...], data: st.DataObject) -> None:
    space = Space(sizes)
    vectors = data.draw(vector_sets(sizes))
    states = as_states(space, vectors)
    assert list(states) == sorted(vectors)
    assert states.count() == len(vectors)
    assert {vector for vector in all_vectors(sizes) if vector in states} == vectors
    assert (-1,) * len(sizes) not in states
    assert (0,) * (len(sizes) - 1) not in states
    assert (0,) * (len(sizes) + 1) not in states
    if vectors:
        assert states.pick() == min(vectors)
    else:
        with pytest.raises(ValueError, match="empty"):
            states.pick()


@settings(max_examples=many(8), deadline=None)
@given(sizes_strategy, st.data())
def test_states_of_a_constraint(sizes: tuple[int, ...], data: st.DataObject) -> None:
    space = Space(sizes)
    constraint = data.draw(constraints(len(sizes)))
    expected = {vector for vector in all_vectors(sizes) if holds(constraint, vector)}
    assert set(space.satisfying(constraint)) == expected
    some = data.draw(vector_sets(sizes))
    assert set(as_states(space, some).select(constraint)) == expected & some


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (compare({0: 1, 1: 1}, "=", 2), {(0, 2), (1, 1), (2, 0)}),
        (compare({0: 2, 1: -1}, "<", 0), {(0, 1), (0, 2)}),
        (compare({0: 1, 1: -1}, "!=", 0), {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)}),
        (compare({1: 3}, ">", 2), {(x, y) for x in range(3) for y in (1, 2)}),
        (compare({}, "<=", -1), set()),
        (Conjunction((Linear(((0, 1),), 1, 1), Negation(Disjunction((Linear(((1, 1),), 1),))))), {(1, 0)}),
    ],
)
def test_constraints_by_hand(constraint: Constraint, expected: set[tuple[int, int]]) -> None:
    assert set(Space((3, 3)).satisfying(constraint)) == expected


def test_the_tokens_of_a_counter_system_are_counted_exactly() -> None:
    processes, counters = 200, 60
    space = Space([processes + 1] * counters)
    states = space.satisfying(compare(dict.fromkeys(range(counters), 1), "=", processes))
    assert states.count() == math.comb(processes + counters - 1, counters - 1)
    assert states.count() > 10**55
    assert states.node_count <= counters * (processes + 1)


def test_a_set_of_many_vectors_is_enumerated_one_by_one() -> None:
    space = Space([1000] * 20)
    assert list(itertools.islice(space.full, 2)) == [(0,) * 20, (0,) * 19 + (1,)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Space([2]).full | Space([2]).full, "different spaces"),
        *((partial(Space([2, 2]).single, vector), "level|values") for vector in ((2, 0), (0, -1), (0,), (0, 0, 0))),
        *((partial(Space, sizes), "at least one") for sizes in ((), (2, 0))),
        (lambda: extended(Space([2, 3]).full, Space([2, 2, 3])), "do not begin with those"),
    ],
)
def test_what_is_of_no_space_or_of_another_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_equal_sets_are_one_object_while_in_use() -> None:
    space = Space([3, 3])
    built: list[StateSet] = [space.single((1, 1)), space.satisfying(compare({0: 1, 1: 1}, "=", 2))]
    built.append(built[1].select(compare({0: 1}, "=", 1)))
    assert built[2] is built[0]
    assert repr(built[1]) == "<3 vectors in 6 nodes>"


@settings(max_examples=many(6), deadline=None)
@given(sizes_strategy, st.lists(st.integers(1, 3), max_size=2), st.data())
def test_a_set_has_any_values_at_the_further_levels(
    sizes: tuple[int, ...], further: list[int], data: st.DataObject
) -> None:
    vectors = data.draw(vector_sets(sizes))
    space = Space([*sizes, *further])
    tails = [*product(*map(range, further))]
    assert {*extended(as_states(Space(sizes), vectors), space)} == {(*one, *tail) for one in vectors for tail in tails}


def test_the_set_of_figure_2() -> None:
    """Colange et al., figure 2: two edges from x, three from y and two from z, which two sequences share. vsym has a
    node for each edge."""
    states = as_states(Space((4, 4, 4)), [(2, 3, 1), (1, 1, 1), (1, 2, 3)])
    assert (states.count(), states.node_count) == (3, 7)


def test_the_example_at_the_top_is_right() -> None:
    found = doctest.testmod(vsym.diagrams)
    assert found.attempted
    assert not found.failed


SMALL = range(12)
drawn = st.lists(st.integers(0, 9), unique=True, max_size=5).map(lambda places: tuple(sorted(places)))


def members(values: Values) -> set[int]:
    """The first values that are in a set, by its definition."""
    return {value for value in SMALL if sum(place <= value for place in values) % 2}


@settings(max_examples=many(8), deadline=None)
@given(drawn, drawn)
def test_what_is_in_both_or_in_either(one: Values, other: Values) -> None:
    assert members(both(one, other)) == members(one) & members(other)
    assert members(either(one, other)) == members(one) | members(other)
    assert {value for value in SMALL if contains(one, value)} == members(one)
    assert either(one, NO_VALUE) == both(one, EVERY_VALUE) == one


@settings(max_examples=many(8), deadline=None)
@given(drawn, st.integers(-6, 6))
def test_moved_values_that_fall_below_nothing_are_dropped(values: Values, by: int) -> None:
    expected = {value + by for value in range(20) if sum(place <= value for place in values) % 2 and value + by >= 0}
    assert members(moved(values, by)) == expected & set(SMALL)


def test_an_interval_is_open_or_closed_or_empty() -> None:
    assert interval(None, None) == interval(-3, None) == EVERY_VALUE
    assert (interval(2, 4), interval(2, None), interval(None, 4)) == ((2, 5), (2,), (0, 5))
    assert interval(4, 2) == interval(None, -1) == NO_VALUE
