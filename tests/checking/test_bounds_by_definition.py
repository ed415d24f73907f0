"""Bounds on the road of `check`, against brute force: verdicts, paths from real starts, deadlocks, errors."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from tests.support import oracle
from tests.support.against_bounds import SPLIT, identified_with_its_structure
from tests.support.against_oracle import STATES, check_outcomes, expected_verdicts
from tests.support.composing import checked
from tests.support.drawn import DRAWN, many
from tests.support.generated import Generated, models
from vsym import load
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import BoundsUsed


@given(drawn=models(fairness=True, linear=True))
@settings(DRAWN, max_examples=many(3))
def test_bounds_alone_decide_what_is_true(drawn: Generated) -> None:
    _check(drawn, "explicit", "only")


@given(drawn=models(fairness=True, linear=True))
@settings(DRAWN, max_examples=many(2))
def test_bounds_alone_decide_what_is_true_by_one_relation_after_the_other(drawn: Generated) -> None:
    _check(drawn, "mdd", "only")


@given(drawn=models(joint=True, fairness=True, linear=True))
@settings(DRAWN, max_examples=many(3))
def test_bounds_alone_decide_what_is_true_of_joint_steps(drawn: Generated) -> None:
    _check(drawn, "explicit", "only")


@given(drawn=models(fairness=True, linear=True))
@settings(DRAWN, max_examples=many(3))
def test_with_bounds_or_without_the_verdicts_are_the_same(drawn: Generated) -> None:
    _check(drawn, "explicit", "auto")


def _check(drawn: Generated, engine: str, bounds: str) -> None:
    structure, decided = identified_with_its_structure(drawn)
    assume(oracle.initial_states(structure))
    assume(len(oracle.reachable(structure)) <= STATES)
    try:
        answer = checked(decided.model, engine, bounds=bounds)
    except DiagnosticError:
        assert oracle.reachable_overflows(structure)
        return
    outcomes = [one for one in answer.outcomes if one.verdict.outcome != "unknown"]
    if oracle.reachable_overflows(structure):
        assert not outcomes
        return
    # On the cells nothing is unknown to an engine that sees both relations.
    assert engine == "mdd" or len(outcomes) == len(answer.outcomes)
    expected = expected_verdicts(drawn, structure)
    for outcome in outcomes:
        view = answer.counters if outcome.run is None else outcome.run.view
        assert view is not None
        check_outcomes(drawn, structure, view, [outcome], expected)
    for reached in (explored.reached for explored in answer.explorations):
        if reached is not None and reached.complete and not reached.deadlocks:
            assert not oracle.deadlocks(structure)


def test_a_verdict_stays_where_finer_blocks_do_not_show_it() -> None:
    """Counted together somebody can always go, but with C apart it is A where B waits, or C (theory, section 10)."""
    somebody, third = checked(load(SPLIT), "explicit", bounds="only").outcomes
    assert (somebody.verdict.outcome, somebody.bounds) == ("holds", BoundsUsed("must", 1, 0))
    assert (third.verdict.outcome, third.bounds) == ("violated", BoundsUsed("may", 2, 1))


OVERFLOWS = """system overflows
states A, B
group F of 1
group S of 1
shared x : 0..1 = 0
init { F: A; S: B }
trans A -> B { F: true do x := x + 2 }
trans B -> A { F: #A[F] = 1 }
ctl low: AG x <= 1
ctl one: EF #A = 1
"""


def test_an_error_that_may_be_reached_is_excluded_on_finer_blocks_or_found() -> None:
    """With one process in A, it may be F, which leaves the range."""
    excluded = checked(load(OVERFLOWS.replace("F: A; S: B", "F: B; S: A")), "explicit", bounds="only")
    assert [one.verdict.outcome for one in excluded.outcomes] == ["holds", "holds"]
    with pytest.raises(DiagnosticError) as refusal:
        checked(load(OVERFLOWS), "explicit", bounds="only")
    assert [found.code for found in refusal.value.diagnostics] == ["VS330"]
