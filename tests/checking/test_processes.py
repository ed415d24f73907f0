"""From a model to verdicts with traces, through every stage; a real NuSMV is needed."""

from __future__ import annotations

import time

import pytest

from tests.support.composing import checked, decided, explored, reduced, shown, verdicts, verified
from tests.support.present import present
from tests.symmetry.virtual.judging import RW, RW_BROKEN
from vsym import check, load
from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.basics.source import DiagnosticError
from vsym.checking.question import Subject
from vsym.checking.stages import reduced as reduce_stage
from vsym.models.counting.semantics import is_initial
from vsym.reductions.counters.abstraction import abstract
from vsym.system.report import Silence

PROPERTIES = "ctl mutex: AG #C <= 1\ninvariant waiting: #T <= 2\nctl entered: EF #C = 1\n"

COUNTING = """system counting
states A, B
group P of 2
shared x : 0..1 = 0
init A
trans A -> B do x := x + 1
invariant low: x <= 1
"""


@pytest.mark.parametrize("text", [RW, RW_BROKEN])
@pytest.mark.parametrize("engine", ["explicit", "mdd", "smt", "nusmv", "auto", "adaptive"])
def test_every_property_is_decided(text: str, engine: str) -> None:
    result = checked(load(text + PROPERTIES), engine)
    assert list(verdicts(result).items()) == [("mutex", "holds"), ("waiting", "violated"), ("entered", "holds")]
    used = "explicit" if engine == "auto" else engine
    assert {outcome.verdict.engine for outcome in result.outcomes} == {used}
    assert (result.reached is None) == (engine in ("nusmv", "smt"))
    assert (result.decided is None) == (result.prepared is not None) == (engine == "adaptive")


@pytest.mark.parametrize("engine", ["explicit", "mdd", "smt", "nusmv", "adaptive"])
def test_a_violated_property_has_a_trace_in_the_user_s_own_processes(engine: str) -> None:
    result = checked(load(RW_BROKEN + PROPERTIES), engine)
    run = shown(result.outcomes[1])
    assert run.view == result.counters
    assert run.view is not None
    assert is_initial(result.model, run.path.states[0])
    if engine != "adaptive":
        assert run.path.states[-1].locations == ("T", "T", "T")
    assert [abstract(run.view, state) for state in run.path.states] == [*present(run.counters).states]


@pytest.mark.parametrize("engine", ["explicit", "mdd", "nusmv"])
def test_every_engine_but_two_decides_ltl(engine: str) -> None:
    result = checked(load(RW + PROPERTIES + "ltl free: G F #C = 0\n"), engine)
    assert {outcome.verdict.engine for outcome in result.outcomes} == {engine}
    assert list(verdicts(result)) == ["mutex", "waiting", "entered", "free"]
    assert verdicts(result)["free"] == "holds"


def test_a_model_without_properties_is_explored_all_the_same() -> None:
    result = checked(load(RW), "explicit")
    assert result.outcomes == ()
    assert result.reached is not None
    assert (result.reached.states, result.reached.deadlocks, result.reached.complete) == (7, 0, True)
    assert result.reached.interrupted is None


def test_deadlocks_are_counted() -> None:
    model = load("system s\nstates A, B\ngroup P of 3\ninit A\ntrans A -> B if #B <= 1\n")
    paths = set()
    for engine, depth in (("explicit", 2), ("mdd", None)):
        known = explored(model, engine)
        assert known.reached is not None
        assert (known.reached.states, known.reached.depth, known.reached.deadlocks) == (3, depth, 1)
        assert known.deadlock is not None
        paths.add(tuple(present(known.deadlock.counters).states))
    assert len(paths) == 1


@pytest.mark.parametrize("engine", ["explicit", "mdd", "smt", "nusmv", "adaptive"])
def test_a_reachable_overflow_is_an_error_of_the_model(engine: str) -> None:
    with pytest.raises(DiagnosticError) as refusal:
        checked(load(COUNTING), engine)
    (diagnostic,) = refusal.value.diagnostics
    assert diagnostic.code == "VS330"
    assert "`A -> B` assigns 2 to `x`, outside its range 0..1" in diagnostic.message


def test_an_exploration_meets_an_overflow_too() -> None:
    with pytest.raises(DiagnosticError, match="VS330"):
        explored(load(COUNTING), "mdd")


def test_an_overflow_that_is_not_reached_is_none() -> None:
    text = COUNTING.replace("trans A -> B do", "trans A -> B if #B = 0 do")
    assert verdicts(checked(load(text))) == {"low": "holds"}


def test_a_lemma_is_no_property_but_narrows_the_reduction() -> None:
    text = "system s\nstates A, B\ngroup R of 2\ngroup W of 2\nshared x : 0..2 = 0\ninit A\n"
    text += "trans A -> B if x = 0 | #B[R] = 0\ninvariant zero: x = 0\n"
    assert len(reduced(load(text)).counters.blocks) == 2
    result = checked(load(text + "lemma x_is_zero: x = 0\n"))
    assert len(present(result.counters).blocks) == 1
    assert verdicts(result) == {"zero": "holds"}


def test_no_time_left_leaves_verdicts_unknown_with_a_reason() -> None:
    budget = Budget(deadline=time.monotonic() - 1)
    found = verified(reduced(load(RW + PROPERTIES)), "explicit", budget)
    assert found.reached is not None
    assert (found.reached.complete, found.reached.interrupted) == (False, "time")
    unknown = [outcome.verdict for outcome in found.outcomes if outcome.verdict.outcome == "unknown"]
    assert unknown
    assert {verdict.reason for verdict in unknown} == {REASONS["time"]}


def test_no_time_left_for_the_reduction_is_undecided() -> None:
    model, budget = load(RW + PROPERTIES), Budget(deadline=0.0)
    with pytest.raises(UndecidedError):
        reduce_stage(Subject(model), decided(model), budget, Silence())
    result = checked(model, budget=budget)
    assert result.stopped == REASONS["time"]
    assert result.counters is None
    assert {outcome.verdict.reason for outcome in result.outcomes} == {result.stopped}


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    model, said = load(RW + PROPERTIES), list[str]()
    smaller, known = reduced(model), decided(model)
    monkeypatch.setattr(Silence, "say", lambda _, what: said.append(what))
    for engine in ("explicit", "mdd"):
        verified(smaller, engine, report=Silence())
    evaluating = "evaluating the properties"
    assert said == ["exploring the states", evaluating, "saturating the states", evaluating]
    reduce_stage(Subject(model), known, Budget(), Silence())
    assert said[-1] == "building the counter abstraction"


def test_the_face_of_the_package() -> None:
    model = load(RW + PROPERTIES, writers=3)
    result = check(model, properties=("waiting", "mutex"), engine="explicit")
    assert list(verdicts(result).items()) == [("mutex", "holds"), ("waiting", "violated")]
    assert model.size == present(result.decided).model.size == 4
    with pytest.raises(UndecidedError):
        check(load(RW), timeout=0.0)
