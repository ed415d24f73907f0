"""The swim lanes of a program's traces agree with its states."""

from __future__ import annotations

import itertools

from tests.support.composing import run_by
from tests.support.hand_programs import BROKEN, FAILING, NETWORK
from tests.support.loading import load_program
from vsym.models.program.spelling import columns
from vsym.show.page.lanes import swim_lanes
from vsym.show.page.rendering import lanes
from vsym.show.page.values import Trace


def _lanes(text: str, name: str) -> tuple[Trace, list[dict[str, str]]]:
    """The lanes of a property's trace, and its states by columns."""
    program = load_program(text)
    checked = run_by(program, "interpreted")
    [outcome] = [one for one in checked.outcomes if one.property.name == name]
    assert outcome.run is not None
    trace = swim_lanes(program, outcome, "diff")
    assert trace is not None
    return trace, [dict(columns(program, state)) for state in outcome.run.path.states]


def test_each_element_has_a_lane_and_each_other_variable_a_row() -> None:
    trace, states = _lanes(BROKEN, "mutex")
    for lane in trace.lanes:
        assert [cell.text for cell in lane.cells] == [state[f"state[{lane.name}]"] for state in states]
    assert [lane.name for lane in trace.lanes] == ["Proc_1", "Proc_2", "Proc_3"]
    for row in trace.counters:
        assert [cell.text for cell in row.cells] == [state[row.name] for state in states]
    assert {row.name for row in trace.counters} == {"lock", "owner"}


def test_what_changes_is_marked() -> None:
    trace, _ = _lanes(BROKEN, "mutex")
    for lane in (*trace.lanes, *trace.counters):
        texts = [cell.text for cell in lane.cells]
        changed = [False, *(one != other for one, other in itertools.pairwise(texts))]
        assert [cell.changed for cell in lane.cells] == changed


def test_columns_name_the_rule_and_its_element() -> None:
    trace, _ = _lanes(BROKEN, "mutex")
    assert [(column.step, column.mover[:5]) for column in trace.columns] == [
        ("start", ""),
        ("ask", "Proc_"),
        ("ask", "Proc_"),
        ("enter", "Proc_"),
        ("enter", "Proc_"),
    ]


def test_an_error_is_told_below_the_path() -> None:
    trace, _ = _lanes(FAILING, "errors")
    assert any("`line` has no element 3 (program.m:4:31)" in note for note in trace.notes)


def test_without_scalarsets_there_are_rows_alone() -> None:
    trace, states = _lanes(NETWORK, "deadlock")
    assert not trace.lanes
    [net] = [row for row in trace.counters if row.name == "net"]
    assert [cell.text for cell in net.cells] == [state["net"] for state in states]


def test_a_loop_comes_back_to_its_very_state() -> None:
    trace, states = _lanes(BROKEN, "rests")
    assert trace.loop is not None
    assert states[trace.loop.first_state] == states[trace.loop.last_state]
    assert f"State {trace.loop.last_state} is state {trace.loop.first_state}:" in lanes(trace)
