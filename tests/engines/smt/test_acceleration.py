"""Repeated steps are as many steps of the system, taken one by one."""

from __future__ import annotations

import itertools

from hypothesis import given, settings

from tests.engines.explicit.reference import explored, satisfying
from tests.engines.explicit.systems import systems_with_predicates
from tests.engines.smt.transition_systems import LONG, asking, formulas
from vsym.basics.limits import Budget
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.evaluate import after_step, holds
from vsym.engines.smt.system import TransitionSystem, transition_system
from vsym.logic.formula import Formula
from vsym.reductions.counters.abstraction import CounterSystem


def _assert_is_path(system: TransitionSystem, found: Refuted) -> None:
    assert holds(system.initial, found.states[0])
    for (before, after), number, times in zip(itertools.pairwise(found.states), found.steps, found.times, strict=True):
        state = dict(before)
        for _ in range(times):
            assert holds(system.steps[number].guard, state)
            state = after_step(system.steps[number], state)
        assert state == dict(after)


@settings(max_examples=15, deadline=None)
@given(systems_with_predicates(1))
def test_what_is_found_is_a_path_and_nothing_near_is_missed(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    counters, (formula,) = drawn
    asked = asking(counters, formula)
    system, reference = transition_system(asked), explored(counters)
    predicate = system.formula(asked.properties[0].formula)
    outside = set(reference.steps) - satisfying(reference, formula)
    search = AcceleratedSearch(system, predicate, Budget())
    answers = [search.advance(Budget(), 0) for _ in range(4)]
    search.close()
    found = next((answer for answer in answers if answer is not None), None)
    if found is not None:
        _assert_is_path(system, found)
        assert tuple(found.states[-1][variable] for variable in system.variables) in outside
    else:
        assert all(reference.distance[state] > 3 for state in outside)


def test_few_repeated_steps_are_a_long_path() -> None:
    system, predicate = formulas(LONG, n=300)
    search = AcceleratedSearch(system, predicate, Budget())
    answers = [search.advance(Budget(), 300) for _ in range(2)]
    search.close()
    assert answers[0] is None
    assert answers[1] is not None
    assert (answers[1].times, answers[1].shortest) == ((300,), True)
    _assert_is_path(system, answers[1])


def test_a_step_is_repeated_only_as_long_as_its_guard_holds() -> None:
    beyond = LONG.replace("invariant rested: #T < n", "invariant few: #C < 8")
    search = AcceleratedSearch(*formulas(beyond, n=300), Budget())
    assert [search.advance(Budget(), 0) for _ in range(4)] == [None] * 4
    search.close()
