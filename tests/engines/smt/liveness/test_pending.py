"""The pending bit, against what it stands for, on drawn systems."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.fnode import FNode

from tests.drawn import DRAWN, many
from tests.system.generated import systems
from tests.system.judging import structure
from tests.system.systems import at
from vsym.engines.smt.linear import after_step, holds
from vsym.engines.smt.liveness.pending import Awaited, awaits, pending
from vsym.engines.smt.system import transition_system
from vsym.logic.formula import Formula
from vsym.system.system import System

TRIGGERS = (None, at("x", "<=", 1), at("y", "!=", 0), at("z", ">=", 1))
GOALS = (at("y", "=", 0), at("x", ">=", 1), at("z", "!=", 0))


@given(systems(), st.sampled_from(TRIGGERS), st.sampled_from(GOALS))
@settings(DRAWN, max_examples=many(15))
def test_it_is_set_by_the_trigger_and_reset_by_the_goal(system: System, trigger: Formula | None, goal: Formula) -> None:
    """Where a path begins, and after every step of the system, whatever the bit was before."""
    base = transition_system(system)
    awaited = Awaited(None if trigger is None else base.formula(trigger), base.formula(goal))
    beyond = pending(base, awaited)
    bit = beyond.variables[-1]

    def begins(state: Mapping[FNode, int]) -> bool:
        return awaited.trigger is None or holds(awaited.trigger, state)

    def key(state: Mapping[FNode, int]) -> tuple[int, ...]:
        return tuple(state[variable] for variable in beyond.variables)

    for vector in structure(system).steps:
        state = dict(zip(base.variables, vector, strict=True))
        for value in (0, 1):
            here = {**state, bit: value}
            assert holds(awaits(beyond), here) == bool(value)
            if holds(base.initial, state):
                assert holds(beyond.initial, here) == (
                    bool(value) == (begins(state) and not holds(awaited.goal, state))
                )
            expected = set()
            for step in base.steps:
                if holds(step.guard, state):
                    after = after_step(step, state)
                    again = trigger is not None and begins(after)
                    pends = (bool(value) or again) and not holds(awaited.goal, after)
                    expected.add((step.event, key({**after, bit: int(pends)})))
            taken = (step for step in beyond.steps if holds(step.guard, here))
            assert {(step.event, key(after_step(step, here))) for step in taken} == expected
