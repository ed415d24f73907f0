"""Long paths made concrete: every one of the steps left out is one of the model."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from tests.composing import reduced
from vsym.models.counting.locations import located
from vsym.models.counting.semantics import step_of
from vsym.models.protocol import ReplayError
from vsym.reductions.counters import back
from vsym.reductions.counters.vectors import abstract
from vsym.system.result import Path, SystemPath

TEXT = """system turns
param left = 3
param right = 4
states N, T, C
group L of left
group R of right
shared x : 0..1000000000 = 0
init N
trans N -> T { L: x < 1000000000 do x := x + 1; R: #N[L] = 0 & x < 1000000000 do x := x + 1 }
trans T -> C if #C < 5
"""


def _moves(sizes: tuple[int, int], times: tuple[int, int]) -> SystemPath:
    n = sum(sizes)
    middle = (n - times[0], times[0], 0, times[0])
    return Path(
        "witness",
        ((n, 0, 0, 0), middle, (middle[0], middle[1] - times[1], times[1], times[0])),
        (0, 1),
        times=times,
    )


def test_each_step_that_is_left_out_can_be_taken() -> None:
    turns = reduced(TEXT)
    assert len(turns.counters.blocks) == 1
    path, concrete = turns.lifted(_moves((3, 4), (6, 5)))
    assert concrete.times is not None
    assert sum(concrete.times) == 11
    assert path.times == concrete.times
    assert [abstract(turns.counters, state) for state in concrete.states] == list(path.states)
    stops = zip(concrete.steps, concrete.times, itertools.pairwise(concrete.states), strict=True)
    for step, times, (state, after) in stops:
        assert step is not None
        for process in range(step.process, step.process + times):
            taken = step_of(turns.model, state, process, step.transition)
            assert taken is not None
            state = taken.target
        assert (list(state.locations), state.shared) == (list(after.locations), after.shared)


def test_a_thousand_million_steps_stop_a_few_times_only() -> None:
    half = 500_000_000
    turns = reduced(TEXT, left=half, right=half)
    _, concrete = turns.lifted(_moves((half, half), (2 * half, 5)))
    assert concrete.times is not None
    assert sum(concrete.times) == 2 * half + 5
    assert len(concrete.steps) <= 4
    assert located(concrete.states[-1].locations).count("C") == 5


def test_more_steps_than_the_guard_allows_are_refused() -> None:
    turns = reduced(TEXT)
    with pytest.raises(ReplayError):
        turns.lifted(_moves((3, 4), (7, 6)))


GAP = "system gap\nparam n = 4\nstates N, T\ngroup P of n\ninit N\ntrans N -> T if {guard}\n"


def _all_move(n: int) -> SystemPath:
    return Path("witness", ((n, 0), (0, n)), (0,), times=(n,))


@pytest.mark.parametrize("guard", ["#T != 2", "#T <= 1 | #T >= 3", "!(#T = 2)"])
def test_a_guard_that_holds_at_both_ends_only_lets_nobody_through(guard: str) -> None:
    """The first of four may move and the last might, but nobody moves where two have done so."""
    with pytest.raises(ReplayError):
        reduced(GAP.format(guard=guard)).lifted(_all_move(4))


def test_a_path_of_too_many_stops_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a guard that is not convex each process moves alone: six stops are one too many where five may be."""
    gap = reduced(GAP.format(guard="#T != 7"), n=6)
    assert gap.lifted(_all_move(6))[1].times == (1,) * 6
    monkeypatch.setattr(back, "MOVES", 5)
    with pytest.raises(ReplayError, match="cannot be replayed"):
        gap.lifted(_all_move(6))
    assert len(gap.lifted(replace(_all_move(6), states=((6, 0), (1, 5)), times=(5,)))[1].steps) == 5
