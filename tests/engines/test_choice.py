"""Which engine is taken."""

from __future__ import annotations

from vsym.engines.choice import EXPLICIT_STATES, choose

from tests.reductions.counters.reduced import reduced

TEXT = """system choice
param processes = 3
states A, B, C, D
group P of processes
init A
trans A -> B
"""


def test_the_engine_asked_for_is_the_one() -> None:
    _, system = reduced(TEXT, processes=100)
    assert choose("nusmv", system) == "nusmv"
    assert choose("explicit", system) == "explicit"
    assert choose("mdd", system) == "mdd"


def test_small_systems_are_explored_and_large_ones_saturated() -> None:
    _, small = reduced(TEXT, processes=60)
    _, large = reduced(TEXT, processes=70)
    assert small.state_count <= EXPLICIT_STATES < large.state_count
    assert choose("auto", small) == "explicit"
    assert choose("auto", large) == "mdd"
