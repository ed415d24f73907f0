"""Properties at all sizes: schedules that serve every size, smallest violations, and what is honestly not known."""

from __future__ import annotations

import time

import pytest

from tests.loading import load_open
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.composition.stages import identified, reduced
from vsym.engines.smt.engine import ENGINE
from vsym.engines.smt.open_sizes import NOT_ALL_STARTS
from vsym.system.report import Silence
from vsym.system.result import ErrorReached, Verdict

QUEUE = """system queue
param n = 2 where n >= 1
param k = 1 where k >= 0 & k <= n
states A, B, C
group P of n
shared v : 0..n + 1 = 0
{start}
trans A -> B {guard}
trans B -> C if #B >= k do v := v + 1
trans C -> A if v > n + 5
{wanted}
"""


def decided(wanted: str, *, start: str = "init A", guard: str = "", seconds: float = 20.0) -> Verdict:
    """The verdict on a property of the queue for all n and k."""
    text = QUEUE.replace("{start}", start).replace("{guard}", guard).replace("{wanted}", wanted)
    opened = load_open(Source("queue.gsst", text), {}, ("n", "k"))
    symmetry = identified(opened, Budget(), Silence())
    system = reduced(opened, symmetry, Budget(), Silence())[1].system
    budget = Budget(deadline=time.monotonic() + seconds)
    (verdict,) = ENGINE.verify(system, system.properties, budget, Silence()).verdicts
    return verdict


@pytest.mark.parametrize(
    "goal",
    ["#B >= 1", "#B = n", "#A = 0 & #B >= k", "#B = n & v = 0", "#A + k >= n & #A + #B = n", "#B = k"],
)
def test_a_path_for_every_size_is_found(goal: str) -> None:
    verdict = decided(f"ctl goal: EF ({goal})")
    assert (verdict.outcome, verdict.method) == ("holds", "a path for every size")


@pytest.mark.parametrize(
    ("goal", "values"),
    [("#B = 3", {"n": 1, "k": 0}), ("#B + k > n", {"n": 1, "k": 0}), ("#B >= 1 & k <= 2", {"n": 3, "k": 3})],
)
def test_the_smallest_size_without_a_path_is_found(goal: str, values: dict[str, int]) -> None:
    verdict = decided(f"ctl goal: EF ({goal})")
    assert (verdict.outcome, verdict.values, verdict.smallest) == ("violated", values, True)
    assert verdict.proof is not None


def test_a_repeated_step_needs_its_guard_to_the_end() -> None:
    verdict = decided("ctl goal: EF #B = n", guard="if #B <= 1")
    assert (verdict.outcome, verdict.values, verdict.smallest) == ("violated", {"n": 3, "k": 0}, True)


def test_an_always_holds_with_a_proof_or_is_violated_at_a_small_size() -> None:
    assert decided("invariant counted: v = #C").outcome == "holds"
    verdict = decided("invariant few: #B <= 2")
    assert (verdict.outcome, verdict.values) == ("violated", {"n": 3, "k": 0})


def test_paths_that_get_longer_and_longer_are_not_generalised() -> None:
    """Only one process may be in B at a time, so that each takes two steps before the next can move."""
    verdict = decided("ctl goal: EF (#C = n | k >= 2)", guard="if #B = 0")
    assert verdict.outcome == "unknown"
    assert "on paths that differ from size to size" in str(verdict.reason)


def test_several_starts_leave_an_ef_open_unless_each_is_inside() -> None:
    assert decided("ctl goal: EF #C >= 1", start="init where #A >= n - 1").reason == NOT_ALL_STARTS
    assert decided("ctl goal: EF #A + 1 >= n", start="init where #A >= n - 1").outcome == "holds"


def test_an_assignment_out_of_range_is_told_with_its_size() -> None:
    with pytest.raises(ErrorReached) as overflow:
        decided("invariant wide: v <= 100", guard="do v := v + 1")
    assert overflow.value.values == {"n": 2, "k": 0}
