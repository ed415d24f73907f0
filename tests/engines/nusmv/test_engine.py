"""The NuSMV engine: its verdicts and traces against the definitions, on a real NuSMV."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.engines.explicit.reference import explored, nearest, satisfying
from tests.engines.explicit.systems import (
    BINARY,
    NOWHERE,
    constant,
    ctl,
    number_of,
    readers_and_writers,
    some_in,
    systems,
    systems_with_formulas,
    systems_with_predicates,
    transition,
)
from tests.engines.nusmv.checks import assert_is_path, verify
from vsym.logic.formula import TRUE, Formula, Temporal, TemporalOperator, compare, conjunction, negate
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Named, linear
from vsym.models.counting.model import Assignment, SharedVariable
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import Block, CounterSystem
from vsym.system.result import ErrorReached

AS_CTL: dict[TemporalOperator, TemporalOperator] = {
    "X": "AX",
    "F": "AF",
    "G": "AG",
    "U": "AU",
    "W": "AW",
    "R": "AR",
}


def linear_time(formula: Formula, name: str = "p") -> Property:
    return Property(name, "ltl", formula, "", NOWHERE)


def invariant(formula: Formula, name: str = "p") -> Property:
    return Property(name, "invariant", formula, "", NOWHERE)


@settings(max_examples=20, deadline=None)
@given(systems_with_formulas(4))
def test_verdicts_and_traces(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    system, formulas = drawn
    reference = explored(system)
    properties = [ctl(formula, f"p{number}") for number, formula in enumerate(formulas)]
    for formula, verdict in zip(formulas, verify(system, properties), strict=True):
        holds = set(reference.initial) <= satisfying(reference, formula)
        assert verdict.outcome == ("holds" if holds else "violated")
        assert verdict.path is None or verdict.outcome == "violated"
        if verdict.path is not None:
            assert_is_path(reference, verdict.path)


@settings(max_examples=15, deadline=None)
@given(systems_with_predicates(2))
def test_operators_that_nusmv_lacks(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    """Weak until and release, and until beside them, are rewritten to the same truth."""
    system, operands = drawn
    reference = explored(system)
    formulas: list[Formula] = [Temporal(operator, tuple(operands)) for operator in BINARY]
    # One step later as well, since weak until and release often fail at once.
    formulas += [Temporal("AX", (formula,)) for formula in formulas]
    properties = [ctl(formula, f"p{number}") for number, formula in enumerate(formulas)]
    for formula, verdict in zip(formulas, verify(system, properties), strict=True):
        holds = set(reference.initial) <= satisfying(reference, formula)
        assert verdict.outcome == ("holds" if holds else "violated")


@settings(max_examples=15, deadline=None)
@given(systems_with_predicates(2))
def test_linear_time_agrees_with_branching_time(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    """One linear-time operator over predicates says what its CTL counterpart over all paths says."""
    system, (left, right) = drawn
    reference = explored(system)
    operands = {name: (left, right) if name in "UWR" else (left,) for name in AS_CTL}
    properties = [linear_time(Temporal(name, operands[name]), name) for name in AS_CTL]
    for prop, verdict in zip(properties, verify(system, properties), strict=True):
        operator: TemporalOperator = next(name for name in AS_CTL if name == prop.name)
        holding = satisfying(reference, Temporal(AS_CTL[operator], operands[operator]))
        holds = set(reference.initial) <= holding
        assert verdict.outcome == ("holds" if holds else "violated"), operator
        if verdict.path is not None:
            assert_is_path(reference, verdict.path)
            assert verdict.path.states[0] not in holding


@settings(max_examples=15, deadline=None)
@given(systems_with_predicates(1))
def test_invariants_are_violated_by_a_shortest_path(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    system, [predicate] = drawn
    reference = explored(system)
    broken = set(reference.steps) - satisfying(reference, predicate)
    [verdict] = verify(system, [invariant(predicate)])
    assert verdict.outcome == ("violated" if broken else "holds")
    if broken:
        assert verdict.path is not None
        assert_is_path(reference, verdict.path)
        assert verdict.path.states[-1] in broken
        assert len(verdict.path.steps) == nearest(reference, set(reference.steps), broken)


@settings(max_examples=15, deadline=None)
@given(systems(overflows=True))
def test_a_reachable_overflow_is_raised_with_its_path(system: CounterSystem) -> None:
    reference = explored(system)
    if not reference.overflows:
        verify(system, [ctl(TRUE)])
        return
    with pytest.raises(ErrorReached) as reached:
        verify(system, [ctl(TRUE)])
    assert_is_path(reference, reached.value.path)
    assert reached.value.event in reference.overflows[reached.value.path.states[-1]]


def switch(*names: str) -> CounterSystem:
    """One process that goes to and fro between the first two of some local states, or leaves for the last and stays."""
    block = Block("all", Processes.of([(1, 1)]), ("P",))
    moves = [
        transition(names[0], names[1], 0, some_in(names[0], block)),
        transition(names[1], names[0], 0, some_in(names[1], block)),
        transition(names[0], names[2], 0, some_in(names[0], block)),
    ]
    start = compare(number_of(names[0], block), "=", constant(1))
    return CounterSystem("switch", names, (block,), (), start, tuple(moves), (), ())


def test_fairness_leaves_out_unfair_paths() -> None:
    system = switch("A", "B", "Out")
    [block] = system.blocks
    leaves, away = some_in("Out", block), some_in("B", block)
    properties = [ctl(Temporal("AF", (leaves,)), "leaves"), invariant(negate(away), "never_away")]
    fair = replace(system, fairness=(Fairness(leaves, "#Out >= 1", NOWHERE),))
    assert [v.outcome for v in verify(system, properties)] == ["violated", "violated"]
    assert [v.outcome for v in verify(fair, properties)] == ["holds", "violated"]
    # On a path that stays away from Out for ever, and only those are fair now, Out is never reached.
    fair = replace(system, fairness=(Fairness(away, "#B >= 1", NOWHERE),))
    assert verify(fair, [invariant(negate(leaves))])[0].outcome == "holds"


def test_traces_end_in_loops_and_deadlocks_stutter() -> None:
    system = switch("A", "B", "Out")
    [block] = system.blocks
    reference = explored(system)
    stays, leaves = some_in("A", block), some_in("Out", block)
    properties = [ctl(Temporal("AF", (leaves,)), "out"), linear_time(Temporal("G", (Temporal("F", (stays,)),)), "back")]
    out, back = verify(system, properties)
    assert out.path is not None
    assert_is_path(reference, out.path)
    assert out.path.loop is not None
    assert not any(state[2] for state in out.path.states)
    assert back.path is not None
    assert_is_path(reference, back.path)
    assert back.path.states[-1] == (0, 0, 1)
    assert back.path.steps[-1] is None


def test_an_initial_state_alone_is_shown_only_where_it_tells_something() -> None:
    system = switch("A", "B", "Out")
    [block] = system.blocks
    both = conjunction([some_in("A", block), some_in("B", block)])
    properties = [ctl(Temporal("EF", (both,)), "never"), ctl(Temporal("AG", (some_in("B", block),)), "at_once")]
    never, at_once = verify(system, properties)
    assert (never.outcome, never.path) == ("violated", None)
    assert at_once.path is not None
    assert at_once.path.states == ((1, 0, 0),)


@pytest.mark.parametrize("names", [("T", "next", "stutter"), ("L[1]", "L_1", "stuck"), ("choice", "A", "main")])
def test_any_names_will_do(names: tuple[str, str, str]) -> None:
    system = switch(*names)
    [block] = system.blocks
    [verdict] = verify(system, [ctl(negate(Temporal("EF", (some_in(names[2], block),))), "AG")])
    assert verdict.path is not None
    assert verdict.path.states == ((1, 0, 0), (0, 0, 1))
    assert verdict.path.steps == (2,)


def test_shared_booleans_and_blocks() -> None:
    """Two blocks pass a flag to and fro: a process of the first sets it, one of the second clears it."""
    first, second = Block("P", Processes.of([(1, 2)]), ("P",)), Block("Q[1]", Processes.of([(3, 3)]), ("Q[1]",))
    flag = SharedVariable("flag", 0, 1, 1, True, NOWHERE)
    raised = compare(linear([(Named("flag"), 1)]), "=", constant(1))
    toggled = (Assignment("flag", linear([(Named("flag"), -1)], 1), NOWHERE),)
    moves = (
        transition("A", "B", 0, conjunction([some_in("A", first), raised]), toggled),
        transition("A", "B", 1, conjunction([some_in("A", second), negate(raised)]), toggled),
    )
    start = compare(number_of("A", Block("", Processes.of([(1, 3)]), ())), "=", constant(3))
    system = CounterSystem("flag", ("A", "B"), (first, second), (flag,), start, moves, (), ())
    everybody = compare(linear([*number_of("B", first).terms, *number_of("B", second).terms]), "=", constant(3))
    [verdict] = verify(system, [ctl(Temporal("AG", (negate(everybody),)))])
    assert verdict.path is not None
    assert verdict.path.states == ((2, 0, 1, 0, 1), (1, 1, 1, 0, 0), (1, 1, 0, 1, 1), (0, 2, 0, 1, 0))
    assert verdict.path.steps == (0, 1, 0)


def test_no_processes_at_all() -> None:
    system = readers_and_writers(0, 3)
    [block] = system.blocks
    verdicts = verify(system, [ctl(some_in("L1", block)), invariant(negate(some_in("L1", block)), "q")])
    assert [verdict.outcome for verdict in verdicts] == ["violated", "holds"]
    assert verify(system, []) == ()
