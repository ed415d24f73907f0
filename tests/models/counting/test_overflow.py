"""A reachable assignment outside a range, as the user reads it."""

from __future__ import annotations

import pytest

from tests.reductions.counters.reduced import reduced
from vsym.models.counting.overflow import overflow_diagnostic
from vsym.models.counting.replaying import ReplayError
from vsym.system.result import Path

COUNTING = """system counting
states A, B
group P of 2
shared free : bool = true
shared x : 0..1 = 0
init A
trans up: A -> B do free := false, x := x + 1
trans B -> A if !free
"""


def test_the_place_the_value_and_the_way_there() -> None:
    model, system = reduced(COUNTING)
    trace = Path("counterexample", ((2, 0, 1, 0), (1, 1, 0, 1)), (0,))
    assert str(overflow_diagnostic(model, system, trace)) == (
        "<text>:7:36: error[VS330]: `up: A -> B` assigns 2 to `x`, outside its range 0..1, in a state that is reached\n"
        "  trans up: A -> B do free := false, x := x + 1\n"
        "                                     ^^^^^^^^^^\n"
        "  hint: reached by: process 1 A -> B; strengthen the guard or widen the range"
    )


def test_an_initial_state() -> None:
    model, system = reduced(COUNTING.replace("0..1 = 0", "-3..-3 = -3"))
    found = overflow_diagnostic(model, system, Path("counterexample", ((2, 0, 1, -3),), ()))
    assert found.message == "`up: A -> B` assigns -2 to `x`, outside its range -3..-3, in a state that is reached"
    assert found.hint == "an initial state; strengthen the guard or widen the range"


def test_no_overflow_is_our_bug() -> None:
    model, system = reduced(COUNTING)
    with pytest.raises(ReplayError, match="no assignment leaves its range"):
        overflow_diagnostic(model, system, Path("counterexample", ((2, 0, 1, 0),), ()))
