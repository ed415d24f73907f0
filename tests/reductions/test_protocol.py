"""A verdict on a property, from the answers to the questions that it rests on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.system.systems import asked, at, ctl
from vsym.logic.properties import Property
from vsym.models.program.faults import OWN_FAULT
from vsym.reductions.protocol import Query, verdict
from vsym.system.result import Path, Proof, SystemPath, Verdict

PROPERTY = ctl("AG", at("x", "<=", 1))
QUESTION, ERROR = asked("ctl", at("y", "=", 0), "asked"), asked("invariant", at("z", "=", 0), "error")
PATH: SystemPath = Path("counterexample", ((0,), (1,)), (0,))
HOLDS = Verdict("holds", "explicit", 0.0, proof=Proof("x <= 1", {"own": "1"}))
VIOLATED = Verdict("violated", "explicit", 0.0, path=PATH)
UNKNOWN = Verdict("unknown", "explicit", 0.0, "time limit")
SAFE = Verdict("holds", "explicit", 0.0, proof=Proof("z = 0", {"error": "2"}))

RESTING = Query(PROPERTY, QUESTION, rests_on=("error",))
COVERED = Query(PROPERTY, QUESTION, covered=True)


def _said(query: Query, answer: Verdict, error: Verdict = SAFE) -> Verdict:
    return verdict(query, {"asked": answer, "error": error}, "other")


@pytest.mark.parametrize("answer", [HOLDS, VIOLATED, UNKNOWN])
def test_an_answer_is_the_verdict_where_nothing_else_is_asked(answer: Verdict) -> None:
    assert _said(Query(PROPERTY, QUESTION), answer) == answer


def test_what_needs_no_question_or_has_none_is_said_by_whoever_was_asked() -> None:
    assert _said(Query(PROPERTY, None, verdict=HOLDS), VIOLATED) == replace(HOLDS, engine="other")
    assert _said(Query(PROPERTY, None, "too large"), VIOLATED) == Verdict("unknown", "other", 0.0, "too large")
    unanswered = Query(PROPERTY, asked("ctl", at("y", "=", 1), "unanswered"), "no time")
    assert _said(unanswered, VIOLATED) == Verdict("unknown", "other", 0.0, "no time")


@pytest.mark.parametrize("answer", [HOLDS, VIOLATED])
def test_where_a_condition_may_end_in_an_error_nothing_is_said(answer: Verdict) -> None:
    assert _said(RESTING, answer, VIOLATED) == replace(
        answer, outcome="unknown", path=None, proof=None, reason=OWN_FAULT
    )
    assert _said(RESTING, answer, UNKNOWN) == replace(
        answer, outcome="unknown", path=None, proof=None, reason="time limit"
    )


def test_a_proof_has_those_that_no_condition_ends_in_an_error() -> None:
    whole = _said(RESTING, HOLDS)
    assert whole == replace(HOLDS, proof=Proof("x <= 1", {"error": "2", "own": "1"}))
    assert _said(RESTING, HOLDS, replace(SAFE, proof=None)) == replace(HOLDS, proof=None)
    assert _said(RESTING, replace(HOLDS, proof=None)) == replace(HOLDS, proof=None)
    assert _said(RESTING, UNKNOWN, VIOLATED) == UNKNOWN


@pytest.mark.parametrize("question", [QUESTION, replace(QUESTION, logic="invariant")])
def test_what_is_to_be_covered_holds_where_it_is_not_so_that_it_never_is(question: Property) -> None:
    covered = replace(COVERED, question=question)
    assert _said(covered, HOLDS) == replace(HOLDS, outcome="violated")
    assert _said(covered, VIOLATED) == replace(VIOLATED, outcome="holds", path=replace(PATH, kind="witness"))
    assert _said(covered, replace(VIOLATED, path=None)) == replace(VIOLATED, outcome="holds", path=None)
    assert _said(covered, UNKNOWN) == UNKNOWN
    assert _said(replace(covered, covered=False), VIOLATED) == VIOLATED


def test_an_invariant_is_violated_before_its_conditions_are_known() -> None:
    """Its own path shows that."""
    resting = replace(RESTING, question=replace(QUESTION, logic="invariant"))
    assert _said(resting, VIOLATED, UNKNOWN) == VIOLATED
    assert _said(resting, HOLDS, UNKNOWN).outcome == "unknown"
