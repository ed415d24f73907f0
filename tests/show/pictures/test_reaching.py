"""Orbits, state by state, and the steps from each, against the definitions."""

from __future__ import annotations

import itertools
from math import factorial

from vsym.show.pictures.reaching import initial_states, orbit_of, orbit_size, reached
from vsym.show.pictures.stepping import abstract_steps

from tests.reductions.counters.reduced import reduced
from vsym.models.counting.semantics import State, steps
from vsym.models.counting.semantics import initial_states as all_initial_states
from vsym.reductions.counters.vectors import abstract

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


def test_an_orbit_is_every_state_with_the_same_counters() -> None:
    model, system = reduced(APART)
    assert len(system.blocks) == 2
    every = [State(where, (("x", 1),)) for where in itertools.product(model.states, repeat=5)]
    for vector in {abstract(system, state) for state in every}:
        found = list(orbit_of(model, system, vector))
        assert len(found) == len({*found}) == orbit_size(system, vector)
        assert {*found} == {state for state in every if abstract(system, state) == vector}


def test_initial_states_are_those_of_the_definition() -> None:
    model, system = reduced(APART)
    found = list(initial_states(model, system))
    assert len(found) == len({*found})
    assert {*found} == {*all_initial_states(model)}


def test_distances_are_the_smallest() -> None:
    model, system = reduced(APART)
    distance = dict.fromkeys(all_initial_states(model), 0)
    queue = list(distance)
    for state in queue:
        for step in steps(model, state):
            if step.target not in distance:
                distance[step.target] = distance[state] + 1
                queue.append(step.target)
    found = reached(model, system, 10_000)
    assert found.complete
    assert found.known == len(distance)
    assert [orbit.distance for orbit in found.nearest] == sorted(orbit.distance for orbit in found.nearest)
    for orbit in found.nearest:
        alike = [state for state in distance if abstract(system, state) == orbit.vector]
        assert orbit.known == len(alike)
        assert orbit.distance == min(distance[state] for state in alike)


def test_counter_states_step_as_their_states_do() -> None:
    model, system = reduced(APART)
    for where in itertools.product(model.states, repeat=5):
        state = State(where, (("x", 0),))
        expected = {abstract(system, step.target) for step in steps(model, state)}
        assert {after for _, after in abstract_steps(system, abstract(system, state))} == expected


def test_a_model_with_very_many_states_is_sampled_at_once() -> None:
    model, system = reduced("system s\nstates A, B\ngroup P of 100\ninit any\ntrans A -> B\n")
    found = reached(model, system, 50)
    assert not found.complete
    assert sum(orbit_size(system, orbit.vector) for orbit in found.nearest) > 100
    assert orbit_size(system, (50, 50)) == factorial(100) // factorial(50) ** 2
