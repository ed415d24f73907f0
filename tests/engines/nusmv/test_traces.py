"""Where NuSMV's paths repeat: it says so of every state that looks like the last one."""

from __future__ import annotations

import vsym
from tests.composing import reduced
from tests.engines.nusmv.checks import verdicts
from vsym.system.step import refutes

AGAIN = """system again
states N, T
group R of 2
group W of 2
init N
trans N -> T { R: #N[R] > 1 | #T = 1  else: false }
trans T -> N
ltl met: G (#T >= 5 U F #T >= 2)
"""
"""The path that NuSMV gives is in one state three times before it ends there, and `#T >= 2` between the first two."""


def test_it_repeats_from_where_the_property_is_refuted() -> None:
    system = reduced(vsym.load(AGAIN)).system
    [verdict] = verdicts(system, system.properties)
    assert verdict.path is not None
    assert verdict.path.loop is not None
    [met] = system.properties
    assert refutes(system, met.formula, verdict.path.states, verdict.path.loop)
