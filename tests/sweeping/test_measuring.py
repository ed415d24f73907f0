"""A row has the results of the stages of `vsym check` for its values."""

from __future__ import annotations

import pytest

import vsym
from tests.support.composing import verdicts
from tests.support.running import EXAMPLES
from vsym.basics.source import Source
from vsym.languages.registry import parsed, read
from vsym.sweeping.axes import Settings
from vsym.sweeping.measuring import measure
from vsym.sweeping.row import Row, from_record, to_record


def _row(name: str, settings: Settings | None = None, **values: int) -> Row:
    return measure(read(str(EXAMPLES / name)), tuple(values.items()), settings or Settings())


@pytest.mark.parametrize(
    ("name", "values"),
    [("rw.gsst", {"writers": 3}), ("rw_broken.gsst", {}), ("starvation.gsst", {}), ("deadlock.gsst", {})],
)
def test_a_row_is_what_check_finds(name: str, values: dict[str, int]) -> None:
    row = _row(name, None, **values)
    checked = vsym.check(vsym.load(EXAMPLES / name, **values))
    assert {one.property: one.verdict for one in row.findings} == verdicts(checked)
    assert checked.decided is not None
    assert checked.counters is not None
    assert row.symmetry == ("full" if checked.decided.full else "not full")
    assert row.blocks == len(checked.counters.blocks)
    assert row.counter_states == checked.counters.state_count
    assert checked.reached is not None
    assert row.reachable_states == checked.reached.states
    assert row.deadlock == (checked.reached.deadlocks > 0)
    assert row.failure is None
    assert from_record(to_record(row)).findings == row.findings


def test_figures_of_huge_systems() -> None:
    row = _row("mutex.gsst", Settings(properties=("mutex",), engine="smt", timeout=20), processes=10**9)
    assert row.concrete_states is None
    assert row.concrete_log10 == pytest.approx(477121254.7)
    assert row.counter_states == (10**9 + 2) * (10**9 + 1) // 2
    assert row.verdict("mutex") == "holds"
    assert _row("mutex.gsst", processes=4).concrete_states == 81


def test_shared_values_count() -> None:
    row = _row("vault.gsst")
    assert row.concrete_states == 2 * 3**5
    assert row.concrete_log10 == pytest.approx(2.6866, abs=1e-3)


def test_an_error_of_the_model_is_one_line() -> None:
    row = _row("rw.gsst", writers=0)
    assert (row.failure, row.status) == ("model", 2)
    assert row.problem is not None
    assert "rw.gsst:17:25: error[VS306]: `writers` = 0 is outside its domain" in row.problem
    assert "\n" not in row.problem


def test_a_reached_assignment_outside_its_range_is_an_error_of_the_model() -> None:
    text = "system s\nstates A, B\ngroup P of 2\nshared v : 0..1 = 0\ninit A\ntrans A -> B do v := v + 1\n"
    row = measure(parsed(Source("s", f"{text}invariant p: #B <= 2\n")), (), Settings())
    assert (row.failure, "error[" in (row.problem or "")) == ("model", True)


def test_the_adaptive_engine() -> None:
    row = _row("vault.gsst", Settings(engine="adaptive"))
    assert (row.symmetry, row.counter_states, row.reachable_states) == (None, None, 39)
    assert row.verdict("no_visitor") == "violated"


def test_the_group_that_is_asked_for_and_the_one_that_is_used() -> None:
    plain, turned = (_row("philosophers.gsst", Settings(engine="compiled", group=name)) for name in (None, "detected"))
    assert (plain.group, plain.order, plain.exact, plain.reachable_states) == (None, None, None, 82)
    assert (turned.group, turned.order, turned.exact, turned.reachable_states) == ("detected", 5, True, 18)
    assert turned.findings == plain.findings
    token = [_row("programs/token.m", Settings(group=name)) for name in ("none", "detected")]
    assert [(one.order, one.symmetry) for one in token] == [(None, None), (2, None)]
    states = [one.reachable_states or 0 for one in token]
    assert states[0] == 375 > states[1]


def test_only_what_is_asked_for_tells_processes_apart() -> None:
    assert _row("starvation.gsst").blocks == 2
    row = _row("starvation.gsst", Settings(properties=("mutex",)))
    assert (row.blocks, [finding.property for finding in row.findings]) == (1, ["mutex"])


def test_decision_diagrams_explore_the_rows_of_programs_up_to_a_group_by_the_strategy_asked_for() -> None:
    stored = _row("programs/spinlock.m")
    for strategy in ("full", "after", "within", "representatives"):
        row = _row("programs/spinlock.m", Settings(engine="mdd", strategy=strategy))
        assert (row.strategy, row.order, row.reachable_states) == (strategy, 6, stored.reachable_states)
        assert row.findings == stored.findings
    detected = _row("programs/token.m", Settings(engine="mdd", group="detected"))
    assert (detected.order, detected.strategy) == (2, "after")
    assert detected.reachable_states == _row("programs/token.m", Settings(group="detected")).reachable_states
    counters = _row("philosophers.gsst", Settings(engine="mdd", group="detected"))
    assert (counters.order, counters.reachable_states) == (5, 18)
    assert counters.strategy is not None
