"""Sets of processes."""

from __future__ import annotations

import pytest

from tests.languages.gsst.texts import codes, condition, constant, framed, model, shared
from tests.support.running import EXAMPLES
from tests.symmetry.virtual.judging import identified
from vsym.logic.formula import Comparison, Formula, compare, conjunction
from vsym.models.counting.counts import Count
from vsym.models.counting.model import LocalTransition


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


def test_heads_may_be_unions_and_numbers_without_braces() -> None:
    found = framed(
        "trans A -> B { 1: free 2..pair | P[1]: free W | P[2..3]: free }\n"
        "trans B -> A with A -> C { R | {7} with W | 6: free else: free }\n"
        "trans A -> C others 1..2 | W: A -> B; B -> C"
    ).transitions
    assert [str(line.processes) for line in found[0].lines] == ["1", "2, 6", "3..5, 7..11"]
    assert (str(found[1].lines[0].processes), str(found[1].lines[0].partners)) == ("1..2, 7", "3..6")
    assert [str(one.processes) for one in found[2].others] == ["1..5", "6..11"]


def test_a_union_of_groups_named_like_operators_follows_a_guard() -> None:
    text = "system s\nstates A, B\ngroup R of 1\ngroup W of 2\ngroup U of 3\ninit A\n"
    found = model(text + "trans A -> B { U: #B = 0\n R | W: #B = 1 }\nltl p: #A = 1 R |W| = 2")
    assert [str(line.processes) for line in found.transitions[0].lines] == ["4..6", "1..3"]


FIGURE_1A = """system figure
states N, T, C
group P of 3
init N
trans N -> T
trans T -> C if #C = 0
trans C -> N
"""
FIGURE_1B = FIGURE_1A.replace("if #C = 0", "{ 1: (#C = 0) ∧ (#T[I_w] = 0) 2..3: #C = 0 }").replace(
    "group P of 3", "group I_r of 1 group I_w of 2"
)


@pytest.mark.parametrize(
    ("printed", "full"),
    [
        (FIGURE_1A, True),
        (FIGURE_1B, True),
        (FIGURE_1B.replace("1:", "I_r:").replace("2..3:", "I_w:"), True),
        (FIGURE_1B.replace("I_w] = 0", "{2..3}] = 0"), True),
        (FIGURE_1B.replace("#T[I_w] = 0", "#T = 2"), False),
    ],
)
def test_figures_of_the_paper_as_they_are_printed(printed: str, full: bool) -> None:
    assert identified(printed).full is full


def test_empty_groups_are_groups() -> None:
    found = model(
        "system s\nstates A, B\ngroup R of 0\ngroup W of 2\ngroup P[k in 0..2] of k\ngroup Q[k in 2..1] of 1\ninit A\n"
        "trans A -> B { R: true\n W: #A[R] = 0\n P: #B[Q] = 0 }"
    )
    inhabited = [("R", ""), ("W", "1..2"), ("P[0]", ""), ("P[1]", "3"), ("P[2]", "4..5")]
    assert [(group.name, str(group.processes)) for group in found.groups] == inhabited
    assert [str(line.processes) for line in found.transitions[0].lines] == ["1..2", "3..5"]


def test_a_system_may_have_no_processes() -> None:
    found = model("system s\nstates A, B\ngroup R of 0\ninit A\ntrans A -> B if #A = 0")
    assert (found.size, found.initial) == (0, condition("true"))


def test_very_many_processes_cost_nothing() -> None:
    groups = "group R of 999999999999\ngroup W of 1"
    text = f"system s\nstates A, B\n{groups}\ninit A\ntrans A -> B {{ R: #A[W] = 0 else: true }}"
    assert model(text).size == 10**12
    assert codes(text + "\ntrans A -> B { {999999999999}: true\n R: true }") == ["VS208"]


def test_a_thousand_classes_cost_one_range_each() -> None:
    text = (EXAMPLES / "grw.gsst").read_text("utf-8")
    found = model(text, d=1000)
    guarded = next(transition for transition in found.transitions if len(transition.lines) == 1000)
    assert str(guarded.lines[-1].processes) == "19981..20000"
    assert str(found.processes) == "1..20000"


FREE = compare(shared("free"), "=", constant(1))
OTHER = compare(shared("other"), "=", constant(1))
NOT_FREE = compare(shared("free"), "!=", constant(1))
NOT_OTHER = compare(shared("other"), "!=", constant(1))


def _cases(text: str) -> tuple[LocalTransition, ...]:
    found = framed(text).transitions
    assert [one.case for one in found] == list(range(len(found)))
    return found


def _guards(text: str) -> list[tuple[str, Formula]]:
    """The arrow of each case, with the guard of its one line."""
    return [(one.arrow, line.guard) for one in _cases(text) for line in one.lines]


def test_a_target_by_a_condition_makes_two_transitions() -> None:
    assert _guards("trans A -> if free then B else C") == [("A -> B", FREE), ("A -> C", NOT_FREE)]


def test_a_guard_holds_in_each_case() -> None:
    [(_, there), (_, elsewhere)] = _guards("trans A -> if free then B else C if other")
    assert there == conjunction([OTHER, FREE])
    assert elsewhere == conjunction([OTHER, NOT_FREE])


def test_what_depends_on_one_condition_has_two_cases_together() -> None:
    text = "trans A -> if free then B else C with A -> if !free then B else A others C -> if free then C else L[1]"
    assert _guards(text) == [("A -> B with A -> A", FREE), ("A -> C with A -> B others C -> L[1]", NOT_FREE)]


def test_what_a_condition_implies_is_not_asked_again() -> None:
    text = "trans A -> B others B -> if free & other then A else C, C -> if free then A else if other then B else C"
    both = conjunction([FREE, OTHER])
    elsewhere = [guard for _, guard in _guards(text)[1:]]
    assert _guards(text)[0] == ("A -> B others B -> A, C -> A", both)
    assert [arrow for arrow, _ in _guards(text)[1:]] == [
        "A -> B others B -> C, C -> A",
        "A -> B others B -> C, C -> B",
        "A -> B others B -> C",
    ]
    assert all(guard not in (FREE, both) for guard in elsewhere)


def test_constant_conditions_leave_one_case() -> None:
    found = _cases(
        "trans A -> if pair = 2 then B else C others R: C -> if false then A else B; C -> if true then A else B"
    )
    assert [one.arrow for one in found] == ["A -> B others R: C -> B; C -> A"]


def test_each_case_of_a_move_has_those_of_what_is_assigned() -> None:
    found = _cases("trans A -> if free then B else C do level := if other then 1 else 2")
    cases = [(target, constant(number)) for target in "BC" for number in (1, 2)]
    assert [(one.target, one.lines[0].update[0].value) for one in found] == cases
    assert found[3].lines[0].guard == conjunction([NOT_OTHER, NOT_FREE])


def test_a_mover_may_stay_in_one_of_the_cases() -> None:
    found = _cases("trans A -> if free then A else B")
    assert [(one.target, one.joint) for one in found] == [("A", True), ("B", False)]


def test_indices_stand_in_conditions() -> None:
    text = "trans A -> B others for i in 1..2 { L[i] -> if level = i then L[i+1] else A }"
    arrows = [f"A -> B others L[1] -> {one}, L[2] -> {two}" for one in ("L[2]", "A") for two in ("L[3]", "A")]
    assert [one.arrow for one in _cases(text)] == arrows
