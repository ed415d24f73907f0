"""Traces as tables, on terminals of all widths."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.table import Table

from tests.show.text.models import LONG, checked, lines
from tests.support.present import present
from vsym.basics.options import TraceStyle
from vsym.show.recorded_paths import trace
from vsym.show.text.fitting import FirstThatFits, Variant
from vsym.show.text.traces import trace_table

MANY_STATES = (
    "system wide\nstates S[1..14]\ngroup P of 4\ninit S[1]\nfor i in 1..13 { trans S[i] -> S[i+1] }\n"
    "ctl never: AG #S[14] = 0\n"
)
MANY_PROCESSES = (
    "system many\nstates Home, Out\ngroup P of 500\ngroup Q of 500\ninit Home\ntrans Home -> Out\n"
    "ctl few: AG #Out <= 2\n"
)


def _trace(text: str, width: int, style: TraceStyle = "full") -> list[str]:
    found = checked(text)
    [outcome] = found.outcomes
    return lines([trace_table(outcome.property, present(outcome.run), style)], width)


def test_a_wide_terminal_shows_counters_and_processes() -> None:
    shown = _trace(MANY_STATES, 200)
    assert shown[1].split()[0:3] == ["step", "#S[1]", "#S[2]"]
    assert shown[1].split()[-4:] == ["1", "2", "3", "4"]
    assert shown[3].split() == ["1", "1:", "S[1]", "->", "S[2]", "3", "1", *["0"] * 12, "S[2]*", "S[1]", "S[1]", "S[1]"]


def test_processes_that_never_move_go_first() -> None:
    shown = _trace(MANY_STATES, 150)
    assert shown[1].split()[-1] == "1"
    assert shown[-1] == " all others stay where they are: 2..4 in S[1]"


@pytest.mark.parametrize("width", [60, 80, 120, 127])
def test_on_a_narrow_terminal_only_changes_are_shown_and_no_word_is_cut(width: int) -> None:
    shown = _trace(MANY_STATES, width)
    assert all(len(line) <= width for line in shown)
    assert shown[1].split() == ["step", "1", "changes"]
    assert shown[3].endswith(" #S[1] = 3, #S[2] = 1")


def test_of_many_processes_those_that_move_have_a_column() -> None:
    shown = _trace(MANY_PROCESSES, 120)
    assert shown[2].split() == ["step", "#Home", "#Out", "P", "P", "P"]
    assert shown[-2].split() == ["3", "3:", "Home", "->", "Out", "997", "3", "Out", "Out", "Out*"]
    assert shown[-1] == " all others stay where they are: 4..1000 in Home"


def test_long_names_leave_their_columns_whole() -> None:
    text = f"system s\nstates {LONG}, B\ngroup P of 3\ninit {LONG}\ntrans {LONG} -> B\nctl p: AG #B = 0\n"
    for width in (80, 120):
        shown = _trace(text, width)
        assert any(f"1: {LONG} -> B" in line for line in shown)
        assert all(len(line) <= width for line in shown)


def test_shared_variables_are_shown_even_if_they_are_false_throughout() -> None:
    text = (
        "system s\nstates A, B\ngroup P of 1\nshared up : bool = false\nshared level : 0..3 = 0\ninit A\n"
        "trans A -> B do level := level + 1\nctl p: AG #B = 0\n"
    )
    assert _trace(text, 120)[1].split() == ["step", "#A", "#B", "up", "level", "1"]
    assert _trace(text, 120)[3].split() == ["1", "1:", "A", "->", "B", "0", "1", "false", "1", "B*"]
    assert _trace(text, 120, "diff")[3].split("  ")[-1] == "#A = 0, #B = 1, level = 1"


def test_values_of_enumerations_are_shown_by_their_names() -> None:
    text = (
        "system s\nstates A, B\ngroup P of 1\nshared light : {red, green} = red\ninit A\n"
        "trans A -> B do light := green\nctl p: AG #B = 0\n"
    )
    assert _trace(text, 120)[3].split() == ["1", "1:", "A", "->", "B", "0", "1", "green", "B*"]
    assert _trace(text, 120, "diff")[3].split("  ")[-1] == "#A = 0, #B = 1, light = green"
    found = checked(text)
    [outcome] = found.outcomes
    recorded: Any = trace(present(outcome.run))
    assert [state["shared"] for state in recorded["states"]] == [{"light": "red"}, {"light": "green"}]


def test_a_state_that_is_wrong_itself_is_shown() -> None:
    shown = _trace("system s\nstates A, B\ngroup P of 1\ninit A\nctl p: AG #A = 0\n", 200)
    assert shown[0] == "p is violated, as this path shows:"
    assert shown[2].split() == ["0", "1", "A"]


def test_a_stuck_system_and_a_loop_are_named() -> None:
    shown = _trace("system s\nstates A, B\ngroup P of 1\ninit A\ntrans A -> B\nctl p: AF #A = 2\n", 200)
    assert shown[-2].split("  ")[1].strip() == "(nothing can move)"
    assert shown[-1] == " ↻ State 2 has the counters of state 1: the steps between can repeat for ever."


@pytest.mark.parametrize(("processes", "columns"), [(24, 24), (25, 0)])
def test_of_very_many_processes_that_move_none_has_a_column(processes: int, columns: int) -> None:
    text = f"system s\nstates A, B\ngroup P of {processes}\ninit A\ntrans A -> B\nctl p: AG #A > 0\n"
    assert len(_trace(text, 1000)[1].split()) == len(["step", "#A", "#B"]) + columns


def test_a_table_with_more_columns_than_fit_is_not_even_measured() -> None:
    measured: list[int] = []

    class Measured(Table):
        def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
            measured.append(len(self.columns))
            return super().__rich_measure__(console, options)

    variants = [Variant(Measured(*map(str, range(number)))) for number in (60, 41, 40, 3)]
    lines([FirstThatFits(tuple(variants))], 80)
    assert 60 not in measured
    assert 41 not in measured
    assert 40 in measured
