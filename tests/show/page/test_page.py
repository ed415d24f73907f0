"""The page, read back: it agrees with the JSON document of the same run, whatever the names are."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from typing import Any

import pytest

from tests.show.text.html_tree import read
from tests.show.text.pages import (
    LONG_PATH,
    MANY_PROCESSES,
    NOBODY,
    ONE_STATE,
    WITHOUT_PROPERTIES,
    page,
)
from tests.support.running import EXAMPLES
from vsym import check, load
from vsym.show.page.page import page as page_of
from vsym.show.page.page import summary, times
from vsym.show.page.pictures import Pictures
from vsym.show.page.processes import shown_witnesses
from vsym.show.page.rendering import html, prose
from vsym.show.page.values import Figure, Page, Said

MODELS = ("rw_broken", "starvation", "controller")
PAGES = [
    *((f"{model}.gsst",) for model in MODELS),
    ("deadlock.gsst", "-v", "--trace", "diff"),
    ("vault.gsst", "--engine", "adaptive"),
    ("rw_broken.gsst", "--for-all", "readers,writers", "--prop", "mutex"),
    ("rw_broken.gsst", "--timeout", "0"),
    ("rw.gsst", "--prop", "mutex", "--trace", "off"),
    (LONG_PATH,),
    (MANY_PROCESSES,),
    (ONE_STATE,),
    (NOBODY,),
    (WITHOUT_PROPERTIES,),
]


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
        mood, sign = {"holds": ("good", "✓"), "violated": ("bad", "✗"), "unknown": ("open", "?")}[prop["verdict"]]
        assert prop["verdict"] in verdict.words
        assert verdict.classes & {"good", "bad", "open"} == {mood}
        assert verdict.words.startswith(sign)
        for part in (prop["reason"], prop["method"], prop["invariant"]):
            assert part is None or part.lower() in row.words.lower()


@every_page
def test_the_page_is_one_document_with_one_outline_that_loads_nothing(arguments: tuple[str, ...]) -> None:
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
    for table in document.all("table"):
        assert all(header.attributes.get("scope") for header in table.all("th"))
        columns = {
            sum(int(c.attributes.get("colspan", 1)) for c in row if c.name in ("th", "td")) for row in table.all("tr")
        }
        assert len(columns) == 1
    for picture in document.all("svg"):
        assert picture.attributes["role"] == "img"
        assert picture.attributes["aria-label"]
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
    heads = [header.words for header in shown.all("thead")[0].all("th")]
    assert heads == ["State", "process 1 R", "process 2 W", "process 3 W"]
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
    assert blocks.rows() == [["R", "2: 1..2", "#N[R], #T[R], #C[R]"], ["W", "2: 3..4", "#N[W], #T[W], #C[W]"]]
    assert ["T -> C", "R", "#T[R] >= 1 & #T[W] = 0 & #C = 0"] in guards.rows()
    assert "81 concrete states (34), 36 counter states. 21 reachable counter states" in document.id("abstraction").words
    entries = document.id("statistics").all("dl")[0].all("div")
    statistics = {entry.all("dt")[0].words: entry.all("dd")[0].words for entry in entries}
    named = ("Concrete states", "Counter states", "Reachable counter states", "Depth", "Deadlocks")
    assert [statistics[name] for name in named] == ["81", "36", "21", "5", "0"]


def test_what_limits_leave_is_in_the_page() -> None:
    document = page("rw_broken.gsst", "--timeout", "0").document
    summary = document.all(".summary")[0].words
    assert summary == (
        "None of the 4 properties is settled. Whether the system is fully virtually symmetric is undecided: "
        "the time limit was reached."
    )
    assert "a longer --timeout" in document.id("properties").words
    assert not document.all("svg")


def test_all_sizes_at_once() -> None:
    document = page("rw_broken.gsst", "--for-all", "readers,writers", "--prop", "mutex").document
    assert "holds for all readers >= 0, writers >= 0" in document.id("properties").words
    assert "Why T -> C is broken at readers = 1, writers = 1" in document.id("symmetry").words
    assert len(document.all("svg")) == 2


def test_annotated_states() -> None:
    document = page("vault.gsst", "--engine", "adaptive").document
    assert "5 edges, 2 of them telling processes apart." in document.id("symmetry").words
    assert ["open: Corridor -> Vault", "Staff", "Staff, Visitors"] in document.rows("symmetry")
    assert not [link for link in document.all("a") if link.attributes["href"] == "#abstraction"]


def test_a_model_without_properties() -> None:
    said = page(WITHOUT_PROPERTIES).document.all(".summary")[0].words
    assert said.startswith("There is no property to check. The system is fully")
    assert "A deadlock is reachable" in said


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
    assert checked.decided is not None
    witnesses = shown_witnesses(checked.decided, everything=True)
    return page_of(checked, witnesses, Pictures(undrawn="none"), "full", times(checked, 2.0, 1.0), everything=True)


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


def test_verdicts_are_summed_up_in_a_sentence() -> None:
    good, bad, unknown = Said("holds", "good"), Said("violated", "bad"), Said("unknown", "open")
    assert summary([]) == ("There is no property to check.", "open")
    assert summary([good]) == ("The property holds.", "good")
    assert summary([bad]) == ("The property is violated.", "bad")
    assert summary([Said("holds up to 3", "open")]) == ("The property holds up to 3.", "open")
    assert summary([good, good]) == ("All 2 properties hold.", "good")
    assert summary([good, bad, unknown]) == ("1 of 3 properties holds, 1 is violated and 1 is not settled.", "bad")
    assert summary([bad, bad]) == ("0 of 2 properties hold and 2 are violated.", "bad")
    assert summary([good, unknown]) == ("1 of 2 properties holds and 1 is not settled.", "open")
    assert summary([unknown, unknown]) == ("None of the 2 properties is settled.", "open")
