"""Repeated steps written out, as far as that goes."""

from __future__ import annotations

import json

import pytest

from vsym import load, pipeline
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.exchange.expand import STEPS, expanded
from vsym.exchange.itf import itf
from vsym.exchange.itf_reading import read_itf
from vsym.exchange.replay import replayed
from vsym.reductions.counters.lowering import lowered
from vsym.symmetry.virtual.identification import decide_symmetry

MODEL = """
system many
param size = 40
states N, T
group P of size
shared v : 0..100000 = 0
init N
trans N -> T if v <= 100000 do v := v + 1
invariant some_left: #T <= size - 5
"""


def _violated(size: int) -> tuple[pipeline.Checked, pipeline.Outcome]:
    decided = decide_symmetry(load(MODEL, size=size), Budget(), lambda _: None)
    system = pipeline.reduce_model(decided, Budget(), lambda _: None)
    found = pipeline.verify(decided, system, (), "smt", pipeline.Limits(), pipeline.Silence())
    [outcome] = found.outcomes
    assert outcome.verdict.outcome == "violated"
    return found, outcome


def test_every_step_stands_for_itself() -> None:
    """Of so many processes there are only counters."""
    size = 1500
    found, outcome = _violated(size)
    model, told, path = found.decided.model, outcome.abstract_trace, outcome.trace
    assert told is not None
    assert path is not None
    assert path.times is not None
    whole, concrete = expanded(model, found.system, told, path)
    assert len(concrete.steps) == size - 4 == sum(path.times)
    assert whole.states[-1] == told.states[-1]
    written = itf(model, found.system, "some_left", whole, concrete)
    assert json.loads(written)["vars"] == ["counters", "shared"]
    read = read_itf(model, lambda: found.system, written, "t")
    again, lifted = replayed(model, found.system, lowered(found.system), read)
    assert again.states == whole.states
    assert [step is not None for step in lifted.steps] == [True] * (size - 4)


def test_a_path_that_is_too_long() -> None:
    found, outcome = _violated(STEPS + 5)
    assert outcome.abstract_trace is not None
    assert outcome.trace is not None
    with pytest.raises(RefusedError, match="its path has 10,001 steps; at most 10,000 are written out"):
        expanded(found.decided.model, found.system, outcome.abstract_trace, outcome.trace)
