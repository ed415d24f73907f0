"""Properties at all sizes: schedules that serve every size, smallest violations, and what is honestly not known."""

from __future__ import annotations

import time

import pytest
from vsym.engines.smt.every_size import NOT_ALL_STARTS, Finding, OverflowAtSizeError, verify_every_size
from vsym.every_size.identify import identify, reduce_for_all

from tests.loading import load_open
from vsym.basics.limits import Budget
from vsym.basics.source import Source

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


def found(wanted: str, *, start: str = "init A", guard: str = "", seconds: float = 20.0) -> Finding:
    """The finding on a property of the queue for all n and k."""
    text = QUEUE.replace("{start}", start).replace("{guard}", guard).replace("{wanted}", wanted)
    opened = load_open(Source("queue.gsst", text), {}, ("n", "k"))
    _, system = reduce_for_all(identify(opened, Budget(), lambda _: None), Budget(), lambda _: None)
    budget = Budget(deadline=time.monotonic() + seconds)
    (finding,) = verify_every_size(system, system.properties, budget, lambda _: None)
    return finding


@pytest.mark.parametrize(
    "goal",
    ["#B >= 1", "#B = n", "#A = 0 & #B >= k", "#B = n & v = 0", "#A + k >= n & #A + #B = n", "#B = k"],
)
def test_a_path_for_every_size_is_found(goal: str) -> None:
    finding = found(f"ctl goal: EF ({goal})")
    assert (finding.outcome, finding.method) == ("holds", "a path for every size")


@pytest.mark.parametrize(
    ("goal", "values"),
    [("#B = 3", {"n": 1, "k": 0}), ("#B + k > n", {"n": 1, "k": 0}), ("#B >= 1 & k <= 2", {"n": 3, "k": 3})],
)
def test_the_smallest_size_without_a_path_is_found(goal: str, values: dict[str, int]) -> None:
    finding = found(f"ctl goal: EF ({goal})")
    assert (finding.outcome, finding.values, finding.smallest) == ("violated", values, True)
    assert finding.proof is not None


def test_a_repeated_step_needs_its_guard_to_the_end() -> None:
    finding = found("ctl goal: EF #B = n", guard="if #B <= 1")
    assert (finding.outcome, finding.values, finding.smallest) == ("violated", {"n": 3, "k": 0}, True)


def test_an_always_holds_with_a_proof_or_is_violated_at_a_small_size() -> None:
    assert found("invariant counted: v = #C").outcome == "holds"
    finding = found("invariant few: #B <= 2")
    assert (finding.outcome, finding.values) == ("violated", {"n": 3, "k": 0})


def test_paths_that_get_longer_and_longer_are_not_generalised() -> None:
    """Only one process may be in B at a time, so that each takes two steps before the next can move."""
    finding = found("ctl goal: EF (#C = n | k >= 2)", guard="if #B = 0")
    assert finding.outcome == "unknown"
    assert "on paths that differ from size to size" in str(finding.reason)


def test_several_starts_leave_an_ef_open_unless_each_is_inside() -> None:
    assert found("ctl goal: EF #C >= 1", start="init where #A >= n - 1").reason == NOT_ALL_STARTS.reason
    assert found("ctl goal: EF #A + 1 >= n", start="init where #A >= n - 1").outcome == "holds"


def test_an_assignment_out_of_range_is_told_with_its_size() -> None:
    with pytest.raises(OverflowAtSizeError) as overflow:
        found("invariant wide: v <= 100", guard="do v := v + 1")
    assert overflow.value.values == {"n": 2, "k": 0}
