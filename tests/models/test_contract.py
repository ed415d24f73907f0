"""Every kind of model offers all that its protocol requires."""

from __future__ import annotations

from typing import Any

import pytest

from tests.models.contract import check_asking, check_definition, check_stating, check_words, reachable
from tests.support.hand_programs import LOCK, NETWORK
from vsym.basics.source import Source
from vsym.languages.registry import parsed
from vsym.models.counting.semantics import is_deadlocked, is_initial
from vsym.models.protocol import AnyModel

TICKETS = """system tickets
param size = 3
states out, waiting, inside
group P of size
shared left : 0..2 = 2
init out
trans out -> waiting
trans waiting -> inside if left > 0 & #inside < 2 do left := left - 1
trans inside -> out if some in waiting
invariant few: #inside <= 2
ctl again: AG EF #inside = 0
"""
APART = """system apart
states N, C
group R of 2
group W of 1
init where #C <= 1
trans N -> C { R: none of W in C; W: none in C }
trans C -> N
invariant apart: #C[W] = 0 | #C[R] = 0
"""
LIGHT = """system light
param most = 2
var light : {red, green}
var cars : 0..most
var night : bool
init light = red & cars = 0
event arrive if cars < most do cars := cars + 1
event change if cars > 0 & !night do light := 1 - light
event drive if light = green & cars > 0 do cars := cars - 1
event crash if cars > 2 error "they crash"
invariant few: cars <= most
ltl green: F light = green
"""
FILES = {"tickets.gsst": TICKETS, "apart.gsst": APART, "lock.m": LOCK, "network.m": NETWORK, "light.sys": LIGHT}
KINDS = {".gsst": "processes", ".m": "program", ".sys": "system"}


@pytest.fixture(params=FILES)
def model(request: pytest.FixtureRequest) -> AnyModel:
    """Each of the models."""
    model: AnyModel = _model(request.param)
    return model


def _model(name: str) -> Any:
    return parsed(Source(name, FILES[name])).at({})


def test_it_says_what_it_is(model: AnyModel) -> None:
    suffix = model.source.name[model.source.name.index(".") :]
    assert model.kind == KINDS[suffix]
    assert model.name in model.source.name
    assert all(isinstance(value, int) for _, value in model.parameters)


def test_it_keeps_what_models_promise(model: AnyModel) -> None:
    check_definition(model)
    check_words(model)
    check_asking(model)
    check_stating(model)


@pytest.mark.parametrize("name", ["tickets.gsst", "apart.gsst"])
def test_processes_are_stuck_where_there_is_no_step(name: str) -> None:
    model = _model(name)
    assert all(is_initial(model, state) for state in model.semantics.initial())
    for state in reachable(model):
        assert is_deadlocked(model, state) == (not list(model.semantics.steps(state)))


def test_the_columns_of_processes_are_who_is_where_and_the_values_of_shared_variables() -> None:
    model = _model("tickets.gsst")
    [start] = model.semantics.initial()
    assert model.words.columns(start) == (("1", "out"), ("2", "out"), ("3", "out"), ("left", "2"))
    assert [step.process for step, _ in model.semantics.steps(start)] == [1, 2, 3]
