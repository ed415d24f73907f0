"""The SMT engine against plain exploration, on random systems and predicates."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.engines.explicit.reference import Reference, assert_is_path, explored, satisfying
from tests.engines.explicit.systems import ctl, readers_and_writers, some_in, systems, systems_with_predicates
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.engines.smt import engine
from vsym.engines.smt.certificate_reading import recheck
from vsym.engines.smt.certificate_text import document
from vsym.logic.formula import FALSE, TRUE, Formula, Temporal
from vsym.logic.properties import Fairness
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import ErrorReached, Verdict


def silent(_: str) -> None:
    """Nobody listens."""


def decide(system: CounterSystem, formulas: list[Formula], bound: int | None = None) -> list[Verdict]:
    """The verdicts on CTL formulas."""
    return engine.verify(
        system, [ctl(formula) for formula in formulas], Budget(deadline=time.monotonic() + 10), silent, bound
    )


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
            (verdict,) = decide(system, [formula])
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
        (verdict,) = decide(system, [Temporal("AG", (TRUE,))])
        assert verdict.outcome == "holds"
        return
    with pytest.raises(ErrorReached) as found:
        decide(system, [Temporal("AG", (TRUE,))])
    assert_is_path(reference, found.value.path)
    assert found.value.event in reference.overflows[found.value.path.states[-1]]
    assert found.value.path.length == min(reference.distance[state] for state in wrong)


def test_what_speaks_of_more_than_reachable_states_is_refused_with_its_place() -> None:
    system = readers_and_writers(3, 3)
    nested = ctl(Temporal("AG", (Temporal("EF", (some_in("L3", system.blocks[0]),)),)))
    with pytest.raises(DiagnosticError) as refusal:
        engine.verify(system, [ctl(Temporal("AG", (TRUE,))), nested], Budget(), silent)
    assert [(found.code, found.span) for found in refusal.value.diagnostics] == [("VS421", nested.span)]
    just = replace(system, fairness=(Fairness(FALSE, "false", nested.span),))
    with pytest.raises(DiagnosticError) as refusal:
        engine.verify(just, [ctl(Temporal("AG", (TRUE,)))], Budget(), silent)
    assert [found.code for found in refusal.value.diagnostics] == ["VS422"]
