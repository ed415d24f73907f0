"""Sets of processes."""

from __future__ import annotations

import pytest

from tests.languages.gsst.texts import codes, condition, framed, model
from tests.running import EXAMPLES
from vsym.logic.formula import Comparison
from vsym.models.counting.counts import Count


def _set(text: str) -> str:
    found = condition(f"#A[{text}] >= 1")
    assert isinstance(found, Comparison)
    ((variable, _),) = found.left.terms
    assert isinstance(variable, Count)
    return str(variable.processes)


@pytest.mark.parametrize(
    ("written", "processes"),
    [
        ("R", "1..2"),
        ("all", "1..11"),
        ("P", "6..11"),
        ("P[2]", "7..8"),
        ("P[pair]", "7..8"),
        ("P[1..2]", "6..8"),
        ("P[pair..pair + 1]", "7..11"),
        ("{3}", "3"),
        ("{1, 3..5, pair}", "1..5"),
        ("R | P[3]", "1..2, 9..11"),
        ("R | W | {9}", "1..5, 9"),
        ("all \\ W", "1..2, 6..11"),
        ("all & {2..4}", "2..4"),
        ("all \\ W \\ R", "6..11"),
        ("R | all & W", "1..5"),
        ("all \\ (R | W)", "6..11"),
        ("W & all \\ {4}", "3, 5"),
    ],
)
def test_sets(written: str, processes: str) -> None:
    assert _set(written) == processes


@pytest.mark.parametrize(
    "written", ["P[1..0]", "P[1..-5]", "P[7..5]", "{5..4}", "{3..2, 9..1}", "R & W", "W \\ all", "P[1..pair - 2]"]
)
def test_empty_sets_count_nothing(written: str) -> None:
    assert condition(f"#A[{written}] = 0") == condition("true")
    assert condition(f"#B = |({written})|") == condition("#B = 0")


@pytest.mark.parametrize("written", ["P[0]", "P[4]", "P[0..2]", "P[2..4]", "P[-1..5]"])
def test_members_outside_a_family_are_errors(written: str) -> None:
    with pytest.raises(Exception, match="VS307"):
        condition(f"#A[{written}] = 0")


def test_heads_of_guard_lines() -> None:
    found = framed(
        "trans A -> B { R: free P[1]: free P[2..3]: free {3, 5}: free else: free }\n"
        "trans A -> C { P: free R: free }\ntrans B -> C { all: free }\n"
        "trans B -> A { for k in 2..3 { P[k]: #A = k } for k in 1..0 { P[k]: free } else: free }"
    )
    assert [[str(line.processes) for line in one.lines] for one in found.transitions] == [
        ["1..2", "6", "7..11", "3, 5", "4"],
        ["6..11", "1..2"],
        ["1..11"],
        ["7..8", "9..11", "1..6"],
    ]


def test_empty_groups_are_groups() -> None:
    found = model(
        "system s\nstates A, B\ngroup R of 0\ngroup W of 2\ngroup P[k in 0..2] of k\ngroup Q[k in 2..1] of 1\ninit A\n"
        "trans A -> B { R: true\n W: #A[R] = 0\n P: #B[Q] = 0 }"
    )
    assert [(group.name, str(group.processes)) for group in found.groups] == [
        ("R", ""),
        ("W", "1..2"),
        ("P[0]", ""),
        ("P[1]", "3"),
        ("P[2]", "4..5"),
    ]
    assert [str(line.processes) for line in found.transitions[0].lines] == ["1..2", "3..5"]


def test_a_system_may_have_no_processes() -> None:
    found = model("system s\nstates A, B\ngroup R of 0\ninit A\ntrans A -> B if #A = 0")
    assert (found.size, found.initial) == (0, condition("true"))


def test_very_many_processes_cost_nothing() -> None:
    text = (
        "system s\nstates A, B\ngroup R of 999999999999\ngroup W of 1\ninit A\ntrans A -> B { R: #A[W] = 0 else: true }"
    )
    assert model(text).size == 10**12
    assert codes(text + "\ntrans A -> B { {999999999999}: true\n R: true }") == ["VS208"]


def test_a_thousand_classes_cost_one_range_each() -> None:
    text = (EXAMPLES / "grw.gsst").read_text("utf-8")
    found = model(text, d=1000)
    guarded = next(transition for transition in found.transitions if len(transition.lines) == 1000)
    assert str(guarded.lines[-1].processes) == "19981..20000"
    assert str(found.processes) == "1..20000"
