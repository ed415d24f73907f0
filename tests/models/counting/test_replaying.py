"""Paths built on the plain semantics: no start, no stutter and no shape that the model does not have."""

from __future__ import annotations

import pytest

import vsym
from vsym.models.counting.semantics import Replay, State, Step, step_of
from vsym.models.protocol import ReplayError
from vsym.system.result import Path

MODEL = vsym.load("system s\nstates A, B\ngroup P of 2\nshared x : 0..2 = 2\ninit A\ntrans A -> B do x := x - 1\n")
START = State(("A", "A"), (("x", 2),))


def _step(state: State, process: int) -> Step:
    step = step_of(MODEL, state, process, MODEL.transitions[0])
    assert step is not None
    return step


def test_steps_and_a_stutter() -> None:
    replay = Replay(MODEL, START)
    assert replay.path("witness") == Path("witness", (START,), ())
    first = _step(START, 2)
    replay.take(first)
    second = _step(replay.state, 1)
    replay.take(second)
    replay.stay()
    end = State(("B", "B"), (("x", 0),))
    assert replay.state == end
    path = replay.path("counterexample", 2)
    assert path == Path("counterexample", (START, State(("A", "B"), (("x", 1),)), end, end), (first, second, None), 2)


def test_repeated_steps() -> None:
    replay = Replay(MODEL, START)
    both = Step(1, MODEL.transitions[0], State(("B", "B"), (("x", 0),)))
    replay.take(both, 2)
    path = replay.path("witness", repeated=True)
    assert path == Path("witness", (START, both.target), (both,), None, (2,))
    assert path.length == 2


@pytest.mark.parametrize("start", [State(("A", "B"), (("x", 2),)), State(("A", "A"), (("x", 1),))])
def test_a_start_that_is_none(start: State) -> None:
    with pytest.raises(ReplayError, match="the path does not start in an initial state"):
        Replay(MODEL, start)


def test_a_stutter_where_a_process_can_move() -> None:
    replay = Replay(MODEL, START)
    with pytest.raises(ReplayError, match="a step is enabled"):
        replay.stay()
    assert replay.states == [START]
