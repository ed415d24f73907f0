"""Stepping through a kind of model of which little is known, by the protocol that every model offers."""

from __future__ import annotations

import pytest

from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.commands.step.session import SessionModel, lead
from vsym.languages.registry import read
from vsym.stepping import plain
from vsym.stepping.protocol import Walk
from vsym.stepping.registry import KINDS, guide
from vsym.system.report import Silence


def jugs() -> SessionModel:
    return SessionModel(read(str(EXAMPLES / "systems" / "jugs.sys")), {}, Budget(), 60.0, Silence())


@pytest.fixture(params=["as a system", "as any model"])
def subject(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> SessionModel:
    if request.param == "as any model":
        others = {name: module for name, module in KINDS.items() if name != "system"}
        monkeypatch.setattr("vsym.stepping.registry.KINDS", others)
    return jugs()


def test_choices_are_the_steps_of_the_definition(subject: SessionModel) -> None:
    semantics = subject.model.semantics
    [start] = subject.stepper.starts()
    assert [start] == [*semantics.initial()]
    for state in (start, *(target for _, target in semantics.steps(start))):
        choices = subject.stepper.choices(state)
        assert [(one.step, one.target) for one in choices] == [*semantics.steps(state)]
        assert [one.label for one in choices] == [subject.stepper.told(one.step) for one in choices]


def test_a_goal_is_reached_and_its_path_read_again(subject: SessionModel) -> None:
    [start] = subject.stepper.starts()
    led = lead(subject, start, subject.observation("right = 4"))
    assert led.on is not None
    assert dict(subject.stepper.view(led.on.states[-1]).cells)["right"] == "4"
    whole = Walk(led.on.states, led.on.steps, len(led.on.steps))
    again = subject.read(subject.written(whole), "path.itf.json")
    assert (again.states, again.steps) == (whole.states, whole.steps)
    with pytest.raises(RefusedError, match="no step of jugs leads here"):
        subject.read(subject.written(whole).replace('"right": "5"', '"right": "1"', 1), "path.itf.json")


def test_a_counterexample_is_gone_along(subject: SessionModel) -> None:
    shown = subject.counterexample("never")
    assert (shown.verdict, shown.walk is not None) == ("violated", True)
    assert lead(subject, next(subject.stepper.starts()), subject.observation("right = 4 & left = 1")).anew is None


def test_states_are_handed_on_as_numbers(subject: SessionModel) -> None:
    module = guide(subject.model.kind)
    [start] = subject.stepper.starts()
    assert module.state_of(subject.model, module.state_record(start)) == start
    for wrong in ({"codes": ["a", 0]}, {"codes": [0]}, {}):
        with pytest.raises((KeyError, ValueError, TypeError, IndexError)):
            module.state_of(subject.model, wrong)


def test_what_keeps_an_event_from_being_possible_is_said() -> None:
    subject = jugs()
    [start] = subject.stepper.starts()
    said = {one.label: one.hindrances for one in subject.stepper.disabled(start)}
    assert [one.values for one in said["pour from left to right"]] == [(("left", "0"),)]
    assert not plain.PlainStepper(subject.model).disabled(start)
