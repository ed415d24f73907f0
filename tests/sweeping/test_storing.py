"""Rows in files: vsym reads back the rows that it writes, and refuses files of anything else."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any, Literal

import pytest

from tests.sweeping.made import row
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.sweeping.axes import Settings
from vsym.sweeping.row import Finding, Row
from vsym.sweeping.storing import Layout, fingerprint, form_of, read_back

FORMS: tuple[Literal["csv", "jsonl"], ...] = ("csv", "jsonl")
ROWS = [
    row("holds", q=1, d=2),
    row("unknown", "the time limit was reached", q=2, d=2),
    row("holds up to 5", q=700, d=300),
    row("error", 'a.gsst:3:4: error[VS306]: `q` = -1, "outside", its domain', q=-1, d=2),
    row("lost", "its process was ended by SIGKILL", q=3, d=2),
    replace(
        row("violated", q=4, d=2), findings=(Finding("p", "violated"), Finding("served[1]", "unknown", "odd; it (is)"))
    ),
    replace(row("holds", q=5, d=2), concrete_states=10**3000, deadlock=True, symmetry="not full", strategy="within"),
]


def _layout(form: Literal["csv", "jsonl"], model: str = "abc") -> Layout:
    return Layout(form, model, ("q", "d"), ("p",))


def _text(layout: Layout) -> str:
    return layout.header + "".join(layout.line(one) for one in ROWS)


@pytest.mark.parametrize("form", FORMS)
def test_every_row_comes_back(form: Literal["csv", "jsonl"]) -> None:
    layout = _layout(form)
    assert read_back(_text(layout), layout, "f") == (layout, tuple(ROWS))


@pytest.mark.parametrize("form", FORMS)
def test_a_row_cut_anywhere_costs_itself_only(form: Literal["csv", "jsonl"]) -> None:
    layout = _layout(form)
    whole, last = _text(layout), layout.line(ROWS[-1])
    for cut in range(1, len(last) + 1, 7):
        assert read_back(whole[:-cut], layout, "f")[1] == tuple(ROWS[:-1])


@pytest.mark.parametrize("form", FORMS)
def test_rows_of_another_sweep_are_refused(form: Literal["csv", "jsonl"]) -> None:
    text = _text(_layout(form))
    with pytest.raises(RefusedError, match=r"f:\d: this row has another model.*vsym changed nothing"):
        read_back(text, _layout(form, "other"), "f")
    with pytest.raises(RefusedError, match="with -D for d, q"):
        read_back(text, Layout(form, "abc", ("q",), ("p",)), "f")


def test_another_order_of_columns_goes_on_as_it_was() -> None:
    written = Layout("csv", "abc", ("d", "q"), ("p",))
    layout, rows = read_back(_text(written), _layout("csv"), "f")
    assert layout == written
    assert {frozenset(one.values) for one in rows} == {frozenset(one.values) for one in ROWS}


@pytest.mark.parametrize("text", ["name,age\nx,1\n", "1\n", "\n\n", "model,parameter:q\n", '"\n'])
def test_other_files_are_refused(text: str) -> None:
    for form in FORMS:
        with pytest.raises(RefusedError, match="vsym changed nothing"):
            read_back(text, _layout(form), "f")


@pytest.mark.parametrize("form", FORMS)
def test_a_line_in_the_middle_that_is_no_row_is_refused(form: Literal["csv", "jsonl"]) -> None:
    layout = _layout(form)
    lines = _text(layout).splitlines(keepends=True)
    for line in ("nonsense\n", lines[2][:-20] + "\n", "{}\n", "[]\n", "\n"):
        with pytest.raises(RefusedError, match="f:4: `vsym sweep` did not write this row"):
            read_back("".join([*lines[:3], line, *lines[3:]]), layout, "f")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("before", "after"), [("holds", "violated"), ("holds up to 5", "holds up to 50"), ("700", "701")]
)
def test_an_edited_row_is_noticed(form: Literal["csv", "jsonl"], before: str, after: str) -> None:
    layout = _layout(form)
    text = _text(layout)
    line = next(number for number, one in enumerate(text.splitlines(), 1) if before in one)
    with pytest.raises(RefusedError, match=rf"f:{line}: this row was edited.*vsym changed nothing"):
        read_back(text.replace(before, after, 1), layout, "f")


def test_a_row_keeps_its_checksum_in_other_spaces_and_another_order() -> None:
    layout = _layout("jsonl")
    found = json.loads(layout.line(ROWS[0]))
    text = json.dumps(dict(reversed(found.items())), separators=(" , ", " : ")) + "\n"
    assert read_back(text, layout, "f")[1] == (ROWS[0],)


def test_csv_is_csv() -> None:
    layout = _layout("csv")
    found = list(csv.DictReader(io.StringIO(_text(layout))))
    assert [one["parameter:q"] for one in found] == ["1", "2", "700", "-1", "3", "4", "5"]
    assert found[1]["verdict:p"] == "unknown (the time limit was reached)"
    assert int(found[-1]["concrete_states"]) == 10**3000
    assert found[5]["other_verdicts"] == '{"served[1]": "unknown (odd; it (is))"}'


def test_a_fingerprint_tells_what_changes_verdicts() -> None:
    source, settings = Source("a", "system s\n"), Settings()
    same = fingerprint(source, settings)
    assert fingerprint(Source("b", "system s\n"), replace(settings, timeout=3.0, memory=9)) == same
    asked: dict[str, Any] = {
        "engine": "mdd",
        "properties": ("p",),
        "solver": "cvc5",
        "group": "detected",
        "strategy": "within",
    }
    others = {fingerprint(source, replace(settings, **{name: value})) for name, value in asked.items()}
    assert len({same, fingerprint(Source("a", "system t\n"), settings), *others}) == 7


def test_the_name_of_the_file_says_the_form() -> None:
    assert (form_of("a.csv"), form_of("a.b.jsonl")) == ("csv", "jsonl")
    with pytest.raises(RefusedError, match=r"-o rows\.txt"):
        form_of("rows.txt")


def test_a_row_of_no_verdicts() -> None:
    layout = Layout("csv", "abc", ("q",), ())
    bare = Row((("q", 1),), seconds=1.5)
    assert read_back(layout.header + layout.line(bare), layout, "f")[1] == (bare,)
