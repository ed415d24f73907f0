"""A system as its own reduction: the oracle's verdicts, paths of the system, and errors at their events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engines.contract import drawn_quickly
from tests.languages.systems.writing import written
from tests.models.test_contract import LIGHT
from tests.system.generated import systems, systems_with_errors
from tests.system.judging import check_path, distances, holds, structure
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.answer import Checked
from vsym.checking.check import check, explore
from vsym.checking.question import Question, Subject, Wishes
from vsym.languages.registry import parsed
from vsym.models.protocol import ReplayError
from vsym.models.transition.model import TransitionModel
from vsym.reductions.identity import REDUCTION, Identity
from vsym.reductions.protocol import Run
from vsym.system import step
from vsym.system.report import Silence
from vsym.system.result import ErrorReached, Path, Verdict
from vsym.system.system import System

ERROR = 'system one\nvar x : bool\ninit !x\nevent bad error "it is bad"\n'
ENGINES = ("explicit", "mdd", "auto")


def loaded(text: str) -> TransitionModel:
    """The model of a text."""
    found: TransitionModel = parsed(Source("test.sys", text)).at({})
    return found


def checked(model: TransitionModel, **wishes: Any) -> Checked:
    """The answer on a model."""
    return check(Question(Subject(model), Wishes(**wishes)), Silence())


def _loaded_drawn(system: System) -> TransitionModel:
    assume(bool(structure(system).initial))
    return loaded(written(system))


@drawn_quickly(14)
@given(st.data(), st.sampled_from(ENGINES), st.sampled_from([None, "detected"]))
def test_verdicts_are_those_of_the_oracle(data: Any, engine: str, group: str | None) -> None:
    model = _loaded_drawn(data.draw(systems()))
    whole = structure(model.system)
    found = checked(model, engine="mdd" if group else engine, group=group)
    for outcome in found.outcomes:
        if outcome.verdict.outcome != "unknown":
            assert outcome.verdict.outcome == ("holds" if holds(whole, outcome.property) else "violated")
        if outcome.run is not None:
            assert outcome.run.model is model
            check_path(whole, outcome.run.path)


@drawn_quickly(10)
@given(st.data())
def test_an_error_that_can_be_reached_is_told_at_its_event(data: Any) -> None:
    model = _loaded_drawn(data.draw(systems_with_errors()))
    wrong = [s for s in distances(structure(model.system)) if next(step.errors(model.system, s), None) is not None]
    if not wrong:
        checked(model)
        return
    with pytest.raises(DiagnosticError) as raised:
        checked(model)
    [found] = raised.value.diagnostics
    assert (found.code, found.message) == ("VS332", "an error")
    assert found.span.text.startswith("event")


def test_leaving_a_range_or_the_domain_is_an_error() -> None:
    for text, message in (
        (
            LIGHT.replace("if cars < most do", "do"),
            "`arrive` assigns 3 to `cars`, outside its range 0..2, in a reachable state",
        ),
        (
            LIGHT.replace("init light", "domain cars < 2\ninit light"),
            "`arrive` leads out of the domain in a reachable state",
        ),
    ):
        with pytest.raises(DiagnosticError, match="reached by: arrive") as raised:
            checked(loaded(text))
        [found] = raised.value.diagnostics
        assert found.code == "VS330"
        assert message in found.message


def test_the_states_of_a_system_are_explored() -> None:
    found = explore(Question(Subject(loaded(LIGHT))), Silence())
    assert found.main is not None
    assert found.reached is not None
    # By night nothing changes; by day, either light with any number of cars.
    assert (found.main.kind, found.reached.states, found.reached.deadlocks) == ("reachable state", 9, 1)
    assert found.deadlock is not None
    assert [found.model.words.step(event) for event in found.deadlock.path.steps] == ["arrive", "arrive"]


def test_a_path_that_is_none_is_not_shown() -> None:
    model = loaded(LIGHT)
    reduced = Identity(model)
    assert REDUCTION(model) == reduced
    few = model.properties[0]
    jump = Path("counterexample", ((0, 0, 0), (0, 2, 0)), (0,))
    with pytest.raises(ReplayError):
        reduced.shown(few, Verdict("violated", "test", 0.0), Run(model, jump))
    with pytest.raises(ReplayError):
        reduced.stuck(jump)
    with pytest.raises(ReplayError):
        reduced.stuck(replace(jump, states=((0, 0, 0), (0, 1, 0))))
    with pytest.raises(ReplayError):
        Identity(loaded(ERROR)).stuck(Path("witness", ((0,),), ()))
    with pytest.raises(ReplayError):
        reduced.error(ErrorReached(3, replace(jump, states=((0, 0, 0), (0, 1, 0)))))
