"""Witnesses as tables, and the lines and tables around them."""

from __future__ import annotations

import re

import pytest

from tests.show.text.models import LONG, checked, decided, lines
from tests.support.present import present
from vsym.logic.formula import Formula
from vsym.models.counting.semantics import State
from vsym.models.counting.spelling import Spelling
from vsym.show.text.lines import ROWS
from vsym.show.text.story import verification
from vsym.show.text.symmetry import WITNESSES, explanations, identification, transitions_table
from vsym.show.text.witnesses import witness_table
from vsym.symmetry.virtual.witness import Witness


def _broken(group: int, transitions: int = 1) -> str:
    states = ", ".join(f"B{number}" for number in range(transitions))
    arrows = "\n".join(f"trans A -> B{number} {{ R: true }}" for number in range(transitions))
    return f"system s\nstates A, {states}\ngroup R of {group}\ngroup W of {group}\ninit A\n{arrows}\n"


def test_of_many_processes_those_that_differ_are_listed() -> None:
    text = "system s\nstates A, B\ngroup R of 1\ngroup W of 99\ninit A\ntrans A -> B { R: #B = 5 }\n"
    shown = lines(explanations(decided(text), everything=False))
    assert [line.split()[0] for line in shown[-6:-3]] == ["can", "…", "cannot"]
    assert max(len(line.split()) for line in shown[-6:-3]) <= 5
    assert shown[-3].startswith(" all others stay where they are: ")


def test_of_many_differing_processes_the_places_are_listed() -> None:
    model = decided(_broken(100)).model
    enabled, disabled = State(("A",) * 100 + ("B0",) * 100), State(("B0",) * 100 + ("A",) * 100)
    target = State(("B0", *enabled.locations[1:]))
    witness = Witness(enabled, 1, disabled, (*range(101, 201), *range(1, 101)), target)
    shown = lines([witness_table(model, "A -> B0", witness)])
    assert shown[2].strip() == "processes that differ"
    assert [line.strip().split("  ")[-1] for line in shown[3:6]] == [
        "1..100 in A; 101..200 in B0",
        "1, 101..200 in B0; 2..100 in A",
        "1..100 in B0; 101..200 in A",
    ]
    assert shown[-2] == " The second is the first with 200 processes permuted."


def test_on_a_narrow_terminal_the_states_of_a_witness_stay_apart() -> None:
    text = _broken(1).replace("B0", LONG)
    shown = lines(explanations(decided(text), everything=False), 60)
    assert all(len(line) <= 60 for line in shown)
    places = [line.split(maxsplit=2)[2] for line in shown if line.startswith((" can move", " … to"))]
    assert [place.split(";")[0] for place in places] == ["R in A", f"R, W in {LONG}"]


def test_shared_variables_that_matter_are_told_below_the_states() -> None:
    text = (
        "system s\nstates A, B\ngroup R of 1\ngroup W of 1\nshared level : 0..3 = 0\nshared idle : 0..3 = 0\n"
        "shared up : bool = false\ninit A\ntrans A -> B { R: level = 0 do up := true }\n"
    )
    shown = lines(explanations(decided(text), everything=False), 80)
    assert " In both states level = 0, up = false; the step sets up = true. No step from A" in shown
    assert "   reads the other shared variables." in shown


def test_not_every_broken_transition_is_explained_unasked() -> None:
    identified = decided(_broken(1, transitions=WITNESSES + 2))
    few, all_of_them = (lines(explanations(identified, everything=everything)) for everything in (False, True))
    assert sum("is broken" in line for line in few) == WITNESSES
    assert few[-1] == "2 more broken local transitions (-v shows why)"
    assert sum("is broken" in line for line in all_of_them) == WITNESSES + 2


def test_long_tables_are_cut_unless_everything_is_asked_for() -> None:
    text = "system s\nstates S[1..60]\ngroup P of 1\ninit S[1]\nfor i in 1..59 { trans S[i] -> S[i+1] }\n"
    found = checked(text)
    assert found.decided is not None
    assert found.counters is not None
    short = lines([transitions_table(found.decided, found.counters, everything=False)])
    assert (len(short), short[-1]) == (ROWS + 2, " … 19 more rows (-v shows them)")
    assert len(lines([transitions_table(found.decided, found.counters, everything=True)])) == 60


def test_rows_that_are_cut_are_not_spelled(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "system s\nstates S[1..60]\ngroup P of 1\ninit S[1]\nfor i in 1..59 { trans S[i] -> S[i+1] }\n"
    found = checked(text)
    spelled: list[Formula] = []
    spelling = Spelling.formula

    def counted(self: Spelling, formula: Formula) -> str:
        spelled.append(formula)
        return spelling(self, formula)

    monkeypatch.setattr(Spelling, "formula", counted)
    transitions_table(present(found.decided), found.counters, everything=False)
    assert len(spelled) == ROWS


def test_names_in_brackets_are_no_markup() -> None:
    text = "system s\nstates A, B\ngroup bold of 1\ngroup red of 1\ninit A\ntrans A -> B { bold: true }\n"
    shown = lines(verification(checked(text), "full", everything=False, quiet=False))
    assert any("#A[bold] >= 1" in line for line in shown)


def test_a_group_of_nobody_does_no_harm() -> None:
    found = checked("system s\nstates A, B\ngroup P of 0\ninit A\ntrans A -> B\nctl p: AG #A = 0\n")
    assert lines(identification(present(found.decided), everything=False))[0] == "s: 0 processes (P 0), 2 local states"
    assert lines(verification(found, "full", everything=True, quiet=False))


_ASSIGNED = "system s\nstates A, B\ngroup P of 2\ngroup Q of 2\ngroup R of 1\nshared x : 0..3 = 0\ninit A\n"


def _rows(text: str) -> list[list[str]]:
    found = checked(text)
    shown = lines([transitions_table(present(found.decided), found.counters, everything=True)])
    return [re.split(r"  +", line.strip()) for line in shown[1:]]


def test_two_assignments_of_one_edge_are_one_row() -> None:
    rows = _rows(_ASSIGNED + "trans A -> B { P: true do x := 1  Q: true do x := 2 }\ntrans B -> A\n")
    assert rows == [
        ["A -> B", "broken", "P", "#A[P] >= 1 do x := 1"],
        ["Q", "#A[Q] >= 1 do x := 2"],
        ["B -> A", "symmetric", "P", "#B[P] >= 1"],
        ["Q", "#B[Q] >= 1"],
        ["R", "#B[R] >= 1"],
    ]


def test_declarations_with_an_assignment_in_common_are_one_row() -> None:
    """The last two declarations join the first two: each has an assignment of one of those, and one in common.

    Only the second assignment tells processes apart.
    """
    apart = "trans A -> B do x := 1\ntrans A -> B { P: true do x := 2 }\n"
    verdicts = [row[1] for row in _rows(_ASSIGNED + apart) if row[0] == "A -> B"]
    assert verdicts == ["symmetric", "broken"]
    third = "trans A -> B { P: x = 0 do x := 1  Q: x = 0 do x := 3 }\n"
    fourth = "trans A -> B { P: x = 0 do x := 3  R: x = 0 do x := 3  Q: x = 0 do x := 2 }\n"
    rows = _rows(_ASSIGNED + apart + third + fourth)
    assert [row[1] for row in rows if row[0] == "A -> B"] == ["broken"]
    assert {row[-1][-6:] for row in rows} == {"x := 1", "x := 2", "x := 3"}
