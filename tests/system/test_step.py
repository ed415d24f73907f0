"""The plain semantics of a system, on registers whose steps can be worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.system.judging import structure
from tests.system.systems import Z, at, ctl, fairness, registers, ring
from vsym.logic.formula import TRUE, Formula, Temporal, TemporalOperator
from vsym.logic.terms import Linear
from vsym.system.step import (
    OutsideRangeError,
    Vector,
    after,
    errors,
    holds,
    is_enabled,
    is_initial,
    refutes,
    step_between,
    steps,
)
from vsym.system.system import Event

SWAP, RESET, LOAD, HALVE, WRAP = range(5)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ((0, 3, 0), {SWAP: (3, 0, 0), LOAD: (0, 3, 2), HALVE: (0, 1, 0)}),
        ((3, 0, 0), {SWAP: (0, 3, 0), RESET: (0, 0, 0), LOAD: (3, 0, 4)}),
        ((3, 0, 4), {SWAP: (0, 3, 4), RESET: (0, 0, 4), WRAP: (3, 0, 1)}),
        ((1, 1, 0), {LOAD: (1, 1, 1)}),
        ((1, 1, 1), {}),
    ],
)
def test_steps_are_simultaneous(state: Vector, expected: dict[int, Vector]) -> None:
    system = registers()
    assert dict(steps(system, state)) == expected
    assert [number for number in range(5) if is_enabled(system, number, state)] == [*expected]
    for number, target in expected.items():
        assert after(system, number, state) == target
        assert step_between(system, state, target) == number
    with pytest.raises(ValueError, match="no such step"):
        step_between(system, state, (2, 2, 2))
    if expected:
        with pytest.raises(ValueError, match="no such step"):
            step_between(system, state, state)
    else:
        assert step_between(system, state, state) is None


def test_the_first_of_several_events_between_two_states() -> None:
    system = replace(registers(), events=(*registers().events, *registers().events))
    assert step_between(system, (0, 3, 0), (3, 0, 0)) == SWAP


def test_initial_states_are_in_the_domain() -> None:
    system = registers()
    assert structure(system).initial == ((0, 3, 0),)
    assert not is_initial(system, (0, 3, 1))
    both = replace(system, initial=at("x", "=", 0), domain=at("y", ">=", 2))
    assert [is_initial(both, state) for state in [(0, 2, 0), (0, 1, 0), (1, 2, 0)]] == [True, False, False]


def test_an_error_leads_nowhere_and_is_no_deadlock() -> None:
    stop = Event("stop", "stop", at("z", "=", 1), (), error="stopped")
    system = replace(registers(), events=(*registers().events, stop))
    assert list(errors(system, (1, 1, 1))) == [5]
    assert list(steps(system, (1, 1, 1))) == []
    assert list(errors(system, (1, 1, 0))) == []
    with pytest.raises(ValueError, match="no such step"):
        step_between(system, (1, 1, 1), (1, 1, 1))


def test_what_leaves_a_range_is_a_bug() -> None:
    system = replace(registers(), events=(Event("up", "up", TRUE, (("z", Z + Linear((), 1)),)),))
    assert after(system, 0, (0, 0, 3)) == (0, 0, 4)
    with pytest.raises(OutsideRangeError, match="`up` sets `z` to 5"):
        after(system, 0, (0, 0, 4))
    with pytest.raises(OutsideRangeError):
        list(steps(system, (0, 0, 4)))


def test_predicates_alone_hold_in_states() -> None:
    system = registers()
    assert holds(system, at("y", "=", 3), (0, 3, 0))
    assert not holds(system, at("y", "=", 3), (3, 0, 0))
    with pytest.raises(TypeError):
        holds(system, ctl("EF", TRUE).formula, (0, 3, 0))


@pytest.mark.parametrize(
    ("operands", "fair", "refuted"),
    [
        (("G", "F", at("p0", "=", 1)), TRUE, False),
        (("F", "G", at("p0", "=", 1)), TRUE, True),
        (("F", "G", at("p0", "=", 1)), at("p1", "=", 1), True),
        (("F", "G", at("p0", "=", 1)), at("p1", "=", 2), False),
    ],
)
def test_a_fair_path_refutes_what_is_false_along_it(
    operands: tuple[TemporalOperator, TemporalOperator, Formula], fair: Formula, refuted: bool
) -> None:
    """One token goes round two places."""
    outer, inner, predicate = operands
    formula = Temporal(outer, (Temporal(inner, (predicate,)),))
    system = replace(ring(1, 2), fairness=fairness(fair))
    assert refutes(system, formula, [(1, 0), (0, 1), (1, 0)], 0) is refuted


def test_where_a_path_goes_round_decides() -> None:
    formula = Temporal("F", (Temporal("G", (at("p0", "=", 0),)),))
    states = [(1, 0), (0, 1), (0, 1)]
    assert not refutes(ring(1, 2), formula, states, 1)
    assert refutes(replace(ring(1, 2), fairness=fairness(at("p0", "=", 1))), formula, [(1, 0), (0, 1), (1, 0)], 0)
