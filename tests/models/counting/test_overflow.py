"""A reachable assignment outside a range, as the user reads it."""

from __future__ import annotations

import pytest

from tests.composing import reduced
from vsym.basics.source import Diagnostic
from vsym.models.protocol import ReplayError
from vsym.system.result import ErrorReached, Path
from vsym.system.step import Vector

COUNTING = """system counting
states A, B
group P of 2
shared free : bool = true
shared x : 0..1 = 0
init A
trans up: A -> B do free := false, x := x + 1
trans B -> A if !free
"""


def _diagnostic(text: str, *states: Vector) -> Diagnostic:
    """What is said where a path of counters, all of whose steps are the first, ends in an overflow."""
    path = Path("counterexample", states, (0,) * (len(states) - 1))
    (diagnostic,) = reduced(text).diagnostic(ErrorReached(0, path)).diagnostics
    return diagnostic


def test_the_place_the_value_and_the_way_there() -> None:
    assert str(_diagnostic(COUNTING, (2, 0, 1, 0), (1, 1, 0, 1))) == (
        "<text>:7:36: error[VS330]: `up: A -> B` assigns 2 to `x`, outside its range 0..1, in a state that is reached\n"
        "  trans up: A -> B do free := false, x := x + 1\n"
        "                                     ^^^^^^^^^^\n"
        "  hint: reached by: process 1 A -> B; strengthen the guard or widen the range"
    )


def test_an_initial_state() -> None:
    found = _diagnostic(COUNTING.replace("0..1 = 0", "-3..-3 = -3"), (2, 0, 1, -3))
    assert found.message == "`up: A -> B` assigns -2 to `x`, outside its range -3..-3, in a state that is reached"
    assert found.hint == "an initial state; strengthen the guard or widen the range"


def test_no_overflow_is_our_bug() -> None:
    with pytest.raises(ReplayError, match="no assignment leaves its range"):
        _diagnostic(COUNTING, (2, 0, 1, 0))
