"""Orbits, state by state, against the definition."""

from __future__ import annotations

import itertools
from math import factorial

from tests.checking.views.test_quotient import APART
from tests.support.composing import reduced
from vsym.models.counting.semantics import State
from vsym.reductions.counters.abstraction import abstract, concretize, orbit_size, rearranged


def test_an_orbit_is_every_state_with_the_same_counters() -> None:
    apart = reduced(APART)
    model, system = apart.model, apart.counters
    assert len(system.blocks) == 2
    every = [State(where, (("x", 1),)) for where in itertools.product(model.states, repeat=5)]
    for vector in {abstract(system, state) for state in every}:
        orbit = list(rearranged(model, concretize(model, system, vector), [one.processes for one in system.blocks]))
        assert len(orbit) == len({*orbit}) == orbit_size(system, vector)
        assert {*orbit} == {state for state in every if abstract(system, state) == vector}


def test_the_size_of_a_large_orbit() -> None:
    system = reduced("system s\nstates A, B\ngroup P of 100\ninit any\ntrans A -> B\n").counters
    assert orbit_size(system, (50, 50)) == factorial(100) // factorial(50) ** 2
