"""A counting model by the protocol of models."""

from __future__ import annotations

import itertools

import pytest

from tests.loading import load
from tests.models.contract import assert_renamings_act, assert_states_are_named, commutes, orbits, reachable
from vsym.basics.source import Source
from vsym.models import protocol
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State, Step, is_deadlocked, is_initial, renamed
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


def _model(text: str) -> Model:
    return load(Source("test", text))


@pytest.fixture(params=[ALIKE, APART])
def model(request: pytest.FixtureRequest) -> Model:
    """Each of the models."""
    return _model(request.param)


def test_it_is_a_model() -> None:
    model: protocol.Model[State, Step] = _model(ALIKE)
    assert (model.kind, model.name, model.parameters) == ("processes", "tickets", (("size", 3),))
    [start] = model.semantics.initial()
    assert model.words.columns(start) == (("1", "out"), ("2", "out"), ("3", "out"), ("left", "2"))
    assert [(step.process, target == step.target) for step, target in model.semantics.steps(start)] == [
        (n, True) for n in (1, 2, 3)
    ]


def test_it_keeps_what_models_promise(model: Model) -> None:
    assert_states_are_named(model)
    assert_renamings_act(model, renamed, model.size)
    assert all(is_initial(model, state) for state in model.semantics.initial())
    for state in reachable(model):
        assert is_deadlocked(model, state) == (not list(model.semantics.steps(state)))


def test_processes_that_guards_treat_alike_can_be_exchanged() -> None:
    alike, apart = _model(ALIKE), _model(APART)
    assert all(commutes(alike, renamed, one) for one in itertools.permutations((1, 2, 3)))
    assert [one for one in itertools.permutations((1, 2, 3)) if commutes(apart, renamed, one)] == [(1, 2, 3), (2, 1, 3)]


def test_states_with_the_same_counters_are_those_that_renaming_makes_of_each_other() -> None:
    model = _model(ALIKE)
    blocks = [model.processes]
    by_counters: dict[object, set[State]] = {}
    for state in reachable(model):
        by_counters.setdefault((orbit(model, state, blocks), state.shared), set()).add(state)
    assert orbits(model, renamed, 3) == {frozenset(states) for states in by_counters.values()}


def test_renaming_moves_processes_and_leaves_shared_values() -> None:
    assert renamed(State(("N", "C", "N"), ()), (2, 3, 1)) == State(("C", "N", "N"), ())
