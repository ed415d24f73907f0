"""Repeated steps written out, as far as that goes."""

from __future__ import annotations

import json

import pytest

from tests.composing import reduced
from tests.exchange.drawn import paths
from vsym import load
from vsym.basics.options import RefusedError
from vsym.exchange.itf import STEPS, expanded, itf, read_itf
from vsym.exchange.replay import replayed
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.counters.reduced import Reduced
from vsym.system.result import SystemPath

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


def _violated(size: int) -> tuple[Reduced, SystemPath, ModelPath]:
    found = reduced(load(MODEL, size=size))
    [(_, path, trace)] = paths(found, "smt")
    assert path.kind == "counterexample"
    return found, path, trace


def test_every_step_stands_for_itself() -> None:
    """Of so many processes there are only counters."""
    size = 1500
    found, path, trace = _violated(size)
    assert trace.times is not None
    whole, concrete = expanded(found.model, found.counters, path, trace)
    assert len(concrete.steps) == size - 4 == sum(trace.times)
    assert whole.states[-1] == path.states[-1]
    written = itf(found.model, found.counters, "some_left", whole, concrete)
    assert json.loads(written)["vars"] == ["counters", "shared"]
    again, lifted = replayed(found, read_itf(found.model, lambda: found, written, "t"))
    assert again.states == whole.states
    assert [step is not None for step in lifted.steps] == [True] * (size - 4)


def test_a_path_that_is_too_long() -> None:
    found, path, trace = _violated(STEPS + 5)
    with pytest.raises(RefusedError, match="its path has 10,001 steps; at most 10,000 are written out"):
        expanded(found.model, found.counters, path, trace)
