from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mdd.plain import Problem, all_vectors, as_states, closure, problems, steps, vector_sets
from vsym.mdd import Relation, Space, split


def relation_of(space: Space, problem: Problem) -> Relation:
    events = [event for rule in problem.rules for event in split(problem.sizes, rule.guard, rule.assignments)]
    return Relation(space, events)


@settings(max_examples=300, deadline=None)
@given(problems(), st.data())
def test_one_step_forward_and_backward(problem: Problem, data: st.DataObject) -> None:
    space = Space(problem.sizes)
    relation, pairs = relation_of(space, problem), steps(problem)
    some = data.draw(vector_sets(problem.sizes))
    limit = data.draw(vector_sets(problem.sizes))
    states, within = as_states(space, some), as_states(space, limit)
    forward = {target for source, target in pairs if source in some}
    backward = {source for source, target in pairs if target in some}
    assert set(relation.image(states)) == forward
    assert set(relation.preimage(states)) == backward
    assert set(relation.image(states, within)) == forward & limit
    assert set(relation.preimage(states, within)) == backward & limit


@settings(max_examples=300, deadline=None)
@given(problems(), st.data())
def test_saturation_is_the_closure(problem: Problem, data: st.DataObject) -> None:
    space = Space(problem.sizes)
    relation, pairs = relation_of(space, problem), steps(problem)
    everything = all_vectors(problem.sizes)
    inverse = {(target, source) for source, target in pairs}
    for _ in range(2):
        some = data.draw(vector_sets(problem.sizes))
        states = as_states(space, some)
        assert set(relation.reachable(states)) == closure(pairs, some, everything)
        assert set(relation.reaching(states)) == closure(inverse, some, everything)


@settings(max_examples=300, deadline=None)
@given(problems(), st.data())
def test_saturation_stays_inside_a_limit(problem: Problem, data: st.DataObject) -> None:
    space = Space(problem.sizes)
    relation, pairs = relation_of(space, problem), steps(problem)
    inverse = {(target, source) for source, target in pairs}
    for _ in range(2):
        some = data.draw(vector_sets(problem.sizes))
        left_out = data.draw(vector_sets(problem.sizes))
        limit = all_vectors(problem.sizes) - left_out
        states, within = as_states(space, some), space.full - as_states(space, left_out)
        assert set(relation.reachable(states, within)) == closure(pairs, some, limit)
        assert set(relation.reaching(states, within)) == closure(inverse, some, limit)


@settings(max_examples=200, deadline=None)
@given(problems(), st.data())
def test_enabled_and_deadlocked_states(problem: Problem, data: st.DataObject) -> None:
    space = Space(problem.sizes)
    relation, pairs = relation_of(space, problem), steps(problem)
    some = data.draw(vector_sets(problem.sizes))
    sources = {source for source, _ in pairs}
    assert set(relation.enabled(as_states(space, some))) == some & sources
    assert set(relation.deadlocks(space.full)) == all_vectors(problem.sizes) - sources
