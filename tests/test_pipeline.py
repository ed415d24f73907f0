"""From a model to verdicts with traces, through every stage; a real NuSMV is needed."""

from __future__ import annotations

import time
from typing import Literal

import pytest
from vsym.engines.choice import EngineName, choose
from vsym.pipeline import Checked

import vsym
from tests.symmetry.virtual.judging import RW, RW_BROKEN
from vsym import pipeline
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import DiagnosticError
from vsym.models.counting.semantics import is_initial
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.vectors import abstract
from vsym.symmetry.virtual.identification import Decided, decide_symmetry

PROPERTIES = "ctl mutex: AG #C <= 1\ninvariant waiting: #T <= 2\nctl entered: EF #C = 1\n"

COUNTING = """system counting
states A, B
group P of 2
shared x : 0..1 = 0
init A
trans A -> B do x := x + 1
invariant low: x <= 1
"""


Asked = EngineName | Literal["auto"]


def _decided(text: str, **parameters: int) -> tuple[Decided, CounterSystem]:
    decided = decide_symmetry(vsym.load(text, **parameters), Budget(), lambda _: None)
    return decided, pipeline.reduce_model(decided, Budget(), lambda _: None)


def _verified(text: str, *names: str, engine: Asked = "explicit", deadline: float | None = None) -> Checked:
    decided, system = _decided(text)
    chosen = choose(engine, system)
    return pipeline.verify(decided, system, names, chosen, pipeline.Limits(deadline), pipeline.Silence())


def _outcomes(checked: Checked) -> dict[str, str]:
    return {outcome.property.name: outcome.verdict.outcome for outcome in checked.outcomes}


@pytest.mark.parametrize("text", [RW, RW_BROKEN])
@pytest.mark.parametrize("engine", ["explicit", "nusmv", "auto"])
def test_every_property_is_decided(text: str, engine: Asked) -> None:
    checked = _verified(text + PROPERTIES, engine=engine)
    assert _outcomes(checked) == {"mutex": "holds", "waiting": "violated", "entered": "holds"}
    used = "nusmv" if engine == "nusmv" else "explicit"
    assert {outcome.verdict.engine for outcome in checked.outcomes} == {used}
    assert (checked.explored is None) == (engine == "nusmv")


@pytest.mark.parametrize("engine", ["explicit", "nusmv"])
def test_a_violated_property_has_a_trace_in_the_user_s_own_processes(engine: Asked) -> None:
    checked = _verified(RW_BROKEN + PROPERTIES, "waiting", engine=engine)
    (outcome,) = checked.outcomes
    assert outcome.abstract_trace is not None
    assert outcome.trace is not None
    assert is_initial(checked.decided.model, outcome.trace.states[0])
    assert outcome.trace.states[-1].locations == ("T", "T", "T")
    vectors = [abstract(checked.system, state) for state in outcome.trace.states]
    assert vectors == [*outcome.abstract_trace.states]


def test_only_the_properties_named_are_decided_in_the_order_of_the_model() -> None:
    assert list(_outcomes(_verified(RW + PROPERTIES, "entered", "mutex"))) == ["mutex", "entered"]


@pytest.mark.parametrize("engine", ["explicit", "mdd", "nusmv"])
def test_every_engine_decides_ltl(engine: EngineName) -> None:
    checked = _verified(RW + PROPERTIES + "ltl free: G F #C = 0\n", engine=engine)
    assert {outcome.verdict.engine for outcome in checked.outcomes} == {engine}
    assert [outcome.property.name for outcome in checked.outcomes] == ["mutex", "waiting", "entered", "free"]
    assert _outcomes(checked)["free"] == "holds"


def test_a_model_without_properties_is_explored_all_the_same() -> None:
    checked = _verified(RW)
    assert checked.outcomes == ()
    assert checked.explored is not None
    assert (checked.explored.states, checked.explored.deadlocks, checked.explored.complete) == (7, 0, True)
    assert checked.explored.interrupted is None


