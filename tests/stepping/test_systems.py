"""A kind of model of which little is known is gone through by what every model offers."""

from __future__ import annotations

import pytest

from tests.running import EXAMPLES
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
def desk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> SessionModel:
    if request.param == "as any model":
        others = {name: module for name, module in KINDS.items() if name != "system"}
        monkeypatch.setattr("vsym.stepping.registry.KINDS", others)
    return jugs()


def test_choices_are_the_steps_of_the_definition(desk: SessionModel) -> None:
    semantics = desk.model.semantics
    [start] = desk.stepper.starts()
    assert [start] == [*semantics.initial()]
    for state in (start, *(target for _, target in semantics.steps(start))):
        choices = desk.stepper.choices(state)
        assert [(one.step, one.target) for one in choices] == [*semantics.steps(state)]
        assert [one.label for one in choices] == [desk.stepper.told(one.step) for one in choices]


def test_a_goal_is_reached_and_its_path_read_again(desk: SessionModel) -> None:
    [start] = desk.stepper.starts()
    led = lead(desk, start, desk.observation("right = 4"))
    assert led.on is not None
    assert dict(desk.stepper.view(led.on.states[-1]).cells)["right"] == "4"
    whole = Walk(led.on.states, led.on.steps, len(led.on.steps))
    again = desk.read(desk.written(whole), "path.itf.json")
    assert (again.states, again.steps) == (whole.states, whole.steps)
    with pytest.raises(RefusedError, match="no step of jugs leads here"):
        desk.read(desk.written(whole).replace('"right": "5"', '"right": "1"', 1), "path.itf.json")


def test_a_counterexample_is_gone_along(desk: SessionModel) -> None:
    shown = desk.counterexample("never")
    assert (shown.verdict, shown.walk is not None) == ("violated", True)
    assert lead(desk, next(desk.stepper.starts()), desk.observation("right = 4 & left = 1")).anew is None


def test_states_are_handed_on_as_numbers(desk: SessionModel) -> None:
    module = guide(desk.model.kind)
    [start] = desk.stepper.starts()
    assert module.state_of(desk.model, module.state_record(start)) == start
    for wrong in ({"codes": ["a", 0]}, {"codes": [0]}, {}):
        with pytest.raises((KeyError, ValueError, TypeError, IndexError)):
            module.state_of(desk.model, wrong)


def test_what_keeps_an_event_from_being_possible_is_said() -> None:
    desk = jugs()
    [start] = desk.stepper.starts()
    said = {one.label: one.hindrances for one in desk.stepper.disabled(start)}
    assert [one.values for one in said["pour from left to right"]] == [(("left", "0"),)]
    assert not plain.PlainStepper(desk.model).disabled(start)
