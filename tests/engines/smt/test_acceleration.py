"""Repeated steps are as many steps of the system, taken one by one."""

from __future__ import annotations

import itertools

from hypothesis import given, settings

from tests.drawn import many
from tests.engines.smt.transition_systems import LONG, formulas
from tests.system.generated import systems
from tests.system.judging import distances, structure
from vsym.basics.limits import Budget
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.linear import after_step, holds
from vsym.engines.smt.system import TransitionSystem, transition_system
from vsym.system import step
from vsym.system.system import System

# Who comes takes along the one who is away.
SWEEPS = """system sweeps
param n = 5
states Idle, Away, Here
group P of n
shared open : bool = false
init Idle
trans leave: Idle -> Away if !open do open := true
trans come: Idle -> Here others Away -> Here if open
invariant not_all: #Here <= n - 2
"""


def _assert_is_path(system: TransitionSystem, found: Refuted) -> None:
    assert holds(system.initial, found.states[0])
    for (before, after), number, times in zip(itertools.pairwise(found.states), found.steps, found.times, strict=True):
        state = dict(before)
        for _ in range(times):
            assert holds(system.steps[number].guard, state)
            state = after_step(system.steps[number], state)
        assert state == dict(after)


@settings(max_examples=many(4), deadline=None)
@given(systems(fairness=False))
def test_what_is_found_is_a_path_and_nothing_near_is_missed(asked: System) -> None:
    system, formula, distance = transition_system(asked), asked.properties[0].formula, distances(structure(asked))
    outside = [state for state in distance if not step.holds(asked, formula, state)]
    search = AcceleratedSearch(system, system.formula(formula), Budget())
    answers = [search.advance(Budget(), 0) for _ in range(4)]
    search.close()
    found = next((answer for answer in answers if answer is not None), None)
    if found is not None:
        _assert_is_path(system, found)
        assert tuple(found.states[-1][variable] for variable in system.variables) in outside
    else:
        assert all(distance[state] > 3 for state in outside)


def test_few_repeated_steps_are_a_long_path() -> None:
    system, predicate = formulas(LONG, n=300)
    search = AcceleratedSearch(system, predicate, Budget())
    answers = [search.advance(Budget(), 300) for _ in range(2)]
    search.close()
    assert answers[0] is None
    assert answers[1] is not None
    assert (answers[1].times, answers[1].shortest) == ((300,), True)
    _assert_is_path(system, answers[1])


def test_a_step_that_moves_all_is_repeated_once_nobody_is_left_to_be_moved() -> None:
    system, predicate = formulas(SWEEPS, n=500)
    search = AcceleratedSearch(system, predicate, Budget())
    found = next(path for path in (search.advance(Budget(), 0) for _ in range(4)) if path is not None)
    search.close()
    _assert_is_path(system, found)
    assert found.times == (1, 1, 497)


def test_a_step_is_repeated_only_as_long_as_its_guard_holds() -> None:
    beyond = LONG.replace("invariant rested: #T < n", "invariant few: #C < 8")
    search = AcceleratedSearch(*formulas(beyond, n=300), Budget())
    assert [search.advance(Budget(), 0) for _ in range(4)] == [None] * 4
    search.close()
