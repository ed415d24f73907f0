"""The choice of an engine."""

from __future__ import annotations

from tests.support.composing import reduced
from vsym import load
from vsym.checking.choice import EXPLICIT_STATES, SMT_SECONDS, choose, smt_first
from vsym.system.system import System


def _system(processes: int) -> System:
    text = f"system choice\nstates A, B, C, D\ngroup P of {processes}\ninit A\ntrans A -> B\n"
    return reduced(load(text)).system


def test_the_engine_asked_for_is_the_one() -> None:
    system = _system(100)
    for name in ("nusmv", "explicit", "mdd", "smt"):
        assert choose(name, system) == name
        assert smt_first(name, system) == 0


def test_small_systems_are_explored_and_large_ones_saturated_unless_smt_is_faster() -> None:
    small, large = _system(60), _system(70)
    assert small.state_count <= EXPLICIT_STATES < large.state_count
    assert (choose("auto", small), smt_first("auto", small)) == ("explicit", 0)
    assert (choose("auto", large), smt_first("auto", large)) == ("mdd", SMT_SECONDS)
