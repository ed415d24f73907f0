"""The page, read back: what it says is what the JSON document of the same run says, whatever the names are."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from typing import Any

import pytest

from tests.report.html_tree import Element, read
from tests.report.pages import (
    LONG_PATH,
    MANY_COUNTERS,
    MANY_PROCESSES,
    NOBODY,
    ONE_STATE,
    WITHOUT_A_START,
    WITHOUT_PROPERTIES,
    Written,
    page,
)
from tests.running import EXAMPLES
from vsym import check, load
from vsym.report.page.pages import of_counters
from vsym.report.page.pictures import Pictures
from vsym.report.page.rendering import html, prose
from vsym.report.page.symmetry import shown_witnesses
from vsym.report.page.values import Figure, Page

MODELS = ("mutex", "rw", "rw_broken", "deadlock", "starvation", "controller")
PAGES = [
    *((f"{model}.gsst",) for model in MODELS),
    ("deadlock.gsst", "-v", "--trace", "diff"),
    ("asr.gsst", "-D", "full=3"),
    ("vault.gsst", "--engine", "adaptive"),
    ("vault.gsst", "--engine", "adaptive", "--timeout", "0"),
    ("rw_broken.gsst", "--for-all", "readers,writers"),
    ("rw_broken.gsst", "--timeout", "0"),
    ("rw.gsst", "--prop", "mutex", "--trace", "off"),
    (LONG_PATH,),
    (MANY_PROCESSES,),
    (ONE_STATE,),
    (NOBODY,),
    (WITHOUT_PROPERTIES,),
]


def _rows(table: Element) -> list[list[str]]:
    """The words of each cell, row by row."""
    return [[cell.words for cell in row if cell.name in ("th", "td")] for row in table.all("tr")]


def _name(arguments: tuple[str, ...]) -> str:
    return " ".join(argument.split("\n")[0] for argument in arguments)


every_page = pytest.mark.parametrize("arguments", PAGES, ids=_name)
every_model = pytest.mark.parametrize("model", MODELS)


@every_page
def test_the_status_and_the_verdicts_are_those_of_check(arguments: tuple[str, ...]) -> None:
    found = page(*arguments)
    assert found.status == found.check_status
    rows = [row for row in found.document.all("tr", "properties") if row.attributes.get("id")]
    properties = found.record["properties"]
    assert [row.all("th")[0].words for row in rows] == [prop["name"] for prop in properties]
    for row, prop in zip(rows, properties, strict=True):
        verdict = row.all(".verdict")[0]
        assert prop["verdict"] in verdict.words
        assert verdict.classes & {"good", "bad", "open"} == {
            {"holds": "good", "violated": "bad", "unknown": "open"}[prop["verdict"]]
        }
        sign = {"holds": "✓", "violated": "✗", "unknown": "?"}[prop["verdict"]]
        assert verdict.words.startswith(sign)
        for part in (prop["reason"], prop["method"], prop["invariant"]):
            assert part is None or part.lower() in row.words.lower()


@every_page
def test_the_page_is_one_document_with_one_outline(arguments: tuple[str, ...]) -> None:
    document = page(*arguments).document
    assert page(*arguments).html.startswith("<!DOCTYPE html>\n<html lang=")
    levels = [int(element.name[1]) for element in document if element.name in ("h1", "h2", "h3")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for landmark in ("header", "nav", "main"):
        assert len(document.all(landmark)) == 1
    ids = [element.attributes["id"] for element in document if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    for link in document.all("a"):
        assert link.attributes["href"].removeprefix("#") in ids
    for section in document.all("section"):
        assert document.id(section.attributes["aria-labelledby"]).words
    for region in document.all(".scroll"):
        assert region.attributes["tabindex"] == "0"
        assert region.attributes["aria-label"]


@every_page
def test_tables_have_headers_and_pictures_names(arguments: tuple[str, ...]) -> None:
    document = page(*arguments).document
    for table in document.all("table"):
        assert all(header.attributes.get("scope") for header in table.all("th"))
        columns = {
            sum(int(c.attributes.get("colspan", 1)) for c in row if c.name in ("th", "td")) for row in table.all("tr")
        }
        assert len(columns) == 1
    for picture in document.all("svg"):
        assert picture.attributes["role"] == "img"
        assert picture.attributes["aria-label"]


@every_page
def test_nothing_is_loaded_from_anywhere(arguments: tuple[str, ...]) -> None:
    document = page(*arguments).document
    assert not [element.name for element in document if element.attributes.keys() & {"src", "srcset", "data"}]
    assert not document.all("link")
    assert len(document.all("script")) == 1
    assert "url(" not in page(*arguments).html
    assert "@import" not in page(*arguments).html


@every_page
def test_every_line_of_the_source_is_there_under_its_number(arguments: tuple[str, ...]) -> None:
    text = arguments[0] if "\n" in arguments[0] else (EXAMPLES / arguments[0]).read_text("utf-8")
    lines = page(*arguments).document.all(".line", "model")
    assert [line.attributes["id"] for line in lines] == [f"L{number}" for number in range(1, len(lines) + 1)]
    assert [line.all(".text")[0].text for line in lines] == text.rstrip().split("\n")


@every_model
def test_names_lead_to_their_declarations(model: str) -> None:
    found = page(f"{model}.gsst")
    for prop in found.record["properties"]:
        [link] = [link for link in found.document.all("a", "properties") if link.words == prop["name"]]
        line = found.document.id(link.attributes["href"][1:])
        assert f" {prop['name']}:" in line.text
    for link in found.document.all("a", "symmetry"):
        if link.attributes["href"].startswith("#L"):
            assert "trans" in found.document.id(link.attributes["href"][1:]).text


@every_model
def test_the_symmetry_is_that_of_the_document(model: str) -> None:
    found = page(f"{model}.gsst")
    rows = found.document.id("symmetry").all("tbody")[0].all("tr")
    transitions = found.record["symmetry"]["transitions"]
    for row, transition in zip(rows, transitions, strict=True):
        assert row.all("th")[0].words.endswith(f"{transition['source']} -> {transition['target']}")
        assert row.all(".verdict")[0].words.split(maxsplit=1)[1] == transition["verdict"]
        assert ("witness" in row.words) == (transition["verdict"] == "broken")
    full = "✓ fully" if found.record["symmetry"]["full"] else "✗ not fully"
    assert found.document.all(".verdict", "symmetry")[0].words == f"{full} virtually symmetric"


def test_a_broken_transition_shows_its_witness() -> None:
    found = page("rw_broken.gsst")
    [transition] = [t for t in found.record["symmetry"]["transitions"] if t["verdict"] == "broken"]
    witness = transition["witness"]
    shown = found.document.id("witness-0")
    assert [header.words for header in shown.all("thead")[0].all("th")] == [
        "State",
        "process 1 R",
        "process 2 W",
        "process 3 W",
    ]
    rows = {
        row.all("th")[0].words: [cell.all(".place")[0].words for cell in row.all("td")] for row in shown.all("tr")[1:]
    }
    assert rows == {
        "can move": witness["enabled"]["processes"],
        "… to": witness["target"],
        "cannot": witness["disabled"]["processes"],
    }
    moving = [
        [place for place, cell in enumerate(row.all("td"), 1) if "moved" in cell.classes] for row in shown.all("tr")[1:]
    ]
    assert moving == [[witness["enabled"]["moves"]], [witness["enabled"]["moves"]], []]
    assert "The last is the first with processes 1 and 3 exchanged." in shown.words
    assert len(shown.all("svg")) == 1


def test_the_abstraction_says_blocks_guards_and_sizes() -> None:
    document = page("starvation.gsst").document
    blocks, guards = document.all("tbody", "abstraction")
    assert _rows(blocks) == [["R", "2: 1..2", "#N[R], #T[R], #C[R]"], ["W", "2: 3..4", "#N[W], #T[W], #C[W]"]]
    assert ["T -> C", "R", "#T[R] >= 1 & #T[W] = 0 & #C = 0"] in _rows(guards)
    assert "81 concrete states (34), 36 counter states. 21 reachable counter states" in document.id("abstraction").words
    statistics = {entry.all("dt")[0].words: entry.all("dd")[0].words for entry in document.all("div", "statistics")}
    assert statistics["Concrete states"] == "81"
    assert statistics["Counter states"] == "36"
    assert statistics["Reachable counter states"] == "21"
    assert statistics["Depth"] == "5"
    assert statistics["Deadlocks"] == "0"


def _lanes(trace: Element, kind: str) -> dict[str, list[Element]]:
    return {row.all("th")[0].words.split()[0]: row.all("td") for row in trace.all("tr") if kind in row.classes}


@pytest.mark.parametrize(
    "arguments", [*((f"{model}.gsst",) for model in MODELS), ("vault.gsst", "--engine", "adaptive")], ids=_name
)
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
            assert "so that there is no path to show" in section.words


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
    assert "All others stay where they are: 4..1000 in Home." in few.words
    assert len(_lanes(more, "lane")) == 24
    assert "31 processes move; the first 24 of them have a lane." in more.words


def test_repeated_steps_are_said_as_such() -> None:
    text = MANY_PROCESSES.replace("of 500", "of 500000").replace("<= 30", "<= 400000")
    found = page(text, "--engine", "smt", "--prop", "more")
    [section] = found.document.all(".trace")
    assert not _lanes(section, "lane")
    assert "only the counters are shown" in section.words
    said = [head.attributes["data-say"] for head in section.all("th") if "data-say" in head.attributes]
    assert any("one by one" in sentence for sentence in said)


def test_what_limits_leave_is_in_the_page() -> None:
    document = page("rw_broken.gsst", "--timeout", "0").document
    summary = document.all(".summary")[0].words
    assert summary == (
        "0 of 4 properties hold and 4 are not settled. Whether the system is fully virtually symmetric is undecided: "
        "the time limit was reached."
    )
    assert "a longer --timeout" in document.id("properties").words
    assert not document.all("svg")


def test_all_sizes_at_once() -> None:
    document = page("rw_broken.gsst", "--for-all", "readers,writers").document
    assert "holds for all readers >= 0, writers >= 0" in document.id("properties").words
    assert "Why T -> C is broken at readers = 1, writers = 1" in document.id("symmetry").words
    assert len(document.all("svg")) == 2


def test_annotated_states() -> None:
    document = page("vault.gsst", "--engine", "adaptive").document
    assert "5 edges, 2 of them telling processes apart." in document.id("symmetry").words
    assert ["open: Corridor -> Vault", "Staff", "Staff, Visitors"] in _rows(document.id("symmetry"))
    assert not [link for link in document.all("a") if link.attributes["href"] == "#abstraction"]


def test_a_model_without_an_initial_state() -> None:
    """There are no reachable states to draw, and the page is complete without their picture."""
    written = page(WITHOUT_A_START)
    assert written.status == written.check_status == 0
    assert len(list(written.document.all("svg"))) == 1


def test_a_model_without_properties() -> None:
    found = page(WITHOUT_PROPERTIES)
    assert found.document.all(".summary")[0].words.startswith("No property is asked for. The system is fully")
    assert "A deadlock is reachable" in found.document.all(".summary")[0].words


HOSTILE = "<script>alert(1)</script><b a='\"&amp;`x`{{ 7 }}"


def _hostile(value: Any) -> Any:
    """The same values with markup in every text that is no markup itself."""
    if isinstance(value, Figure):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return dataclasses.replace(value, **{name: _hostile(v) for name, v in fields.items() if name != "mood"})
    if isinstance(value, tuple):
        return tuple(_hostile(part) for part in value)
    return f"{value}{HOSTILE}" if isinstance(value, str) else value


def _page(model: str) -> Page:
    checked = check(load(EXAMPLES / model))
    witnesses = shown_witnesses(checked.decided, everything=True)
    return of_counters(checked.decided, checked.outcomes, checked, witnesses, Pictures(), "full", everything=True)


@pytest.mark.parametrize("model", ["rw_broken.gsst", "starvation.gsst", "vault.gsst"])
def test_no_text_of_the_user_s_is_markup(model: str) -> None:
    plain, marked = read(html(_page(model))), read(html(_hostile(_page(model))))
    kept = [[e.name for e in one if e.name not in ("code", "span")] for one in (plain, marked)]
    assert kept[0] == kept[1]
    assert len(marked.all("script")) == 1
    assert HOSTILE in marked.all("title")[0].text
    assert HOSTILE in marked.all("h1")[0].text
    assert "alert(1)" in marked.all(".line")[0].text


def test_comments_of_the_source_are_text() -> None:
    found = page("// </code></pre><script>alert(1)</script> &amp;\n" + WITHOUT_PROPERTIES)
    assert found.document.id("L1").words == "1// </code></pre><script>alert(1)</script> &amp;"
    assert len(found.document.all("script")) == 1


def test_prose_marks_code_and_powers() -> None:
    assert prose("`init` <b> in 3^12 or `a^b`") == "<code>init</code> &lt;b&gt; in 3<sup>12</sup> or <code>a^b</code>"
    assert prose("an odd ` stays") == "an odd ` stays"


def test_the_same_run_gives_the_same_page() -> None:
    def without_times(found: Written) -> list[str]:
        return [e.words for e in found.document if e.name in ("h1", "h2", "h3", "th", "pre", "caption", "figcaption")]

    again = page("rw_broken.gsst", "--color", "never")
    assert without_times(page("rw_broken.gsst")) == without_times(again)
