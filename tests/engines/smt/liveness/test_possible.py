"""Strategies: which steps are chosen where, and a rank that each of them lowers in every state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest
from pysmt.fnode import FNode
from pysmt.typing import INT

from tests.support.present import present
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import UNLIMITED
from vsym.engines.smt.linear import after_step, holds
from vsym.engines.smt.liveness.possible import Strategy, strategy
from vsym.engines.smt.liveness.regions import Changes, Edge, RegionGraph, region_graph
from vsym.engines.smt.system import Step, TransitionSystem

ENVIRONMENT = Environment()
MANAGER = ENVIRONMENT.formula_manager
A, B, C = (MANAGER.Symbol(name, INT) for name in "ABC")
ZERO = MANAGER.Int(0)


def _graph(guard: FNode, update: dict[FNode, FNode], goal: FNode, changes: Changes) -> RegionGraph:
    """The region graph of one step that runs until the goal is met; its edges have the changes of one of the states."""
    domain = MANAGER.And([MANAGER.GE(place, ZERO) for place in (A, B, C)])
    step = Step(MANAGER.And(guard, MANAGER.Not(goal)), update, "step", 0)
    system = TransitionSystem(ENVIRONMENT, (), (A, B, C), domain, MANAGER.TRUE(), (step,), {})
    graph = present(region_graph(system, (goal, MANAGER.TRUE()), (), UNLIMITED))
    edges = tuple(Edge(one.source, one.step, one.target, changes, constant=False) for one in graph.edges)
    return replace(graph, edges=edges)


@pytest.mark.parametrize("separately", [False, True])
def test_a_chosen_step_lowers_the_rank_in_each_state(separately: bool) -> None:
    """All of C go on to B, those of B to A, and those of A leave. With one in each, C alone is lowered."""
    goal = MANAGER.LE(MANAGER.Plus(A, B, C), ZERO)
    graph = _graph(MANAGER.TRUE(), {A: B, B: C, C: ZERO}, goal, {C: -1})
    proposed = present(strategy(graph, UNLIMITED, separately=separately))
    for values in product(range(4), repeat=3):
        state = dict(zip((A, B, C), values, strict=True))
        then = after_step(graph.system.steps[0], state)
        assert holds(proposed.chosen[0], state) != holds(goal, state)
        assert holds(goal, then) or _ranked(proposed, then) < _ranked(proposed, state)


def _ranked(proposed: Strategy, state: Mapping[FNode, int]) -> list[int]:
    numbers = {variable: MANAGER.Int(value) for variable, value in state.items()}
    levels = (ENVIRONMENT.substituter.substitute(level, numbers) for level in proposed.rank)
    return [ENVIRONMENT.simplifier.simplify(level).constant_value() for level in levels]


@pytest.mark.parametrize("separately", [False, True])
def test_a_step_that_leaves_everything_as_it_is_in_some_state_is_not_chosen(separately: bool) -> None:
    """With A empty, nothing changes."""
    graph = _graph(MANAGER.TRUE(), {A: ZERO, C: MANAGER.Plus(A, C)}, MANAGER.GE(B, MANAGER.Int(1)), {A: -2, C: 2})
    assert strategy(graph, UNLIMITED, separately=separately) is None
