"""The symbolic engine against a plain reference and the explicit engine, on random systems and formulas."""

from __future__ import annotations

import math
from dataclasses import replace

from hypothesis import given, settings

from tests.engines.explicit.reference import assert_is_path, explored, satisfying
from tests.engines.explicit.systems import (
    ctl,
    readers_and_writers,
    some_in,
    systems,
    systems_with_formulas,
    systems_with_predicates,
)
from vsym.diagrams import StateSet
from vsym.engines.diagrams import engine as symbolic
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.ordering import level_order
from vsym.engines.explicit import engine as explicit
from vsym.logic.formula import TRUE, Formula, Temporal, conjunction
from vsym.logic.properties import Fairness
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import Block, CounterSystem
from vsym.system.result import ErrorReached, Verdict


def decide(system: CounterSystem, formulas: list[Formula]) -> list[Verdict]:
    """The verdicts on CTL formulas."""
    return symbolic.decide(symbolic.explore(system), [ctl(formula) for formula in formulas])


@settings(max_examples=80, deadline=None)
@given(systems())
def test_saturation_reaches_what_a_queue_reaches(system: CounterSystem) -> None:
    reference, reached = explored(system), symbolic.explore(system)
    assert reached.states.count() == len(reference.steps)
    assert all(_contains(reached.encoding, reached.states, state) for state in reference.steps)
    assert reached.initial.count() == len(reference.initial)
    assert reached.deadlocked.count() == len(reference.deadlocked)
    trace = symbolic.deadlock_trace(reached)
    assert (trace is None) == (not reference.deadlocked)
    if trace is not None:
        assert_is_path(reference, trace)
        assert len(trace.steps) == min(reference.distance[state] for state in reference.deadlocked)


def _contains(encoding: Encoding, states: StateSet, vector: tuple[int, ...]) -> bool:
    return bool(encoding.single(vector) & states)


@settings(max_examples=120, deadline=None)
@given(systems_with_formulas(2))
def test_verdicts_and_traces(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    system, formulas = drawn
    reference = explored(system)
    for formula, verdict in zip(formulas, decide(system, formulas), strict=True):
        holds = set(reference.initial) <= satisfying(reference, formula)
        assert verdict.outcome == ("holds" if holds else "violated")
        if verdict.path is not None:
            assert_is_path(reference, verdict.path)


@settings(max_examples=60, deadline=None)
@given(systems_with_predicates(3))
def test_a_shortest_way_to_a_violation(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    system, predicates = drawn
    reference = explored(system)
    for formula in predicates:
        (verdict,) = decide(system, [Temporal("AG", (formula,))])
        outside = set(reference.steps) - satisfying(reference, formula)
        if outside:
            assert verdict.path is not None
            assert len(verdict.path.steps) == min(reference.distance[state] for state in outside)


@settings(max_examples=40, deadline=None)
@given(systems(overflows=True))
def test_an_assignment_out_of_range_is_reached_by_a_shortest_path(system: CounterSystem) -> None:
    try:
        explicit.explore(system)
        expected = None
    except ErrorReached as reached:
        expected = reached
    try:
        symbolic.explore(system)
        found = None
    except ErrorReached as reached:
        found = reached
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert len(found.path.steps) == len(expected.path.steps)


def test_a_constraint_that_always_holds_changes_nothing() -> None:
    system = readers_and_writers(4, 4)
    just = replace(system, fairness=(Fairness(TRUE, "true", system.transitions[0].origins[0].span),))
    formulas = [prop.formula for prop in system.properties]
    assert [v.outcome for v in decide(system, formulas)] == [v.outcome for v in decide(just, formulas)]


def test_more_states_than_any_queue_holds_are_counted_exactly() -> None:
    """Without guards, n processes on a ring of m states reach all C(n+m−1, m−1) counter states."""
    processes, states = 1000, 25
    system = readers_and_writers(processes, states)
    free = replace(
        system,
        transitions=tuple(replace(t, guard=_moves(system, t.source)) for t in system.transitions),
    )
    reached = symbolic.explore(free)
    assert reached.states.count() == math.comb(processes + states - 1, states - 1) > 10**40


def _moves(system: CounterSystem, state: str) -> Formula:
    return some_in(state, system.blocks[0])


def test_out_of_memory_and_out_of_time_are_said() -> None:
    system = readers_and_writers(300, 12)
    small = symbolic.explore(system, megabytes=1)
    assert small.interrupted == "memory"
    late = symbolic.explore(system, deadline=0.0)
    assert late.interrupted == "time"
    (verdict,) = symbolic.decide(late, [ctl(TRUE)])
    assert (verdict.outcome, verdict.reason) == ("unknown", "the time limit was reached")


def test_levels_that_exchange_processes_are_neighbours() -> None:
    """A ring of local states declared in a scrambled order is put in the order of the ring, or close to it."""
    system = readers_and_writers(3, 9)
    scrambled = replace(system, states=(*system.states[::2], *system.states[1::2]))
    order = level_order(scrambled)
    names = [scrambled.states[position] for position in order]
    steps = [abs(names.index(t.source) - names.index(t.target)) for t in scrambled.transitions]
    assert sum(steps) <= 3 * len(names)


def test_blocks_without_processes_do_no_harm() -> None:
    system = readers_and_writers(2, 3)
    empty = Block("empty", Processes(), ())
    wider = replace(system, blocks=(*system.blocks, empty), initial=conjunction([system.initial]))
    assert symbolic.explore(wider).states.count() == symbolic.explore(system).states.count()
