"""The examples keep what they promise in their `// expect:` lines, with every engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from vsym.engines.choice import EngineName

from tests.expectations import Expectation, expectations
from tests.running import EXAMPLES
from vsym import load, pipeline
from vsym.basics.limits import Budget
from vsym.engines.smt import engine as smt
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.symmetry.virtual.identification import Decided, decide_symmetry

Parameters = tuple[tuple[str, int], ...]

FILES = sorted(EXAMPLES.glob("*.gsst"))
_NUSMV_STATES = 20_000


def _runs() -> list[tuple[Path, Parameters]]:
    """Each example with each of the parameter settings that it promises something for."""
    found = ((path, one.parameters) for path in FILES for one in expectations(path.read_text("utf-8")))
    return list(dict.fromkeys(found))


def _name(run: tuple[Path, Parameters]) -> str:
    return " ".join([run[0].stem, *(f"{name}={value}" for name, value in run[1])])


@cache
def _reduced(path: Path, parameters: Parameters) -> tuple[Decided, CounterSystem]:
    """An example with its symmetry and its counters, which all engines are asked about."""
    decided = decide_symmetry(load(path, **dict(parameters)), Budget(), lambda _: None)
    return decided, pipeline.reduce_model(decided, Budget(), lambda _: None)


def _verdicts(run: tuple[Path, Parameters], names: Sequence[str], engine: EngineName) -> pipeline.Checked:
    return pipeline.verify(*_reduced(*run), names, engine, pipeline.Limits(), pipeline.Silence())


def _expected(path: Path, parameters: Parameters) -> list[Expectation]:
    return [one for one in expectations(path.read_text("utf-8")) if one.parameters == parameters]


@pytest.mark.parametrize("run", _runs(), ids=_name)
def test_the_expectations_hold(run: tuple[Path, Parameters]) -> None:
    decided, _ = _reduced(*run)
    subjects = {"symmetry": {"full" if decided.full else "not full"}}
    for decision in decided.decisions:
        if decision.verdict == "broken":
            subjects["symmetry"].add(f"broken {decision.relation.source} -> {decision.relation.target}")
    blocks = " | ".join(Spelling(decided.model).processes(block) for block in decided.blocks)
    subjects["symmetry"].add(f"blocks {blocks}")
    expected = _expected(*run)
    if any(one.subject != "symmetry" for one in expected):
        checked, symbolic = _verdicts(run, (), "explicit"), _verdicts(run, (), "mdd")
        assert checked.explored is not None
        assert checked.explored.complete
        subjects["deadlock"] = {"yes" if checked.explored.deadlocks else "no"}
        subjects["reachable"] = {str(checked.explored.states)}
        assert symbolic.explored is not None
        assert symbolic.explored.states == checked.explored.states
        both = zip(checked.outcomes, symbolic.outcomes, strict=True)
        assert all(one.verdict.outcome == other.verdict.outcome for one, other in both)
        subjects.update((outcome.property.name, {outcome.verdict.outcome}) for outcome in checked.outcomes)
    for one in expected:
        assert one.value in subjects[one.subject], one


@pytest.mark.parametrize("run", _runs(), ids=_name)
def test_nusmv_gives_the_same_verdicts(run: tuple[Path, Parameters]) -> None:
    decided, system = _reduced(*run)
    expected = {one.subject: one.value for one in _expected(*run)}
    promised = [prop.name for prop in decided.model.properties if prop.name in expected]
    if system.state_count > _NUSMV_STATES or not promised:
        assert not promised or run[0].stem == "grw"
        return
    checked = _verdicts(run, promised, "nusmv")
    assert {o.property.name: o.verdict.outcome for o in checked.outcomes} == {name: expected[name] for name in promised}


@pytest.mark.parametrize("run", _runs(), ids=_name)
def test_the_smt_engine_gives_the_same_verdicts(run: tuple[Path, Parameters]) -> None:
    _, system = _reduced(*run)
    expected = {one.subject: one.value for one in _expected(*run)}
    accepted = [prop.name for prop in system.properties if smt.accepts(system, prop) is None and prop.name in expected]
    for outcome in _verdicts(run, accepted, "smt").outcomes if accepted else ():
        assert outcome.verdict.outcome == expected[outcome.property.name]
        assert (outcome.verdict.proof is None) == (outcome.trace is not None and bool(outcome.trace.steps))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_example_says_what_it_shows_and_promises_everything(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("// ")
    assert text.index("// expect") > 100, "an explanation comes first"
    subjects = {one.subject for one in expectations(text)}
    properties = {prop.name for prop in load(path).properties}
    assert subjects == {"symmetry", "deadlock", "reachable"} | properties
