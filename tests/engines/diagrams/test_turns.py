"""AG and EF decided forward, from both ends and backward: one verdict, and traces that are shortest."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings

from tests.engines.explicit.reference import assert_is_path, explored, satisfying
from tests.engines.explicit.systems import ctl, readers_and_writers, some_in, systems, systems_with_predicates
from vsym.engines.diagrams import engine as symbolic
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.turns import Search, goal_of, verify
from vsym.engines.explicit import engine as explicit
from vsym.logic.formula import Formula, Not, Temporal
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import ErrorReached

Way = Callable[[Search], None]

BACKWARD: tuple[Way, ...] = (Search.meet, Search.saturate_backward)


@pytest.mark.parametrize("way", BACKWARD)
@settings(max_examples=60, deadline=None)
@given(systems_with_predicates(2))
def test_every_way_gives_the_verdict(way: Way, drawn: tuple[CounterSystem, list[Formula]]) -> None:
    system, predicates = drawn
    reference = explored(system)
    formulas = [Temporal(operator, (f,)) for f in predicates for operator in ("AG", "EF")]
    goals = tuple(goal for formula in formulas if (goal := goal_of(ctl(formula))) is not None)
    assert len(goals) == len(formulas)
    search = Search(Encoding(system), goals)
    way(search)
    if way is Search.saturate_backward or len(reference.initial) == 1:
        assert search.answers.keys() == set(range(len(goals)))
    for number, found in search.answers.items():
        holds = set(reference.initial) <= satisfying(reference, formulas[number])
        assert found.outcome == ("holds" if holds else "violated")
        reached = set(reference.steps) & satisfying(reference, goals[number].predicate)
        if found.path is not None:
            assert_is_path(reference, found.path)
        if reached and holds != goals[number].never:
            assert found.path is not None
            assert len(found.path.steps) == min(reference.distance[state] for state in reached)


@pytest.mark.parametrize("way", BACKWARD)
@settings(max_examples=40, deadline=None)
@given(systems(overflows=True))
def test_no_verdict_where_an_assignment_leaves_its_range(way: Way, system: CounterSystem) -> None:
    try:
        explicit.explore(system)
        expected = None
    except ErrorReached as reached:
        expected = reached
    try:
        way(Search(Encoding(system), ()))
        found = None
    except ErrorReached as reached:
        found = reached
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert len(found.path.steps) == len(expected.path.steps)


def test_what_is_no_question_of_reachability() -> None:
    system = readers_and_writers(2, 3)
    crowded = some_in(system.states[0], system.blocks[0])
    assert goal_of(ctl(Temporal("AG", (Temporal("EF", (crowded,)),)))) is None
    assert goal_of(ctl(Temporal("AF", (crowded,)))) is None
    assert goal_of(ctl(Not(Temporal("EF", (crowded,))))) is not None


def test_small_systems_are_explored_whole() -> None:
    system = readers_and_writers(20, 5)
    reached, verdicts = verify(system, system.properties)
    assert reached is not None
    assert reached.states.count() == symbolic.explore(system).states.count()
    assert [v.outcome for v in verdicts] == [v.outcome for v in symbolic.decide(reached, system.properties)]
