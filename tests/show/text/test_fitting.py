"""Layout on terminals of every width: no line is wider, and nothing is lost."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from tests.show.text.models import lines
from tests.support.drawn import chosen
from tests.support.expectations import promised
from tests.support.running import EXAMPLES, Afresh
from vsym.show.text.fitting import table

_FORMULA = "#Waiting[South] >= 1 & light = south -> passed = 0 do light := south, passed := passed + 1"
_WORDS = st.lists(st.text("ab_[]1", min_size=1, max_size=30), max_size=8).map(" ".join)
_CELLS = st.one_of(_WORDS, st.lists(st.sampled_from(["#A[P] = 1", "x > 2"]), max_size=6).map(" & ".join))


NARROW = [*zip(sorted(EXAMPLES.glob("*.gsst")), itertools.cycle([40, 60, 80]))]
"""Each example at one of three widths, each with a command of its own."""


def _characters(texts: list[str]) -> Counter[str]:
    return Counter("".join("".join(texts).split()))


@given(st.integers(1, 5), st.lists(st.lists(_CELLS, min_size=5, max_size=5), max_size=3), st.integers(12, 90))
def test_no_line_is_wider_than_the_terminal_and_no_character_is_lost(
    columns: int, rows: list[list[str]], width: int
) -> None:
    shown = table(*"nfrst"[:columns])
    for row in rows:
        shown.add_row(*row[:columns])
    written = lines([shown, Text(" ".join(rows[0])) if rows else ""], width)
    assert all(len(line) <= width for line in written)
    cells = [cell for row in rows for cell in row[:columns]] + (rows[0] if rows else [])
    assert _characters(cells) <= _characters(written)


def test_formulas_break_before_operators_and_hang() -> None:
    shown = table("property", "formula")
    shown.add_row("answered", _FORMULA)
    assert lines([shown], 50) == [
        " property  formula",
        " answered  #Waiting[South] >= 1 & light = south",
        "             -> passed = 0 do light := south,",
        "             passed := passed + 1",
    ]


def test_a_long_name_leaves_room_for_the_other_columns() -> None:
    shown = table("property", "verdict", "formula")
    shown.add_row("a_property_with_a_name_that_takes_more_than_its_part_of_the_line", "holds", _FORMULA)
    written = lines([shown], 80)
    assert written[1].split()[:2] == ["a_property_with_a_name_", "holds"]
    assert written[2].startswith("   that_takes_more_than_")


def test_where_columns_would_be_too_narrow_each_row_is_told_in_lines() -> None:
    shown = table("property", "verdict", "engine", "time", "formula")
    shown.add_row("answered", "holds", "", "12 ms", _FORMULA)
    assert lines([shown], 40) == [
        " answered",
        "   verdict: holds",
        "   time: 12 ms",
        "   formula: #Waiting[South] >= 1",
        "     & light = south -> passed = 0",
        "     do light := south,",
        "     passed := passed + 1",
    ]


@pytest.mark.parametrize(
    ("path", "columns"), chosen(NARROW[3::4], NARROW), ids=lambda one: one.name if isinstance(one, Path) else one
)
def test_every_example_fits_the_terminal_and_shows_its_verdicts(path: Path, columns: int, afresh: Afresh) -> None:
    commands = {40: ["symmetry", "-v"], 60: ["check", "-v"], 80: ["abstract"]}
    ran = afresh([*commands[columns], path.name], EXAMPLES, columns=columns)
    assert max(map(len, ran.out.splitlines())) <= columns
    if columns == 60:
        others = ("symmetry", "deadlock", "reachable", "virtual")
        verdicts = {one.subject: one.value for one in promised((path, ())) if one.subject not in others}
        assert ran.status == (10 if "violated" in ran.out else 0)
        for name, verdict in verdicts.items():
            assert re.search(rf"^ {name}(\n  )? +(verdict: )?{verdict}\b", ran.out, re.MULTILINE), name


@pytest.mark.parametrize(
    "command", ["check programs/undefined_read.m", "check programs/philosophers.m", "symmetry programs/token.m"]
)
def test_a_program_fits_the_terminal(command: str, afresh: Afresh) -> None:
    out = afresh(command.split(), EXAMPLES, columns=60).out
    assert max(map(len, out.splitlines())) <= 60
