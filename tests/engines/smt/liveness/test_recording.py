"""Loops that are longer the more processes there are: found as few repeated steps, and replayed one by one."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from tests.composing import reduced
from tests.engines.smt.liveness.test_deciding import HUGE
from tests.loading import load
from tests.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.engines.smt.liveness.cycles import Recording
from vsym.engines.smt.liveness.deciding import lasso
from vsym.engines.smt.liveness.pending import Awaited, pending, possible_steps
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import transition_system
from vsym.logic.progress import progress
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Silence
from vsym.system.result import SystemPath
from vsym.system.step import holds, is_initial, steps

TEXT = (EXAMPLES / "sense_barrier.gsst").read_text("utf-8")


def _barrier(n: int, fairness: str = "") -> Reduced:
    return reduced(load(Source("sense_barrier.gsst", TEXT + fairness), {"n": n}))


def _lasso(system: Reduced, name: str) -> SystemPath:
    """A path on which the goal of a property is awaited for ever."""
    problem = Problem(system.system, transition_system(system.system), Budget(), Silence())
    questions = progress(next(one for one in system.system.properties if one.name == name))
    assert questions is not None
    (question,) = questions.parts
    transitions = problem.transitions
    trigger = None if question.trigger is None else transitions.formula(question.trigger)
    beyond = pending(transitions, Awaited(trigger, transitions.formula(question.goal)))
    beyond = replace(beyond, steps=possible_steps(beyond, Budget()))
    search = Recording(beyond, [transitions.formula(one.formula) for one in system.system.fairness], Budget())
    found = next(loop for loop in iter(search.advance, object()) if loop is not None)
    search.close()
    return lasso(problem, found)


def _check_steps(system: Reduced, path: SystemPath) -> int:
    """Where the loop begins, once each step has been replayed."""
    assert path.loop is not None
    assert path.times is None
    assert is_initial(system.system, path.states[0])
    assert path.states[path.loop] == path.states[-1]
    for (before, after), step in zip(itertools.pairwise(path.states), path.steps, strict=True):
        assert (step, after) in list(steps(system.system, before))
    system.lifted(path)
    return path.loop


@pytest.mark.parametrize("n", [2, 9])
def test_a_loop_through_both_phases_of_a_barrier_is_replayed(n: int) -> None:
    system = _barrier(n)
    path = _lasso(system, "rests")
    loop = _check_steps(system, path)
    working = [state[0] for state in path.states[loop:]]
    assert max(working) < n


def test_among_a_thousand_million_processes_it_is_few_repeated_steps() -> None:
    path = _lasso(_barrier(HUGE), "rests")
    assert path.loop is not None
    assert path.times is not None
    assert sum(path.times[path.loop :]) > HUGE
    assert path.states[path.loop] == path.states[-1]


def test_a_constraint_of_justice_is_met_on_the_loop() -> None:
    system = _barrier(3, "\nfairness phase = 1 & #Wait[0] = 1 & #Wait[1] = 2\n")
    path = _lasso(system, "rests")
    loop = _check_steps(system, path)
    (constraint,) = system.system.fairness
    assert any(holds(system.system, constraint.formula, state) for state in path.states[loop:])
