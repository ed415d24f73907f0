"""Results of engines: as text, and in another process."""

from __future__ import annotations

import pickle

import pytest

from vsym.system.result import ErrorReached, Path, Reached, SystemPath

PATH: SystemPath = Path("counterexample", ((0,), (5,)), (1,), None, (5,))


@pytest.mark.parametrize(("complete", "end"), [(True, "complete"), (False, "incomplete")])
def test_reached_states_say_how_many_they_are(complete: bool, end: str) -> None:
    assert repr(Reached(12345, 3, 0, complete, None, 0.0)) == f"<Reached: 12,345 states, {end}>"


def test_repeated_steps_count_each_time() -> None:
    assert PATH.length == 5
    assert Path("counterexample", ((0,), (5,)), (1,)).length == 1


@pytest.mark.parametrize("values", [None, {"n": 3}])
def test_an_error_that_is_reached_is_the_same_in_another_process(values: dict[str, int] | None) -> None:
    error = pickle.loads(pickle.dumps(ErrorReached(2, PATH, values)))
    assert (error.event, error.path, error.values) == (2, PATH, values)
    assert str(error) == "event 2 is an error, enabled after 5 steps"
