"""Paths of systems with all states of repeated steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.system.systems import at, shifted, variable
from vsym.logic.formula import TRUE
from vsym.models.protocol import ReplayError
from vsym.reductions.programs.asking import unrolled
from vsym.system.result import Path
from vsym.system.system import Event, System

_STEPS = tuple(Event(f"{name} up", f"{name} up", TRUE, ((name, shifted(name, 1)),)) for name in "xy")
SYSTEM = System("two", (variable("x", 0, 3), variable("y", 0, 3)), TRUE, at("x", "=", 0), _STEPS)
SHORT = Path("witness", ((0, 0), (0, 2), (1, 2), (1, 2)), (1, 0, None), times=(2, 1, 1))


def test_each_state_of_a_step_that_is_repeated_is_there() -> None:
    whole = unrolled(SYSTEM, SHORT, 4)
    assert (whole.states, whole.steps) == (((0, 0), (0, 1), (0, 2), (1, 2), (1, 2)), (1, 1, 0, None))
    assert unrolled(SYSTEM, whole, 1) == whole


def test_one_that_is_too_long_or_leaves_a_range_is_refused() -> None:
    with pytest.raises(ReplayError, match="too many to replay"):
        unrolled(SYSTEM, SHORT, 3)
    with pytest.raises(ReplayError):
        unrolled(SYSTEM, replace(SHORT, times=(4, 1, 1)), 9)
