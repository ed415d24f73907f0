"""Images and closures of drawn systems, against the same over plain sets."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagrams.plain import (
    Problem,
    Rule,
    all_vectors,
    as_states,
    closure,
    image,
    inverted,
    problems,
    steps,
    vector_sets,
)
from tests.drawn import many
from vsym.diagrams import Assignment, Conjunction, Relation, Space, compare, split


def relation_of(space: Space, problem: Problem) -> Relation:
    events = [event for rule in problem.rules for event in split(problem.sizes, rule.guard, rule.assignments)]
    return Relation(space, events)


@settings(max_examples=many(12), deadline=None)
@given(problems(), st.data())
def test_one_step_forward_and_backward(problem: Problem, data: st.DataObject) -> None:
    space, successors = Space(problem.sizes), steps(problem)
    relation = relation_of(space, problem)
    some = data.draw(vector_sets(problem.sizes))
    limit = data.draw(vector_sets(problem.sizes))
    states, within = as_states(space, some), as_states(space, limit)
    after, before = image(successors, some), image(inverted(successors), some)
    assert set(relation.image(states)) == after
    assert set(relation.preimage(states)) == before
    assert set(relation.image(states, within)) == after & limit
    assert set(relation.preimage(states, within)) == before & limit


@settings(max_examples=many(12), deadline=None)
@given(problems(), st.data())
def test_saturation_is_the_closure(problem: Problem, data: st.DataObject) -> None:
    space, successors = Space(problem.sizes), steps(problem)
    relation, predecessors = relation_of(space, problem), inverted(successors)
    everything = all_vectors(problem.sizes)
    for _ in range(2):
        some = data.draw(vector_sets(problem.sizes))
        states = as_states(space, some)
        assert set(relation.reachable(states)) == closure(successors, some, everything)
        assert set(relation.reaching(states)) == closure(predecessors, some, everything)


@settings(max_examples=many(12), deadline=None)
@given(problems(), st.data())
def test_saturation_stays_inside_a_limit(problem: Problem, data: st.DataObject) -> None:
    space, successors = Space(problem.sizes), steps(problem)
    relation, predecessors = relation_of(space, problem), inverted(successors)
    for _ in range(2):
        some = data.draw(vector_sets(problem.sizes))
        left_out = data.draw(vector_sets(problem.sizes))
        limit = all_vectors(problem.sizes) - left_out
        states, within = as_states(space, some), space.full - as_states(space, left_out)
        assert set(relation.reachable(states, within)) == closure(successors, some, limit)
        assert set(relation.reaching(states, within)) == closure(predecessors, some, limit)


@settings(max_examples=many(9), deadline=None)
@given(problems(), st.data())
def test_states_in_which_events_are_enabled(problem: Problem, data: st.DataObject) -> None:
    space, successors = Space(problem.sizes), steps(problem)
    relation = relation_of(space, problem)
    some = data.draw(vector_sets(problem.sizes))
    stuck = {vector for vector, targets in successors.items() if not targets}
    assert set(as_states(space, some).enabling(relation.events)) == some - stuck


def closures(sizes: tuple[int, ...], rules: tuple[Rule, ...], *starts: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """What is reachable from each start in turn, with one relation, and the same inside a limit that is not a limit."""
    space = Space(sizes)
    relation = relation_of(space, Problem(sizes, rules))
    found = [list(relation.reachable(space.single(start))) for start in starts]
    assert found == [list(relation.reachable(space.single(start), space.full)) for start in starts]
    return found


def change(level: int, by: int) -> Assignment:
    return Assignment(level, ((level, 1),), by)


def test_a_list_that_was_cut_off_by_the_domain_goes_on_elsewhere() -> None:
    up = Rule(Conjunction(), (change(0, 1),))
    assert closures((4, 1), (up,), (3, 0), (1, 0)) == [[(3, 0)], [(1, 0), (2, 0), (3, 0)]]


def test_a_guard_on_the_value_itself_differs_from_place_to_place() -> None:
    up = Rule(compare({0: 1}, "<=", 2), (change(0, 1),))
    down = Rule(compare({0: 1}, ">=", 5), (change(0, -1),))
    assert closures((7,), (up, down), (0,), (6,), (3,)) == [[(0,), (1,), (2,), (3,)], [(4,), (5,), (6,)], [(3,)]]


def test_what_comes_down_goes_up_again() -> None:
    down = Rule(Conjunction(), (change(0, -1), change(1, 1)))
    up = Rule(Conjunction(), (change(0, 1), change(1, 1)))
    assert closures((2, 6), (down, up), (1, 0)) == [[(0, 1), (0, 3), (0, 5), (1, 0), (1, 2), (1, 4)]]


def test_constants_are_assigned_at_the_top_until_nothing_is_new() -> None:
    low = Rule(compare({0: 1}, ">=", 3), (Assignment(0, (), 0), change(1, 1)))
    high = Rule(compare({0: 1}, "=", 0), (Assignment(0, (), 4), change(1, 1)))
    assert closures((5, 6), (low, high), (3, 0)) == [[(0, 1), (0, 3), (0, 5), (3, 0), (4, 2), (4, 4)]]
