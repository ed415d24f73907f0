"""A counting model by the protocol of models."""

from __future__ import annotations

import itertools

import pytest

from tests.loading import load
from tests.models.contract import assert_renamings_act, assert_states_are_named, commutes, orbits, reachable
from vsym.basics.source import Source
from vsym.models.counting.semantics import State, Step, is_deadlocked, is_initial
from vsym.models.counting.structure import Structure
from vsym.models.protocol import Model
from vsym.symmetry.virtual.witness import orbit

ALIKE = """system tickets
param size = 3
states out, waiting, inside
group P of size
shared left : 0..2 = 2
init out
trans out -> waiting
trans waiting -> inside if left > 0 & #inside < 2 do left := left - 1
trans inside -> out if some in waiting
invariant few: #inside <= 2
"""
APART = """system apart
states N, C
group R of 2
group W of 1
init N
trans N -> C { R: none of W in C; W: none in C }
trans C -> N
"""


def _structure(text: str) -> Structure:
    return Structure(load(Source("test", text)))


@pytest.fixture(params=[ALIKE, APART])
def structure(request: pytest.FixtureRequest) -> Structure:
    """Each of the models."""
    return _structure(request.param)


def test_it_is_a_model() -> None:
    model: Model[State, Step] = _structure(ALIKE)
    assert (model.name, model.parameters) == ("tickets", (("size", 3),))
    [start] = model.initial()
    assert model.columns(start) == (("1", "out"), ("2", "out"), ("3", "out"), ("left", 2))
    assert [(step.process, target == step.target) for step, target in model.steps(start)] == [
        (n, True) for n in (1, 2, 3)
    ]


def test_it_keeps_what_models_promise(structure: Structure) -> None:
    assert_states_are_named(structure)
    assert_renamings_act(structure, structure.model.size)
    assert all(is_initial(structure.model, state) for state in structure.initial())
    for state in reachable(structure):
        assert is_deadlocked(structure.model, state) == (not list(structure.steps(state)))


def test_processes_that_guards_treat_alike_can_be_exchanged() -> None:
    alike, apart = _structure(ALIKE), _structure(APART)
    assert all(commutes(alike, one) for one in itertools.permutations((1, 2, 3)))
    assert [one for one in itertools.permutations((1, 2, 3)) if commutes(apart, one)] == [(1, 2, 3), (2, 1, 3)]


def test_states_with_the_same_counters_are_those_that_renaming_makes_of_each_other() -> None:
    structure = _structure(ALIKE)
    blocks = [structure.model.processes]
    by_counters: dict[object, set[State]] = {}
    for state in reachable(structure):
        by_counters.setdefault((orbit(structure.model, state, blocks), state.shared), set()).add(state)
    assert orbits(structure, 3) == {frozenset(states) for states in by_counters.values()}


def test_renaming_moves_processes_and_leaves_shared_values() -> None:
    structure = _structure(APART)
    state = State(("N", "C", "N"), ())
    assert structure.renamed(state, (2, 3, 1)) == State(("C", "N", "N"), ())
