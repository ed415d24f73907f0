"""AG and EF decided forward, from both ends and backward: one verdict, and paths that are shortest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.logic.ltl_formulas import implies, later
from tests.support.drawn import many
from tests.system.generated import systems, systems_with_errors
from tests.system.judging import check_path, distances, holds, structure
from tests.system.systems import HERE, asked, at, ctl, invariant, ltl, ring
from vsym.basics.limits import Budget
from vsym.engines.diagrams.bidirectional import Search, goals_of, verify
from vsym.engines.diagrams.deciding import decide
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.saturation import saturate
from vsym.logic.formula import Formula, Temporal, negate
from vsym.logic.properties import Fairness
from vsym.system import step
from vsym.system.report import Silence
from vsym.system.result import ErrorReached, Verdict
from vsym.system.system import System

Way = Callable[[Search], None]

BACKWARD: tuple[Way, ...] = (Search.meet, Search.saturate_backward)


@pytest.mark.parametrize("way", BACKWARD)
@settings(max_examples=many(5), deadline=None)
@given(systems(fairness=False))
def test_every_way_gives_the_verdict(way: Way, system: System) -> None:
    predicate = system.properties[0].formula
    properties = (ctl("AG", predicate), ctl("EF", predicate))
    whole, goals = structure(system), goals_of(system, properties)
    assert [goal.kind for goal in goals] == ["never", "reached"]
    search = Search(Encoding(system), goals)
    way(search)
    if way is Search.saturate_backward or len(whole.initial) == 1:
        assert search.answers.keys() == {0, 1}
    for number, verdict in search.answers.items():
        truth = holds(whole, properties[number])
        assert verdict.outcome == ("holds" if truth else "violated")
        if verdict.path is not None:
            check_path(whole, verdict.path)
        reached = [state for state in whole.steps if step.holds(system, goals[number].target, state)]
        if reached and truth == (number == 1):
            assert verdict.path is not None
            assert verdict.path.length == min(distances(whole)[state] for state in reached)


@pytest.mark.parametrize("way", BACKWARD)
@settings(max_examples=many(4), deadline=None)
@given(systems_with_errors())
def test_no_verdict_where_an_error_is_reached(way: Way, system: System) -> None:
    whole = structure(system)
    bad = [state for state in whole.steps if next(step.errors(system, state), None) is not None]
    search = Search(Encoding(system), ())
    if not bad:
        way(search)
        return
    with pytest.raises(ErrorReached) as error:
        way(search)
    assert error.value.path.length == min(distances(whole)[state] for state in bad)


def test_what_is_no_question_of_reachability() -> None:
    system, somewhere = ring(2, 3), at("p1", ">=", 1)
    never = invariant("never", somewhere)
    assert len(goals_of(system, [never, ctl("EF", somewhere), ltl("G", somewhere)])) == 3
    others = (
        ctl("AG", Temporal("EF", (somewhere,))),
        ctl("AF", somewhere),
        replace(ctl("AG", somewhere), formula=somewhere),
        ltl("F", somewhere),
    )
    for other in others:
        assert goals_of(system, [never, other]) == ()
    assert goals_of(replace(system, fairness=(Fairness(somewhere, "", HERE),)), [never]) == ()


@pytest.mark.parametrize("first_turn", [0, 100])
def test_turns_end_with_the_verdicts(first_turn: int) -> None:
    """With the shortest first turn, each direction begins more than once."""
    system = ring(20, 6)
    properties = (invariant("sparse", at("p5", "<=", 19)), ctl("EF", at("p3", "=", 20)))
    answer = verify(system, properties, Budget(), Silence(), first_turn)
    assert [verdict.outcome for verdict in answer.verdicts] == ["violated", "holds"]
    assert [verdict.path and verdict.path.length for verdict in answer.verdicts] == [100, 60]


P, Q = at("p7", ">=", 1), at("p0", ">=", 1)
AGAIN, AS_WELL = later("G", later("F", P)), later("G", later("F", Q))


def _decided(formula: Formula, tokens: int, logic: str = "ltl", places: int = 8) -> tuple[Verdict, int]:
    """The verdict on a ring of places, and the looks after its states are known."""
    looks = 0

    def check() -> None:
        nonlocal looks
        looks += 1

    saturated = saturate(Encoding(ring(tokens, places), check=check), 0.0)
    before = looks
    [verdict] = decide(saturated, [asked("ctl" if logic == "ctl" else "ltl", formula)])
    return verdict, looks - before


def test_what_ctl_can_say_is_as_much_work_as_in_ctl() -> None:
    """Beside an automaton, 72 looks for 10 tokens and 149 for 20."""
    branching = Temporal("AG", (Temporal("AF", (P,)),))
    for tokens in (10, 20):
        again, work = _decided(AGAIN, tokens)
        answered, more = _decided(later("G", implies(Q, later("F", P))), tokens)
        assert again.outcome == answered.outcome == "holds"
        assert max(work, more) <= _decided(branching, tokens, "ctl")[1] + 2


@pytest.mark.parametrize("formula", [implies(AS_WELL, AGAIN), later("F", later("G", negate(Q)))])
def test_conditions_and_accepting_components_keep_the_work_small(formula: Formula) -> None:
    """Seeking cycles beside the whole automaton took 108 looks on the first formula for 10 tokens, 229 for 20."""
    few, many = (_decided(formula, tokens)[1] for tokens in (6, 12))
    assert few <= 50
    assert many <= few + 5


def test_a_finite_reason_goes_on_in_a_lasso() -> None:
    system = ring(2, 3)
    for formula in (later("X", at("p0", "=", 2)), later("U", at("p0", "=", 2), at("p2", "=", 2))):
        verdict, _ = _decided(formula, 2, places=3)
        assert verdict.path is not None
        assert verdict.path.loop is not None
        check_path(structure(system), verdict.path)
