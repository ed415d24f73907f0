"""Images and closures of drawn systems, against the same over plain sets."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mdd.plain import (
    Problem,
    all_vectors,
    as_states,
    closure,
    image,
    inverted,
    problems,
    steps,
    vector_sets,
)
from vsym.mdd import Relation, Space, split


def relation_of(space: Space, problem: Problem) -> Relation:
    events = [event for rule in problem.rules for event in split(problem.sizes, rule.guard, rule.assignments)]
    return Relation(space, events)


@settings(max_examples=60, deadline=None)
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


@settings(max_examples=80, deadline=None)
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


@settings(max_examples=80, deadline=None)
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


@settings(max_examples=80, deadline=None)
@given(problems(), st.data())
def test_enabled_and_deadlocked_states(problem: Problem, data: st.DataObject) -> None:
    space, successors = Space(problem.sizes), steps(problem)
    relation = relation_of(space, problem)
    some = data.draw(vector_sets(problem.sizes))
    stuck = {vector for vector, targets in successors.items() if not targets}
    assert set(relation.enabled(as_states(space, some))) == some - stuck
    assert set(relation.deadlocks(space.full)) == stuck
