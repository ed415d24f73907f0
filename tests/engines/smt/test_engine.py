"""The SMT engine against plain exploration, on random systems and predicates."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings

from tests.engines.explicit.reference import Reference, assert_is_path, explored, satisfying
from tests.engines.explicit.systems import ctl, systems, systems_with_predicates
from tests.engines.smt.transition_systems import asking
from tests.system.systems import HERE, X, Y, at, ltl, registers
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.engines.smt.certificate_reading import recheck
from vsym.engines.smt.certificate_text import document
from vsym.engines.smt.engine import ENGINE
from vsym.logic.formula import FALSE, TRUE, Formula, Temporal, compare, conjunction, negate
from vsym.logic.properties import Fairness
from vsym.logic.terms import Linear
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.report import Silence
from vsym.system.result import ErrorReached, SystemPath, Verdict
from vsym.system.step import Vector, holds, is_initial, steps
from vsym.system.system import Event, System


def decide(system: System, bound: int | None = None) -> Verdict:
    """The verdict on the only property of a system."""
    budget = Budget(deadline=time.monotonic() + 10, bound=bound)
    (verdict,) = ENGINE.verify(system, system.properties, budget, Silence()).verdicts
    return verdict


@settings(max_examples=12, deadline=None)
@given(systems_with_predicates(2))
def test_verdicts_certificates_and_shortest_paths(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    system, predicates = drawn
    reference = explored(system)
    for predicate in predicates:
        everywhere, somewhere = Temporal("AG", (predicate,)), Temporal("EF", (predicate,))
        inside = satisfying(reference, predicate)
        outside = set(reference.steps) - inside
        for formula, goal in ((everywhere, outside), (somewhere, inside)):
            verdict = decide(asking(system, formula))
            holds = set(reference.initial) <= satisfying(reference, formula)
            assert verdict.outcome == ("holds" if holds else "violated")
            if verdict.proof is not None:
                _check_proof(verdict)
            elif formula == everywhere or len(reference.initial) == 1:
                _check_path(reference, verdict, min(reference.distance[state] for state in goal))


def _check_proof(verdict: Verdict) -> None:
    assert verdict.proof is not None
    checked = list(recheck(document("", verdict.proof.scopes), Budget()))
    assert len(checked) >= 2
    assert all(one.valid for one in checked)


def _check_path(reference: Reference, verdict: Verdict, length: int) -> None:
    assert verdict.path is not None
    assert_is_path(reference, verdict.path)
    assert verdict.path.length == length


@settings(max_examples=12, deadline=None)
@given(systems(overflows=True))
def test_an_assignment_out_of_range_is_reached_by_a_shortest_path(system: CounterSystem) -> None:
    reference = explored(system)
    wrong = [state for state, numbers in reference.overflows.items() if numbers]
    if not wrong:
        verdict = decide(asking(system, Temporal("AG", (TRUE,))))
        assert verdict.outcome == "holds"
        return
    with pytest.raises(ErrorReached) as found:
        decide(asking(system, Temporal("AG", (TRUE,))))
    assert_is_path(reference, found.value.path)
    assert found.value.event in reference.overflows[found.value.path.states[-1]]
    assert found.value.path.length == min(reference.distance[state] for state in wrong)


def test_what_speaks_of_more_than_reachable_states_is_refused_with_its_place() -> None:
    everywhere, somewhere = Temporal("AG", (at("x", "<=", 3),)), Temporal("EF", (at("x", "=", 3),))
    asked = [
        ctl(everywhere),
        ctl(Temporal("AG", (somewhere,)), "again"),
        ctl(at("x", "=", 0), "first"),
        ltl("F", at("x", "=", 3)),
    ]
    with pytest.raises(DiagnosticError) as refusal:
        ENGINE.verify(registers(), asked, Budget(), Silence())
    assert [(found.code, found.span) for found in refusal.value.diagnostics] == [("VS421", HERE)] * 3
    just = replace(registers(), fairness=(Fairness(FALSE, "false", HERE),))
    with pytest.raises(DiagnosticError) as refusal:
        ENGINE.verify(just, asked[:1], Budget(), Silence())
    assert [found.code for found in refusal.value.diagnostics] == ["VS422"]


def _reached(system: System) -> dict[Vector, int]:
    """The reachable states with their distances."""
    distance = {v: 0 for v in product(*(range(low, high + 1) for low, high in system.ranges)) if is_initial(system, v)}
    queue = list(distance)
    for state in queue:
        for _, target in steps(system, state):
            if target not in distance:
                distance[target] = distance[state] + 1
                queue.append(target)
    return distance


def _assert_is_path_of(system: System, path: SystemPath) -> None:
    assert path.times is None
    assert is_initial(system, path.states[0])
    for state, number, target in zip(path.states, path.steps, path.states[1:], strict=False):
        assert (number, target) in list(steps(system, state))


@pytest.mark.parametrize("start", [at("x", "=", 0), at("y", ">=", 2)])
def test_updates_that_are_no_shifts(start: Formula) -> None:
    """A swap, a reset, a case, a quotient and a remainder: which values of the third register and of x + y come up."""
    system = replace(registers(), initial=conjunction([start, at("z", "=", 0)]))
    starts = [replace(system, initial=_only(system, state)) for state, length in _reached(system).items() if not length]
    for number, goal in enumerate([*(at("z", "=", n) for n in range(5)), *(_together(n) for n in range(7))]):
        prop = (ctl(Temporal("EF", (goal,))), ltl("G", negate(goal)))[number % 2]
        holding = [any(holds(system, goal, state) for state in _reached(alone)) for alone in starts]
        verdict = decide(replace(system, properties=(prop,)))
        assert verdict.outcome == (
            "holds" if (all(holding) if prop.logic == "ctl" else not any(holding)) else "violated"
        )
        if verdict.proof is not None:
            _check_proof(verdict)
        else:
            assert verdict.path is not None
            _assert_is_path_of(system, verdict.path)
            assert holds(system, goal, verdict.path.states[-1])


def _together(number: int) -> Formula:
    return compare(X + Y, "=", Linear((), number))


def _only(system: System, state: Vector) -> Formula:
    return conjunction(at(one.name, "=", number) for one, number in zip(system.variables, state, strict=True))


def test_an_event_that_is_an_error_is_reached_by_a_shortest_path() -> None:
    wrong = Event("stop", "stop", conjunction([at("x", "=", 1), at("z", "=", 2)]), (), error="stopped")
    system = replace(registers(), events=(*registers().events, wrong), properties=(ltl("G", at("x", "<=", 3)),))
    with pytest.raises(ErrorReached) as error:
        decide(system)
    path = error.value.path
    assert (error.value.event, error.value.values) == (5, None)
    _assert_is_path_of(system, path)
    assert path.length == min(n for v, n in _reached(system).items() if holds(system, wrong.guard, v))
