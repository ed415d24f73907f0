"""Traces in the page: lanes, counters, loops and steps are those of the JSON document of the same run."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.show.text.html_tree import Element
from tests.show.text.pages import (
    HUNDRED_PROCESSES,
    LONG_PATH,
    MANY_COUNTERS,
    MANY_PROCESSES,
    WITHOUT_PROPERTIES,
    page,
)

PAGES = [
    *((f"{model}.gsst",) for model in ("mutex", "rw", "rw_broken", "deadlock", "starvation", "controller")),
    ("vault.gsst", "--engine", "adaptive"),
]


def _lanes(trace: Element, kind: str) -> dict[str, list[Element]]:
    return {row.all("th")[0].words.split()[0]: row.all("td") for row in trace.all("tr") if kind in row.classes}


@pytest.mark.parametrize("arguments", PAGES, ids=" ".join)
def test_lanes_and_counters_are_those_of_the_trace(arguments: tuple[str, ...]) -> None:
    found = page(*arguments)
    traces = [prop for prop in found.record["properties"] if prop["trace"] and prop["verdict"] == "violated"]
    shown = found.document.all(".trace")
    assert [one.all("h3")[0].words for one in shown] == [prop["name"] for prop in traces]
    for section, prop in zip(shown, traces, strict=True):
        if section.all("table"):
            _compare(section, prop["trace"])
        else:
            assert len(prop["trace"]["states"]) == 1
            assert "so there is none to show" in section.words


def _compare(section: Element, trace: dict[str, Any]) -> None:
    states = trace["states"]
    heads = [head for head in section.all("th") if "data-say" in head.attributes]
    assert [head.words for head in heads] == [str(number) for number in range(len(states))]
    lanes = _lanes(section, "lane")
    for process, cells in lanes.items():
        assert [cell.words for cell in cells] == [state["processes"][int(process) - 1] for state in states]
        moves = [bool(state["step"]) and state["step"]["process"] == int(process) for state in states]
        assert ["moved" in cell.classes for cell in cells] == moves
    assert {str(state["step"]["process"]) for state in states if state["step"]} <= lanes.keys()
    counters = _lanes(section, "counter")
    values = [_flat(state) for state in states]
    for name, cells in counters.items():
        assert [cell.words for cell in cells] == [value[name] for value in values]
        changed = [False, *(after[name] != before[name] for before, after in pairwise(values))]
        assert ["changed" in cell.classes for cell in cells] == changed
    assert {name for value in values for name in value if value[name] != "0"} <= counters.keys()
    for head, state in zip(heads[1:], states[1:], strict=True):
        step = state["step"]
        said = head.attributes["data-say"]
        if step:
            assert f"process {step['process']} moves from {step['source']} to {step['target']};" in said
    assert bool(section.all(".arc")) == (trace["loop"] is not None)
    if trace["loop"] is not None:
        assert section.all("table")[0].attributes["data-loop"] == str(trace["loop"])
        spans = [int(cell.attributes["colspan"]) for cell in section.all(".lasso")[0].all("td")]
        assert spans == [trace["loop"] + 1, len(states) - trace["loop"]]
        assert f"State {len(states) - 1} has the counters of state {trace['loop']}:" in section.words


def _flat(state: dict[str, Any]) -> dict[str, str]:
    """The counters and shared variables of a state as they are named in the page."""
    found = {name: str(value).lower() for name, value in state["shared"].items()}
    for key, value in state["counters"].items():
        if isinstance(value, dict):
            found |= {f"#{name}[{key}]": str(number) for name, number in value.items()}
        else:
            found[f"#{key}"] = str(value)
    return found


def test_the_way_to_a_deadlock_has_lanes() -> None:
    found = page(WITHOUT_PROPERTIES)
    [section] = found.document.all(".trace")
    assert section.all("h3")[0].words == "deadlock"
    assert section.all("p")[0].words == "A deadlock is reached by this path:"
    _compare(section, found.record["trace"])
    assert len(_lanes(section, "lane")) == 2
    assert [link.words for link in found.document.all("a") if link.attributes["href"] == "#traces"] == ["Traces"]


def test_a_deadlock_that_a_trace_ends_in_has_none_of_its_own() -> None:
    found = page("deadlock.gsst")
    assert found.record["trace"] is not None
    assert [one.all("h3")[0].words for one in found.document.all(".trace")] == ["always_again"]
    assert page(WITHOUT_PROPERTIES, "--trace", "off").document.all(".trace") == []


def test_diff_shows_what_changes() -> None:
    found = page("deadlock.gsst", "-v", "--trace", "diff")
    for section in found.document.all(".trace"):
        for cells in _lanes(section, "counter").values():
            assert all(bool(cell.words) == ("changed" in cell.classes) for cell in cells[1:])
    titles = [section.words for section in found.document.all(".trace")]
    assert any("holds, as this path shows" in title for title in titles)


def test_without_traces() -> None:
    document = page("rw.gsst", "--prop", "mutex", "--trace", "off").document
    assert not document.all(".trace")
    assert [link.words for link in document.all("a") if link.attributes["href"] == "#traces"] == []
    assert document.all(".summary")[0].words.startswith("The property holds. The system is fully virtually symmetric:")


def test_the_middle_of_a_very_long_trace_is_left_out_and_its_loop_is_not() -> None:
    found = page(LONG_PATH)
    [section] = found.document.all(".trace")
    [trace] = [prop["trace"] for prop in found.record["properties"]]
    assert (trace["loop"], len(trace["states"])) == (120, 253)
    heads = [head.words for head in section.all("thead")[0].all("tr")[1].all("th")][1:]
    expected = [*map(str, range(100)), "…", "120", "…", *map(str, range(153, 253))]
    assert heads == expected
    locations = [cell.words for cell in _lanes(section, "lane")["1"]]
    assert locations[97:] == ["B", "A", "B", "…", "A", "…", *["B", "A"] * 50]
    assert [cell.words for cell in _lanes(section, "counter")["x"]][98:104] == ["49", "49", "…", "60", "…", "76"]
    assert "States 100 to 119 and 121 to 152 are left out here" in section.words
    assert section.all("table")[0].attributes["data-loop"] == "101"


def test_of_very_many_counters_only_changes_are_shown() -> None:
    [section] = page(MANY_COUNTERS).document.all(".trace")
    [(name, cells)] = _lanes(section, "counter").items()
    assert name == "changes"
    assert [cell.words for cell in cells[:3]] == ["#S[1] = 1", "#S[1] = 0, #S[2] = 1", "#S[2] = 0, #S[3] = 1"]
    assert "50 counters are too many for a row each" in section.words


def test_of_many_processes_those_that_move_have_a_lane() -> None:
    found = page(MANY_PROCESSES)
    few, more = found.document.all(".trace")
    assert [*_lanes(few, "lane")] == ["1", "2", "3"]
    assert "All others stay where they are: 4..120 in Home." in few.words
    assert [*_lanes(more, "lane")] == [str(process) for process in range(1, 14)]
    assert not _lanes(few, "rest")
    [most] = page(MANY_PROCESSES.replace("<= 12", "<= 110"), "--prop", "more").document.all(".trace")
    assert len(_lanes(most, "lane")) == 100
    assert "111 processes move; the first 100 of them have a lane." in most.words


def test_lanes_that_never_move_are_folded_where_they_are_many() -> None:
    found = page(HUNDRED_PROCESSES)
    [section] = found.document.all(".trace")
    lanes, resting = _lanes(section, "lane"), _lanes(section, "rest")
    [trace] = [prop["trace"] for prop in found.record["properties"]]
    movers = {str(state["step"]["process"]) for state in trace["states"] if state["step"]}
    assert lanes.keys() == movers
    assert len(movers) == 31
    assert len(resting) == 69
    assert resting.keys().isdisjoint(movers)
    for process, [cell] in resting.items():
        assert {cell.words} == {state["processes"][int(process) - 1] for state in trace["states"]}
        assert cell.attributes["colspan"] == str(len(trace["states"]))
    few = page(HUNDRED_PROCESSES.replace("P of 60", "P of 30").replace("Q of 40", "Q of 12"), "--prop", "more")
    [section, *_] = few.document.all(".trace")
    assert (len(_lanes(section, "lane")), _lanes(section, "rest")) == (42, {})


def test_repeated_steps_are_said_as_such() -> None:
    text = MANY_PROCESSES.replace("of 60", "of 500000").replace("<= 12", "<= 400000")
    found = page(text, "--engine", "smt", "--prop", "more")
    [section] = found.document.all(".trace")
    assert not _lanes(section, "lane")
    assert "only the counters are shown" in section.words
    said = [head.attributes["data-say"] for head in section.all("th") if "data-say" in head.attributes]
    assert any("one by one" in sentence for sentence in said)
