"""The neighbourhood of the initial states: its orbits, distances and steps, against the definitions."""

from __future__ import annotations

import itertools

import pytest

from tests.support.composing import reduced
from vsym.basics.limits import UNLIMITED, Budget, LimitReachedError
from vsym.checking.views.quotient import initial_states, neighbourhood
from vsym.models.counting.semantics import initial_states as all_initial_states
from vsym.models.counting.semantics import is_deadlocked, steps
from vsym.reductions.counters.abstraction import abstract

APART = """
system apart
states A, B, C
group P of 2
group Q of 3
shared x : 0..1 = 0
init where #A[P] = 1 & #C = 2
trans A -> B { P: #A[Q] = 1 do x := 1; Q: x = 0 }
trans B -> C if #B >= 2
ctl apart: EF #C[P] = 2
"""


def test_initial_states_are_those_of_the_definition() -> None:
    apart = reduced(APART)
    listed = list(initial_states(apart))
    assert len(listed) == len({*listed})
    assert {*listed} == {*all_initial_states(apart.model)}


def test_the_nearest_orbits_come_first() -> None:
    apart = reduced(APART)
    distance = dict.fromkeys(all_initial_states(apart.model), 0)
    queue = list(distance)
    for state in queue:
        for step in steps(apart.model, state):
            if step.target not in distance:
                distance[step.target] = distance[state] + 1
                queue.append(step.target)
    near = neighbourhood(apart, 10_000, UNLIMITED)
    assert near.complete
    assert near.reachable == len(distance)
    nearest = []
    for orbit in near.orbits:
        alike = [state for state in distance if abstract(apart.counters, state) == orbit.vector]
        assert orbit.reachable == len(alike)
        nearest.append(min(distance[state] for state in alike))
        assert orbit.initial == any(distance[state] == 0 for state in alike)
        assert {is_deadlocked(apart.model, state) for state in alike} == {orbit.deadlocked}
    assert nearest == sorted(nearest)


def test_steps_are_those_of_the_definition() -> None:
    apart = reduced(APART)
    near = neighbourhood(apart, 10_000, UNLIMITED)
    members = {state for orbit in near.orbits for state in orbit.members}
    expected = {
        (state, (step.transition.source, step.transition.target), step.target)
        for state in members
        for step in steps(apart.model, state)
        if step.target in members
    }
    assert {(move.source, move.arrow, move.target) for move in near.moves} == expected
    every = {(move.source, move.arrow, move.target) for move in near.abstract_moves}
    assert {(abstract(apart.counters, s), arrow, abstract(apart.counters, t)) for s, arrow, t in expected} <= every
    assert {(source, target) for source, _, target in every} == {
        (orbit.vector, abstract(apart.counters, step.target))
        for orbit in near.orbits
        for step in steps(apart.model, orbit.members[0])
    }


def test_a_model_with_very_many_states_is_sampled_at_once() -> None:
    near = neighbourhood(reduced("system s\nstates A, B\ngroup P of 100\ninit any\ntrans A -> B\n"), 50, UNLIMITED)
    assert not near.complete
    assert sum(orbit.size for orbit in near.orbits) > 100


def test_it_ends_at_a_limit() -> None:
    """The limit ends the search although it reads the clock less often than it takes up states."""
    apart = reduced(APART)
    with pytest.raises(LimitReachedError):
        neighbourhood(apart, 10_000, Budget(deadline=5, clock=itertools.count().__next__))
