"""Lassos: their length, and the number of states on the path at which vsym looks for a cycle."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from tests.system.systems import HERE, at, fairness, move, ring, shifted, variable
from vsym.basics.limits import Budget
from vsym.diagrams import Relation, StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.engine import ENGINE
from vsym.engines.diagrams.paths import LAYERS, lasso, short
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.formula import TRUE, Not, Temporal, conjunction, disjunction
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
    """A valuation that counts its searches for the states that lead to others."""

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
    route = lasso(valuation, encoding.initial, fair)
    assert valuation.asked <= 12
    for before, after in zip(route.path, route.path[1:], strict=False):
        assert step_between(encoding.system, before, after) is not None
    assert route.loop is not None
    assert route.path[route.loop] == route.path[-1]
    assert {x for x, _ in route.path[route.loop :]} == {height}
    assert len(route.path) <= 4 * height + 6


def test_the_way_goes_on_only_a_little_before_a_cycle_is_sought_again() -> None:
    """The first cycles are not fair and all further ones are: the path does not end at the last one."""
    encoding = Encoding(replace(towers(300), fairness=fairness(at("x", ">=", 3))))
    valuation = Valuation(encoding, encoding.reachable(), Reduction((), ()))
    route = lasso(valuation, encoding.initial, valuation.globally(valuation.reachable))
    assert route.loop is not None
    assert max(x for x, _ in route.path) <= 15


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


def back_and_forth(tokens: int) -> System:
    """Tokens move one by one through four places, and from the third back to the second."""
    system = ring(tokens, 4)
    return replace(system, events=(*system.events, move("p2", "p1")))


def test_a_near_cycle_is_closed_without_all_states_that_lead_back() -> None:
    encoding = Encoding(back_and_forth(6))
    valuation = Counted(encoding, encoding.reachable(), Reduction((), ()))
    inside = valuation.reachable.select(encoding.constraint(at("p3", "=", 0)))
    route = lasso(valuation, encoding.initial, inside)
    assert valuation.asked == 0
    assert route.loop is not None
    assert len(route.path) - 1 - route.loop == 2
    assert route.path[route.loop] == route.path[-1]


@pytest.mark.parametrize("tokens", [3, 40, 100])
def test_the_way_to_a_lasso_costs_no_layer_a_step(tokens: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All tokens are in the third place after 2 n steps; beyond LAYERS, nothing is as long as they are many."""
    images: list[StateSet] = []
    image = Relation.image

    def counted(relation: Relation, states: StateSet, within: StateSet | None = None) -> StateSet:
        if states.count() > 1:
            images.append(states)
        return image(relation, states, within)

    monkeypatch.setattr(Relation, "image", counted)
    ever = Temporal("AF", (at("p3", ">=", 1),))
    asked = Temporal("AG", (disjunction([Not(at("p2", "=", tokens)), ever]),))
    system = back_and_forth(tokens)
    (verdict,) = ENGINE.verify(system, [Property("p", "ctl", asked, "", HERE)], Budget(), Silence()).verdicts
    assert verdict.path is not None
    states, loop = verdict.path.states, verdict.path.loop
    assert loop is not None
    assert states[loop] == states[-1]
    assert any(state[2] == tokens for state in states)
    assert all(state[3] == 0 for state in states[loop:])
    for before, after in itertools.pairwise(states):
        assert step_between(system, before, after) is not None
    assert len(images) <= LAYERS + 20


@pytest.mark.parametrize("last", [10, LAYERS + 20])
def test_a_path_of_many_runs_is_found_all_the_same(last: int) -> None:
    """Two events in turn: every run is of one step, and the path is as long as there are runs."""
    system = turns(last)
    encoding = Encoding(system)
    valuation = Valuation(encoding, encoding.reachable(), Reduction((), ()))
    goal = valuation.reachable.select(encoding.constraint(at("x", "=", last)))
    path = short(valuation, encoding.initial, None, goal)
    assert path is not None
    assert [x for x, _ in path] == list(range(last + 1))
    assert short(valuation, goal, None, encoding.initial) is None


def turns(last: int) -> System:
    """x counts up, by one event while y is 0 and by another while it is 1."""
    up = ("x", shifted("x", 1))
    return System(
        name="turns",
        variables=(variable("x", 0, last), variable("y", 0, 1)),
        domain=TRUE,
        initial=conjunction([at("x", "=", 0), at("y", "=", 0)]),
        events=(
            Event("a", "a", conjunction([at("x", "<", last), at("y", "=", 0)]), (up, ("y", Linear((), 1)))),
            Event("b", "b", conjunction([at("x", "<", last), at("y", "=", 1)]), (up, ("y", Linear((), 0)))),
        ),
    )
