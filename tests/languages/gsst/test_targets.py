"""Targets that depend on conditions: which local transitions they stand for."""

from __future__ import annotations

from tests.languages.gsst.texts import constant, framed, shared
from vsym.logic.formula import Formula, compare, conjunction
from vsym.models.counting.model import LocalTransition

FREE = compare(shared("free"), "=", constant(1))
OTHER = compare(shared("other"), "=", constant(1))
NOT_FREE = compare(shared("free"), "!=", constant(1))
NOT_OTHER = compare(shared("other"), "!=", constant(1))


def _cases(text: str) -> tuple[LocalTransition, ...]:
    found = framed(text).transitions
    assert [one.case for one in found] == list(range(len(found)))
    return found


def _guards(text: str) -> list[tuple[str, Formula]]:
    """What each case moves, with the guard of its one line."""
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
    assert [(one.target, one.lines[0].update[0].value) for one in found] == [
        ("B", constant(1)),
        ("B", constant(2)),
        ("C", constant(1)),
        ("C", constant(2)),
    ]
    assert found[3].lines[0].guard == conjunction([NOT_OTHER, NOT_FREE])


def test_a_mover_may_stay_in_one_of_the_cases() -> None:
    found = _cases("trans A -> if free then A else B")
    assert [(one.target, one.joint) for one in found] == [("A", True), ("B", False)]


def test_indices_stand_in_conditions() -> None:
    text = "trans A -> B others for i in 1..2 { L[i] -> if level = i then L[i+1] else A }"
    assert [one.arrow for one in _cases(text)] == [
        "A -> B others L[1] -> L[2], L[2] -> L[3]",
        "A -> B others L[1] -> L[2], L[2] -> A",
        "A -> B others L[1] -> A, L[2] -> L[3]",
        "A -> B others L[1] -> A, L[2] -> A",
    ]
