"""Translation of guards and assignments into events."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagrams.plain import all_vectors, constraints, holds, sizes_strategy
from tests.support.drawn import many
from vsym.diagrams import (
    Assignment,
    Case,
    Conjunction,
    Constraint,
    Disjunction,
    Event,
    Linear,
    Move,
    Put,
    Relation,
    Space,
    cases,
    compare,
    split,
)
from vsym.diagrams.values import contains


def case_holds(case: Case, vector: tuple[int, ...]) -> bool:
    return all(contains(values, vector[level]) for level, values in case.masks) and all(
        holds(linear, vector) for linear in case.sums
    )


@settings(max_examples=many(8), deadline=None)
@given(sizes_strategy, st.booleans(), st.data())
def test_cases_have_the_constraint_as_their_disjunction(
    sizes: tuple[int, ...], wanted: bool, data: st.DataObject
) -> None:
    constraint = data.draw(constraints(len(sizes)))
    split_up = cases(constraint, holds=wanted)
    for vector in all_vectors(sizes):
        assert any(case_holds(case, vector) for case in split_up) == (holds(constraint, vector) == wanted)


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (compare({0: 1}, ">=", 1), (Case(((0, (1,)),)),)),
        (compare({0: 1}, "!=", 2), (Case(((0, (0, 2, 3)),)),)),
        (compare({0: -2}, ">=", -5), (Case(((0, (0, 3)),)),)),
        (compare({0: 1}, "<", 0), ()),
        (compare({0: -4, 2: -2}, ">=", -7), (Case((), (Linear(((0, 2), (2, 1)), None, 3),)),)),
        (compare({0: 2, 1: 2}, "=", 3), ()),
        (Conjunction((compare({0: 1, 1: 1}, ">=", 2), compare({0: 1, 1: 1}, "<=", 1))), ()),
        (Disjunction((compare({1: 1}, "=", 0), compare({1: 1}, "=", 3))), (Case(((1, (0, 1, 3, 4)),)),)),
        # What two disjunctions say of the same level comes first: no case repeats or contains another one.
        (
            Conjunction(
                (
                    Disjunction((compare({0: 1}, "=", 0), compare({1: 1}, "=", 0))),
                    Disjunction((compare({0: 1}, "=", 0), compare({2: 1}, "=", 0))),
                )
            ),
            (Case(((0, (0, 1)),)), Case(((0, (1,)), (1, (0, 1)), (2, (0, 1))))),
        ),
        (Conjunction(), (Case(),)),
        (Disjunction(), ()),
    ],
)
def test_cases_by_hand(constraint: Constraint, expected: tuple[Case, ...]) -> None:
    assert cases(constraint) == expected


def test_moves_and_constants_cost_one_event() -> None:
    guard = compare({0: 1, 1: 1}, "<=", 3)
    assert split([4, 4], guard, [Assignment(0, ((0, 1),), -1), Assignment(1, (), 2)]) == (
        Event(Case((), (Linear(((0, 1), (1, 1)), None, 3),)), (Move(0, -1), Put(1, 2))),
    )


def test_a_copied_value_costs_an_event_per_value() -> None:
    assert split([3, 2], Conjunction(), [Assignment(0, ((1, 1),), 1)]) == (
        Event(Case(((1, (0, 1)),)), (Put(0, 1),)),
        Event(Case(((1, (1, 2)),)), (Put(0, 2),)),
    )


def test_assignments_take_the_values_from_before_the_step() -> None:
    space = Space([4, 4])
    swap = Relation(space, split(space.sizes, Conjunction(), [Assignment(0, ((1, 1),)), Assignment(1, ((0, 1),))]))
    assert list(swap.image(space.single((1, 3)))) == [(3, 1)]


def test_a_constant_outside_the_domain_is_never_assigned() -> None:
    space = Space([2, 2])
    relation = Relation(space, split(space.sizes, Conjunction(), [Assignment(0, (), 2)]))
    assert relation.image(space.full) is space.empty
    assert space.full.enabling(relation.events) is space.empty


@pytest.mark.parametrize(
    ("guard", "assignments"),
    [
        (Conjunction(), [Assignment(0), Assignment(0)]),
        (Conjunction(), [Assignment(2)]),
        (Conjunction(), [Assignment(0, ((5, 1),))]),
        (compare({-1: 1}, "=", 0), []),
        (compare({0: 1, 2: 1}, "=", 1), []),
    ],
)
def test_levels_that_do_not_exist_are_refused(guard: Constraint, assignments: list[Assignment]) -> None:
    with pytest.raises(ValueError, match="level"):
        split([3, 3], guard, assignments)


def test_a_relation_checks_its_events() -> None:
    with pytest.raises(ValueError, match="level 1 does not exist"):
        Relation(Space([2]), [Event(Case(), (Move(1, 1),))])
    with pytest.raises(ValueError, match="twice"):
        Relation(Space([2]), [Event(Case(), (Move(0, 1), Put(0, 1)))])
