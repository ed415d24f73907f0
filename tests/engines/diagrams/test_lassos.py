"""Lassos: how short they are, and how few states of the path are asked for a cycle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.system.systems import HERE, at, fairness, move, ring, shifted, variable
from vsym.basics.limits import Budget
from vsym.diagrams import StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.engine import ENGINE
from vsym.engines.diagrams.lassos import lasso
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.formula import TRUE, Not, Temporal, disjunction
from vsym.logic.properties import Property
from vsym.logic.terms import Linear
from vsym.system.report import Silence
from vsym.system.step import step_between
from vsym.system.system import Event, System


def towers(height: int) -> System:
    """x counts up to a height, and at each x there is a cycle of two states; only the last one is fair."""
    one, zero = Linear((), 1), Linear((), 0)
    return System(
        name="towers",
        variables=(variable("x", 0, height), variable("y", 0, 1)),
        domain=TRUE,
        initial=at("x", "=", 0),
        events=(
            Event("up", "up", at("x", "<", height), (("x", shifted("x", 1)),)),
            Event("on", "on", at("y", "=", 0), (("y", one),)),
            Event("off", "off", at("y", "=", 1), (("y", zero),)),
        ),
        fairness=fairness(at("x", "=", height)),
    )


class Counted(Valuation):
    """A valuation that counts how often it is asked what leads to some states."""

    asked = 0

    def until(self, inside: StateSet, goal: StateSet) -> StateSet:
        self.asked += 1
        return super().until(inside, goal)


@pytest.mark.parametrize("height", [0, 1, 2, 9, 200])
def test_few_states_on_the_way_to_a_far_cycle_are_asked(height: int) -> None:
    encoding = Encoding(towers(height))
    valuation = Counted(encoding, encoding.reachable(), Reduction((), ()))
    fair = valuation.globally(valuation.reachable)
    valuation.asked = 0
    route = lasso(valuation, encoding.initial(), fair)
    assert valuation.asked <= 12
    for before, after in zip(route.path, route.path[1:], strict=False):
        assert step_between(encoding.system, before, after) is not None
    assert route.loop is not None
    assert route.path[route.loop] == route.path[-1]
    assert {x for x, _ in route.path[route.loop :]} == {height}
    assert len(route.path) <= 4 * height + 6


def test_a_cycle_at_hand_is_taken() -> None:
    """All tokens leave the first place; back and forth between the first two is a cycle that begins there."""
    tokens = 12
    system = ring(tokens, 4)
    ever = Temporal("AF", (at("p3", ">=", 1),))
    asked = Temporal("AG", (disjunction([Not(at("p1", "=", tokens)), ever]),))
    back = replace(system, events=(*system.events, move("p1", "p0")))
    (verdict,) = ENGINE.verify(back, [Property("p", "ctl", asked, "", HERE)], Budget(), Silence()).verdicts
    assert verdict.outcome == "violated"
    assert verdict.path is not None
    assert verdict.path.loop is not None
    assert len(verdict.path.states) == tokens + 3
