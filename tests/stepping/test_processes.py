"""Choices in a state of processes, and why not the rest, against the plain semantics and the oracle."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

import vsym
from tests.support import oracle
from tests.support.composing import reduced
from tests.support.drawn import DRAWN, loaded, many
from tests.support.generated import Generated, models
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym.basics.options import RefusedError
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import RangeError, State, Step, line_steps, renamed, steps
from vsym.stepping.processes import ProcessStepper


def _stepper(model: Model) -> ProcessStepper:
    return ProcessStepper(reduced(model))


def _example(name: str, **values: int) -> ProcessStepper:
    return _stepper(vsym.load(EXAMPLES / f"{name}.gsst", **values))


def _names(step: Step) -> list[str]:
    return [str(step.process), *([] if step.partner is None else [str(step.partner)])]


def _assert_all_that_is_possible(stepper: ProcessStepper, state: State) -> None:
    """The groups together are the steps of the semantics, each once, and lead to one orbit each."""
    choices, taken = stepper.choices(state), [*steps(stepper.reduced.model, state)]
    for step in taken:
        found = []
        for place, choice in enumerate(choices):
            try:
                member = stepper.member(state, place, _names(step))
            except RefusedError:
                continue
            if choice.label == step.transition.label and member.target == step.target:
                assert stepper.orbit(present(choice.target)) == stepper.orbit(step.target)
                found.append(place)
        assert found, step
    assert sum(choice.size for choice in choices) == len(taken)


def _assert_the_rest_is_told(stepper: ProcessStepper, state: State) -> None:
    """Check that the stepper gives reasons for exactly the transitions with a line that allows no step."""
    silent = {
        transition.label
        for transition in stepper.reduced.model.transitions
        for line in transition.lines
        if line.processes and next(line_steps(stepper.reduced.model, state, transition, line), None) is None
    }
    told = stepper.disabled(state)
    assert {one.label for one in told} == silent
    assert all(one.hindrances for one in told)


@settings(DRAWN, max_examples=many(2), derandomize=True)
@given(models(joint=True))
def test_drawn_models_in_every_state(drawn: Generated) -> None:
    stepper = _stepper(replace(loaded(drawn), properties=(), fairness=(), lemmas=()))
    names = [variable.name for variable in drawn.model.shared]
    structure = oracle.structure(drawn.model)
    for known in [*structure.steps][:12]:
        state = State(known.locations, tuple(zip(names, known.shared, strict=True)))
        choices = stepper.choices(state)
        assert any(choice.fault for choice in choices) == bool(structure.overflows[known])
        if not structure.overflows[known]:
            assert {step.target for step in steps(stepper.reduced.model, state)} == {
                State(way.target.locations, tuple(zip(names, way.target.shared, strict=True)))
                for way in structure.steps[known]
            }
            _assert_all_that_is_possible(stepper, state)
            _assert_the_rest_is_told(stepper, state)


def test_partners_are_told_apart_from_movers() -> None:
    """Three who can all move with each other: six steps, of which one is named, and none of a process with itself."""
    text = "system s\nstates A, B\ngroup P of 3\ninit A\ntrans A -> B with A -> B\ntrans B -> A\n"
    stepper = _stepper(vsym.load(text))
    state = next(stepper.starts())
    [choice] = stepper.choices(state)
    assert (choice.size, choice.by) == (6, "1..3 with 1..3")
    assert stepper.member(state, 0, ["1", "3"]).target == State(("B", "A", "B"))
    with pytest.raises(RefusedError):
        stepper.member(state, 0, ["2", "2"])
    for seed in range(8):
        drawn = present(stepper.drawn(state, 0, Random(seed)).step)
        assert drawn.process != drawn.partner
    stuck = State(("A", "B", "B"))
    assert [why.condition for one in stepper.disabled(stuck) for why in one.hindrances] == [
        "a partner in A beside the process itself"
    ]


def test_what_symmetry_calls_the_same_is_one_choice() -> None:
    """Every state of the orbit has the same labels, each as often."""
    stepper = _example("rw", readers=2, writers=2)
    state = State(("T", "N", "T", "N"))
    told = [(one.label, one.by, one.size) for one in stepper.choices(state)]
    assert told == [("N -> T", "2, 4", 2), ("T -> C", "3", 1)]
    for permutation in ((2, 1, 4, 3), (1, 2, 4, 3), (2, 1, 3, 4)):
        same = stepper.choices(renamed(state, permutation))
        assert [(one.label, one.size) for one in same] == [(label, size) for label, _, size in told]


def test_blocks_are_told_apart() -> None:
    stepper = _example("rw_broken")
    first = next(stepper.starts())
    assert [(one.label, one.by) for one in stepper.choices(first)] == [("N -> T", "1 (R)"), ("N -> T", "2..3 (W)")]


def test_a_false_conjunct_is_told_with_its_values() -> None:
    stepper = _stepper(vsym.load(EXAMPLES / "rw.gsst"))
    told = {(one.label, one.by): one.hindrances for one in stepper.disabled(State(("T", "T", "C")))}
    assert [(why.condition, why.values) for why in told["T -> C", "R"]] == [
        ("#C = 0", (("#C", "1"),)),
        ("#T[W] = 0", (("#T[W]", "1"),)),
    ]
    assert [why.condition for why in told["T -> C", "W"]] == ["#C = 0"]


def test_a_hundred_thousand_processes_are_a_few_choices() -> None:
    stepper = _example("rw", readers=50_000, writers=50_000)
    state, random = next(stepper.starts()), Random(1)
    for _ in range(20):
        choices = stepper.choices(state)
        assert 1 <= len(choices) <= 4
        chosen = stepper.drawn(state, random.randrange(len(choices)), random)
        state = present(chosen.target)
    assert len(stepper.view(state).cells) < 10
    assert all(len(told) < 400 for _, told in stepper.view(state).rows)


def test_who_cannot_take_a_step_is_refused() -> None:
    stepper = _stepper(vsym.load(EXAMPLES / "rw.gsst"))
    state = State(("T", "N", "N"))
    assert stepper.member(state, 0, ["3"]).target == State(("T", "N", "T"))
    for names in (["1"], ["4"], ["x"], ["2", "3"]):
        with pytest.raises(RefusedError):
            stepper.member(state, 0, names)


def test_a_step_out_of_a_range_is_told_as_one() -> None:
    text = "system s\nstates A, B\ngroup P of 2\nshared x: 0..1 = 1\ninit A\ntrans A -> B do x := x + 1\ntrans B -> A\n"
    stepper = _stepper(vsym.load(text))
    state = State(("A", "A"), (("x", 1),))
    with pytest.raises(RangeError):
        list(steps(stepper.reduced.model, state))
    [choice] = stepper.choices(state)
    assert (choice.target, choice.by) == (None, "1..2")
    assert choice.fault == "`A -> B` assigns 2 to `x`, outside its range"
