"""The command of each row of docs/papers.md shows what the row says; the tests run vsym's at the row's small size.

By default they run one command for each combination of options, and leave virtual symmetry to the tests of other pages;
with VSYM_DRAWN=2 they run every row. A row that a test or a benchmark shows names one that exists; those tests run with
all others, and benchmarks/papers.py runs every row at its full size.
"""

from __future__ import annotations

import re

import pytest
from hierarchical import compared
from papers import COLUMNS, PAGE, ROOT, Row, prints, ratio, read

from tests.support.drawn import chosen
from tests.support.running import Afresh
from vsym.checking.views.programs import NamedDiagram

ROWS = tuple(read(PAGE.read_text("utf-8")))
RUNS = tuple(dict.fromkeys(row.tested for row in ROWS if row.command[0] == "vsym"))
"""Each command once, as the tests run it."""

GROUPS = ("hypercube", "leader_tree")
"""Programs among whose symmetries are those that no other command shows: of a cube, of a tree."""

PAPERS = (
    "Identification and counter abstraction for full virtual symmetry",
    "Adaptive symmetry reduction",
    "State space analysis using symmetries on decision diagrams",
    "Combining symmetry reduction and under-approximation",
    "Constraint-based automatic symmetry detection",
)
TABLE = "| {} |\n| --- | --- | --- | --- | --- |\n| {} |\n"


def _way(run: tuple[str, ...]) -> tuple[str, ...]:
    """A command without file, parameters and properties; with the file where a program's group is a kind of its own."""
    command, verb, file, *options = run
    stem = file.rpartition("/")[2].removesuffix(".m")
    parameters = {at + more for at, word in enumerate(options) if word in ("-D", "--prop") for more in (0, 1)}
    shown = (stem,) if verb == "symmetry" and stem in GROUPS else ()
    return (command, verb, *shown, *(word for at, word in enumerate(options) if at not in parameters))


LONG = ("clients", "dinner", "forks", "futurebus", "two_hop")
"""Models whose commands take longest: by default the tests run other models with the same options."""


def _is_long(run: tuple[str, ...]) -> bool:
    return any(f"/{stem}." in run[2] for stem in LONG)


FIRST = {_way(run): run for run in reversed(RUNS) if not _is_long(run)}
"""For each combination of options, the first command that does not take long."""


USUAL = [run for way, run in FIRST.items() if way[2:] != ("--group", "virtual")]


@pytest.mark.parametrize("run", chosen(USUAL, RUNS), ids=" ".join)
def test_a_command_prints_what_its_rows_say(run: tuple[str, ...], afresh: Afresh) -> None:
    ran = afresh(run[1:], ROOT)
    texts = [text for row in ROWS if row.tested == run for text in row.small]
    assert [text for text in texts if not prints(ran.out + ran.err, text)] == [], ran.out + ran.err


def test_every_paper_has_rows_in_the_order_of_the_errata() -> None:
    assert tuple(dict.fromkeys(row.paper for row in ROWS)) == PAPERS
    errata = (ROOT / "docs" / "errata.md").read_text("utf-8")
    assert tuple(re.findall(r"^## (.*)$", errata, re.MULTILINE)) == PAPERS


@pytest.mark.parametrize("row", [row for row in ROWS if row.command[0] != "vsym"], ids=lambda row: row.cells[0])
def test_a_test_or_a_benchmark_that_is_named_exists(row: Row) -> None:
    program, target, *_ = row.command
    path, *name = target.split("::")
    text = (ROOT / path).read_text("utf-8")
    assert program in ("pytest", "python")
    assert all(f"def {one}(" in text or f"class {one}" in text for one in name)
    assert path.startswith("tests/" if program == "pytest" else "benchmarks/")
    # What only a benchmark shows, a test holds at a small size.
    held = [row.cells[2 if program == "pytest" else 4].strip("`").split("::")[0].removeprefix("pytest ")]
    assert all(one.startswith("tests/") and (ROOT / one).is_file() for one in held)


def _read(*cells: str) -> Row:
    [row] = read(f"## A paper\n\n{TABLE.format(' | '.join(COLUMNS), ' | '.join(cells))}")
    return row


def test_what_a_row_says() -> None:
    row = _read("states", "1,000", "`vsym explore a.m -D n=9`", "`1,010 states`, 1 s", "`-D n=2`: `3 states`")
    assert (row.paper, row.command) == ("A paper", ("vsym", "explore", "a.m", "-D", "n=9"))
    assert row.tested == ("vsym", "explore", "a.m", "-D", "n=2")
    assert (row.printed, row.small) == (("1,010 states",), ("3 states",))
    assert ratio(row, 3.0) == "1.01"
    timed = _read("time", "2.5 s", "`vsym check a.m`", "`holds`", "the same")
    assert (timed.tested, timed.small, ratio(timed, 5.0)) == (timed.command, ("holds",), "2")


@pytest.mark.parametrize(
    "cells",
    [
        ("states", "", "`vsym explore a.m`", "`3 states`", "the same"),
        ("states", "3", "`vsym explore a.m`", "3 states", "the same"),
        ("states", "3", "`vsym explore a.m`", "`3 states`", "`-D n=2`"),
        ("states", "3", "vsym explore a.m", "`3 states`", "the same"),
        ("states", "3", "`vsym explore a.m`", "`3 states`"),
    ],
)
def test_a_row_of_another_form_is_refused(cells: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="states"):
        _read(*cells)


@pytest.mark.parametrize(
    ("text", "stands"),
    [("22 states", True), ("2 states", False), ("022 orbits", False), ("22  states,\n5", True), ("depth 1", False)],
)
def test_a_number_stands_for_itself(text: str, stands: bool) -> None:
    assert prints("1,022 orbits, 22   states, 5 of them at depth 1.5", text) == stands


def test_groups_of_levels_are_counted_once() -> None:
    """Sixteen switches: four times a group of four, or halves of halves."""
    depth = 16
    arcs = tuple((level, ("off", "on"), level + 1) for level in range(depth))
    switches = NamedDiagram(2**depth, tuple(range(depth + 1)), arcs)
    assert compared(switches)[:2] == (16, 4 + 4)
    with pytest.raises(AssertionError, match="number of states"):
        compared(NamedDiagram(2**depth - 1, switches.levels, arcs))