def test_deadlocks_are_counted() -> None:
    decided, system = _decided("system s\nstates A, B\ngroup P of 3\ninit A\ntrans A -> B if #B <= 1\n")
    found, path = pipeline.explore(decided.model, system, "explicit", pipeline.Limits(), pipeline.Silence())
    assert (found.states, found.depth, found.deadlocks) == (3, 2, 1)
    sets, same = pipeline.explore(decided.model, system, "mdd", pipeline.Limits(), pipeline.Silence())
    assert (sets.states, sets.depth, sets.deadlocks) == (3, None, 1)
    assert path is not None
    assert same is not None
    assert path.states == same.states


@pytest.mark.parametrize("engine", ["explicit", "mdd", "nusmv"])
def test_a_reachable_overflow_is_an_error_of_the_model(engine: EngineName) -> None:
    with pytest.raises(DiagnosticError) as refusal:
        _verified(COUNTING, engine=engine)
    (found,) = refusal.value.diagnostics
    assert found.code == "VS330"
    assert "`A -> B` assigns 2 to `x`, outside its range 0..1" in found.message


def test_an_exploration_meets_an_overflow_too() -> None:
    decided, system = _decided(COUNTING)
    with pytest.raises(DiagnosticError, match="VS330"):
        pipeline.explore(decided.model, system, "mdd", pipeline.Limits(), pipeline.Silence())


def test_an_overflow_that_is_not_reached_is_none() -> None:
    checked = _verified(COUNTING.replace("trans A -> B do", "trans A -> B if #B = 0 do"))
    assert _outcomes(checked) == {"low": "holds"}


def test_a_lemma_is_no_property_but_narrows_the_reduction() -> None:
    text = "system s\nstates A, B\ngroup R of 2\ngroup W of 2\nshared x : 0..2 = 0\ninit A\n"
    text += "trans A -> B if x = 0 | #B[R] = 0\ninvariant zero: x = 0\n"
    assert len(_verified(text).system.blocks) == 2
    checked = _verified(text + "lemma x_is_zero: x = 0\n")
    assert len(checked.system.blocks) == 1
    assert _outcomes(checked) == {"zero": "holds"}


def test_no_time_left_leaves_verdicts_unknown_with_a_reason() -> None:
    checked = _verified(RW + PROPERTIES, deadline=time.monotonic() - 1)
    assert checked.explored is not None
    assert not checked.explored.complete
    assert checked.explored.interrupted is not None
    unknown = [outcome.verdict for outcome in checked.outcomes if outcome.verdict.outcome == "unknown"]
    assert unknown
    assert all(verdict.reason for verdict in unknown)


def test_no_time_left_for_the_reduction_is_undecided() -> None:
    decided, _ = _decided(RW)
    with pytest.raises(UndecidedError):
        pipeline.reduce_model(decided, Budget(deadline=0.0), lambda _: None)


def test_progress_is_told() -> None:
    decided, system = _decided(RW + PROPERTIES)
    said: list[str] = []

    class Heard(pipeline.Silence):
        def say(self, what: str) -> None:
            said.append(what)

    pipeline.verify(decided, system, (), "explicit", pipeline.Limits(), Heard())
    pipeline.verify(decided, system, (), "mdd", pipeline.Limits(), Heard())
    evaluating = "evaluating the properties"
    assert said == ["exploring the counter states", evaluating, "saturating the counter states", evaluating]
    pipeline.reduce_model(decided, Budget(), said.append)
    assert said[-1] == "building the counter abstraction"


def test_the_face_of_the_package() -> None:
    model = vsym.load(RW + PROPERTIES, writers=3)
    checked = vsym.check(model, properties=("mutex", "waiting"), engine="explicit")
    assert _outcomes(checked) == {"mutex": "holds", "waiting": "violated"}
    assert model.size == checked.decided.model.size == 4
    with pytest.raises(UndecidedError):
        vsym.check(vsym.load(RW), timeout=0.0)
