"""Loops of a few steps on which a goal is awaited: the shortest that meet every constraint of justice."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.fnode import FNode

from tests.engines.smt.liveness.test_deciding import HUGE
from tests.support.composing import reduced
from tests.support.drawn import DRAWN, chosen, many
from tests.support.loading import load
from tests.support.present import present
from tests.support.running import EXAMPLES
from tests.system.generated import systems
from tests.system.judging import structure
from tests.system.systems import at
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.engines.smt.linear import after_step, holds
from vsym.engines.smt.liveness.cycles import Recording, avoided
from vsym.engines.smt.liveness.deciding import lasso
from vsym.engines.smt.liveness.outcome import Loop
from vsym.engines.smt.liveness.pending import Awaited, awaits, pending, possible_steps
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import transition_system
from vsym.logic.formula import Formula
from vsym.logic.progress import progress
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Silence
from vsym.system.result import SystemPath
from vsym.system.step import holds as holds_in
from vsym.system.step import is_initial, steps
from vsym.system.system import System

ROUND = """system round  states A, B, C, D  group P of 1  init A
trans A -> B
trans B -> A
trans A -> C
trans C -> D
trans D -> A
{fairness}
ctl met: AF #A >= 2
"""


GATHERED = """system gathered  states A, B, C  group P of 3  init A
trans A -> B
trans B -> C
trans home: C -> A others B -> A, C -> A
{fairness}
ctl met: AF #A >= 4
"""
"""Whoever goes home takes all along: by how much a step changes a counter depends on the state."""


def _loop(*fairness: str, text: str = ROUND) -> tuple[Loop, list[FNode]]:
    """A loop on which the goal is awaited for ever, and the constraints of justice."""
    system = reduced(text.replace("{fairness}", "\n".join(f"fairness {one}" for one in fairness))).system
    transitions = transition_system(system)
    goal = transitions.environment.formula_manager.FALSE()
    justice = [transitions.formula(one.formula) for one in system.fairness]
    loop = present(avoided(pending(transitions, Awaited(None, goal)), transitions, justice, Budget()))
    # A loop of steps that are repeated at will, which is looked for as well, is not said to be near.
    assert loop.path.shortest
    return loop, justice


def _labels(loop: Loop) -> list[str]:
    return [run.step.label.partition(": ")[0] for run in loop.runs]


def test_the_shortest_loop_is_found() -> None:
    loop, _ = _loop()
    assert _labels(loop) == ["A -> B", "B -> A"]


def test_a_loop_on_which_a_constraint_never_holds_is_none() -> None:
    loop, (busy,) = _loop("#C >= 1")
    assert sorted(_labels(loop)) == ["A -> C", "C -> D", "D -> A"]
    assert any(holds(busy, run.after) for run in loop.runs)


def test_each_constraint_holds_somewhere_on_the_loop_and_not_all_at_once() -> None:
    loop, justice = _loop("#C >= 1", "#D >= 1")
    assert sorted(_labels(loop)) == ["A -> C", "C -> D", "D -> A"]
    assert all(any(holds(one, run.after) for run in loop.runs) for one in justice)


def test_a_loop_is_found_where_changes_depend_on_the_state() -> None:
    loop, _ = _loop(text=GATHERED)
    assert len(loop.runs) == 3
    loop, (gathered,) = _loop("#C >= 2", text=GATHERED)
    assert len(loop.runs) == 5
    assert any(holds(gathered, run.after) for run in loop.runs)


TEXT = (EXAMPLES / "sense_barrier.gsst").read_text("utf-8")


def _barrier(n: int, fairness: str = "") -> Reduced:
    return reduced(load(Source("sense_barrier.gsst", TEXT + fairness), {"n": n}))


def _lasso(system: Reduced, name: str) -> SystemPath:
    """A path on which the goal of a property is awaited for ever."""
    problem = Problem(system.system, transition_system(system.system), Budget(), Silence())
    questions = present(progress(next(one for one in system.system.properties if one.name == name)))
    (question,) = questions.parts
    transitions = problem.transitions
    trigger = None if question.trigger is None else transitions.formula(question.trigger)
    beyond = pending(transitions, Awaited(trigger, transitions.formula(question.goal)))
    beyond = replace(beyond, steps=possible_steps(beyond, Budget()))
    justice = [transitions.formula(one.formula) for one in system.system.fairness]
    with closing(Recording(beyond, justice, Budget())) as search:
        return lasso(problem, next(loop for loop in iter(search.advance, object()) if loop is not None))


def _check_steps(system: Reduced, path: SystemPath) -> int:
    """The index at which the loop begins, after a replay of every step."""
    assert path.loop is not None
    assert path.times is None
    assert is_initial(system.system, path.states[0])
    assert path.states[path.loop] == path.states[-1]
    for (before, after), step in zip(itertools.pairwise(path.states), path.steps, strict=True):
        assert (step, after) in list(steps(system.system, before))
    system.lifted(path)
    return path.loop


@pytest.mark.parametrize("n", chosen([9], [2, 9]))
def test_a_loop_through_both_phases_of_a_barrier_is_replayed(n: int) -> None:
    system = _barrier(n)
    path = _lasso(system, "rests")
    loop = _check_steps(system, path)
    working = [state[0] for state in path.states[loop:]]
    assert max(working) < n


def test_among_a_thousand_million_processes_it_is_few_repeated_steps() -> None:
    path = _lasso(_barrier(HUGE), "rests")
    assert path.loop is not None
    assert sum(present(path.times)[path.loop :]) > HUGE
    assert path.states[path.loop] == path.states[-1]


def test_a_constraint_of_justice_is_met_on_the_loop() -> None:
    system = _barrier(3, "\nfairness phase = 1 & #Wait[0] = 1 & #Wait[1] = 2\n")
    path = _lasso(system, "rests")
    loop = _check_steps(system, path)
    (constraint,) = system.system.fairness
    assert any(holds_in(system.system, constraint.formula, state) for state in path.states[loop:])


TRIGGERS = (None, at("x", "<=", 1), at("y", "!=", 0), at("z", ">=", 1))
GOALS = (at("y", "=", 0), at("x", ">=", 1), at("z", "!=", 0))


@given(systems(), st.sampled_from(TRIGGERS), st.sampled_from(GOALS))
@settings(DRAWN, max_examples=many(15))
def test_it_is_set_by_the_trigger_and_reset_by_the_goal(system: System, trigger: Formula | None, goal: Formula) -> None:
    """The bit is right where a path begins and after every step of the system, for either value before."""
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
