"""Relations: which steps are decided together, and where assignments leave their ranges."""

from __future__ import annotations

import pytest

import vsym
from tests.symmetry.virtual.judging import RW, TWO_GROUPS, blocks_of, processes, relations_of
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.symmetry.virtual.decision import possible
from vsym.symmetry.virtual.relations import (
    bounds,
    cells,
    local_states,
    observed,
    relations,
    respects,
    sets_of_wide_updates,
    update_of,
)

SHARED = TWO_GROUPS + "shared x : 0..3 = 0\nshared y : 0..3 = 0\n"


def _never_asked(formula: Formula) -> bool:
    raise AssertionError(f"interval bounds suffice, yet asked: {formula}")


def _spelled(text: str) -> list[list[tuple[str, str, str, tuple[int, ...]]]]:
    """Each relation's alternatives: processes, guard, update and origins."""
    model = vsym.load(text)
    spelling = Spelling(model)
    return [
        [
            (
                spelling.processes(choice.processes),
                spelling.formula(choice.guard),
                ", ".join(f"{name} := {spelling.term(term)}" for name, term in choice.update),
                choice.origins,
            )
            for choice in relation.alternatives
        ]
        for relation in relations_of(model)
    ]


def test_equal_guards_are_one_alternative() -> None:
    assert _spelled(TWO_GROUPS + "trans A -> B { R: #B = 0  W: #B = 0 }\ntrans A -> B if #B = 0\n") == [
        [("all", "#B = 0", "", (0, 1))]
    ]


def test_several_declarations_of_one_arrow_are_one_relation() -> None:
    assert _spelled(TWO_GROUPS + "trans A -> B { R: #B = 0 }\ntrans B -> A\ntrans A -> B { W: #B[W] = 0 }\n") == [
        [("R", "#B = 0", "", (0,)), ("W", "#B[W] = 0", "", (2,))],
        [("all", "true", "", (1,))],
    ]


def test_lines_for_nobody_are_left_out() -> None:
    text = "system s\nstates A, B\ngroup R of 2\ngroup E of 0\ninit A\ntrans A -> B { R: #B = 0  E: #B = 1 }\n"
    assert _spelled(text) == [[("all", "#B = 0", "", (0,))]]


def test_updates_that_never_agree_are_decided_apart() -> None:
    text = SHARED + "trans A -> B { R: x < 3 do x := 1  W: x > 0 do x := 0 }\n"
    assert _spelled(text) == [[("R", "x <= 2", "x := 1", (0,))], [("W", "x >= 1", "x := 0", (0,))]]


def test_updates_that_may_agree_are_decided_together() -> None:
    assert len(_spelled(SHARED + "trans A -> B { R: x = 1 do x := 1  W: x = 1 }\n")) == 1
    assert len(_spelled(SHARED + "trans A -> B { R: true do x := y  W: true do x := 1 }\n")) == 1
    assert len(_spelled(SHARED + "trans A -> B { R: true do x := #A[R]  W: true do x := #A[W] }\n")) == 1


def test_updates_are_decided_together_through_a_third() -> None:
    """`x := 0` and `x := 1` never agree, but each may agree with keeping x."""
    text = SHARED + "trans A -> B { R: true do x := 0  {3}: true do x := 1 }\n"
    assert [len(found) for found in _spelled(text)] == [1, 1]
    assert [len(found) for found in _spelled(text + "trans A -> B { {4}: true }\n")] == [3]


def test_updates_in_another_order_are_the_same() -> None:
    text = SHARED + "trans A -> B { R: true do x := 1, y := 2  W: true do y := 2, x := 1 }\n"
    assert _spelled(text) == [[("all", "true", "x := 1, y := 2", (0,))]]


def test_keeping_a_value_is_no_update() -> None:
    model = vsym.load(SHARED + "trans A -> B do x := x, y := x\n")
    assert [name for name, _ in update_of(model.transitions[0].lines[0])] == ["y"]


def test_an_assignment_that_may_leave_its_range_is_split_off() -> None:
    model = vsym.load(SHARED + "trans A -> B if y = 0 do x := x + 1\ntrans B -> A do x := x - y\n")
    spelling = Spelling(model)
    found = [
        (relation.source, relation.overflow, spelling.formula(relation.alternatives[0].guard))
        for relation in relations_of(model)
    ]
    assert found == [
        ("A", False, "y = 0 & x <= 2"),
        ("A", True, "y = 0 & x >= 3"),
        ("B", False, "x >= y"),
        ("B", True, "x + 1 <= y"),
    ]


def test_what_the_guard_or_a_lemma_excludes_is_not_split_off() -> None:
    guarded = vsym.load(SHARED + "trans A -> B if x <= y & y <= 2 do x := x + 1\n")
    assert [relation.overflow for relation in relations_of(guarded)] == [False]
    model = vsym.load(SHARED + "trans A -> B do x := y + 1\nlemma small: y <= 2\n")
    assert [relation.overflow for relation in relations_of(model)] == [False, True]
    assert [relation.overflow for relation in relations_of(model, model.lemmas[0].formula)] == [False]


def test_a_step_that_nobody_is_there_for_is_not_split_off() -> None:
    model = vsym.load(SHARED + "trans B -> A do x := x + 1\nlemma nobody: #B = 0\n")
    assert [relation.overflow for relation in relations_of(model)] == [False, True]
    assert [relation.overflow for relation in relations_of(model, model.lemmas[0].formula)] == [False]


def test_where_interval_bounds_suffice_nothing_is_asked() -> None:
    model = vsym.load(SHARED + "trans A -> B do x := 3 - y, y := #A[R] + 1\ntrans B -> A do x := 2\n")
    assert [relation.overflow for relation in relations(model, _never_asked, Budget())] == [False, False]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("x", (0, 3)), ("2 - x", (-1, 2)), ("2 * x - 3 * y + 1", (-8, 7)), ("#A[R] - #B", (-4, 2)), ("7", (7, 7))],
)
def test_interval_bounds_of_a_term(value: str, expected: tuple[int, int]) -> None:
    model = vsym.load(
        SHARED.replace("shared x", "shared z : -99..99 = 0\nshared x") + f"trans A -> B do z := {value}\n"
    )
    assert bounds(model, model.transitions[0].lines[0].update[0].value) == expected


def test_the_domain_says_that_somebody_is_there_and_may_go() -> None:
    model = vsym.load(RW)
    relation = relations_of(model)[1]
    spelling = Spelling(model)
    assert spelling.formula(relation.domain(model.processes)) == (
        "#T[R] >= 1 & #C = 0 & #T[W] = 0 | #T[W] >= 1 & #C = 0"
    )
    assert spelling.formula(relation.domain(processes(1, 1))) == "#T[R] >= 1 & #C = 0 & #T[W] = 0"
    assert set(relation.sets(processes(2, 3))) == {processes(2, 3), processes(1, 3)}


def test_the_domain_of_one_update() -> None:
    model = vsym.load(SHARED + "trans A -> B { R: x = 1 do x := y  W: x = 2 }\n")
    relation = relations_of(model)[0]
    spelled = [Spelling(model).formula(relation.domain(model.processes, update)) for update in relation.updates]
    assert spelled == ["#A[R] >= 1 & x = 1", "#A[W] >= 1 & x = 2"]


def test_updates_with_many_values_keep_the_sets_they_count_in() -> None:
    text = "system s\nstates A, B\ngroup R of 2\ngroup W of 2\nshared x : {} = 0\ninit A\ntrans A -> B do x := #A[R]\n"
    for ends in ("0..256", "-200..100"):
        wide = vsym.load(text.format(ends))
        assert list(sets_of_wide_updates(wide, relations_of(wide))) == [processes(1, 2)]
    for ends in ("0..255", "-55..200"):
        narrow = vsym.load(text.format(ends))
        assert list(sets_of_wide_updates(narrow, relations_of(narrow))) == []


def test_blocks_do_not_cut_what_a_wide_update_counts() -> None:
    """The value is 0 whenever it is assigned, so that only its range is a reason to count R apart."""
    text = TWO_GROUPS.replace("init A", "init B") + "shared x : 0..{} = 0\ntrans B -> A if #A = 0 do x := #A[R]\n"
    assert [blocks_of(text.format(high)) for high in (255, 256)] == [["all"], ["R", "W"]]


def test_possible_means_in_some_state_of_the_lemma() -> None:
    model = vsym.load(TWO_GROUPS + "invariant small: #A <= 4\ninvariant large: #A[R] >= 3\ninvariant half: #B[W] = 2\n")
    formulas = [prop.formula for prop in model.properties]
    ask = possible(Environment(), model, formulas[0], Budget())
    assert [ask(formula) for formula in formulas] == [True, False, True]
    lemma = vsym.load(TWO_GROUPS + "lemma few: #B <= 1\n").lemmas[0].formula
    assert not possible(Environment(), model, lemma, Budget())(formulas[2])


def test_what_nobody_can_do_is_asked_for_beside_a_lemma_about_other_counts() -> None:
    """Together with the false guard, the lemma no longer mentions the processes that it counts."""
    model = vsym.load(SHARED + "trans A -> B { R: false do x := #B }\nlemma none_less: #A >= 0\n")
    [relation] = relations_of(model, model.lemmas[0].formula)
    assert not relation.overflow


FAMILY = """system family
states A, B
group P[k in 1..4] of 2
shared x : 0..8 = 0
init A
"""


def union(*ranges: tuple[int, int]) -> Processes:
    return Processes.of(ranges)


@pytest.mark.parametrize(
    ("text", "expected", "seen"),
    [
        (RW, (processes(1, 1), processes(2, 3)), processes(1, 3)),
        (FAMILY + "trans A -> B { P[2..3]: true }\n", (union((1, 2), (7, 8)), processes(3, 6)), processes(1, 8)),
        (FAMILY + "trans A -> B if #A[P] >= 1\n", (processes(1, 8),), processes(1, 8)),
        (FAMILY + "trans A -> B do x := #A[P[2]]\n", (union((1, 2), (5, 8)), processes(3, 4)), processes(1, 8)),
        (
            FAMILY + "trans A -> B if #A[{1..5}] >= 1 & #A[{4..7}] = 0\n",
            (processes(1, 3), processes(4, 5), processes(6, 7), processes(8, 8)),
            processes(1, 8),
        ),
    ],
)
def test_guards_lines_and_assignments_tell_cells_apart(text: str, expected: object, seen: Processes) -> None:
    assert (cells(vsym.load(text)), observed(vsym.load(text))) == (expected, (seen,))


def test_properties_fairness_and_initial_condition_are_observed() -> None:
    for declaration in ("ctl it: EF #B[P[1..2]] >= 1", "invariant it: #B[P[1..2]] = 0", "fairness #B[P[1..2]] = 0"):
        model = vsym.load(FAMILY + declaration + "\n")
        assert observed(model) == (processes(1, 4), processes(5, 8))
        assert cells(model) == observed(model)
    text = FAMILY.replace("init A", "init where #B[P[4]] = 1 & #B[P[1..3]] = 0")
    assert observed(vsym.load(text)) == (processes(1, 6), processes(7, 8))


def test_a_formula_respects_the_partitions_whose_blocks_it_does_not_cut() -> None:
    model = vsym.load(FAMILY + "invariant it: #B[P[1..2]] <= #A[P[2..3]]\n")
    formula = model.properties[0].formula
    fine = [processes(1, 2), processes(3, 4), processes(5, 6), processes(7, 8)]
    assert respects(formula, fine)
    assert respects(formula, fine[::-1])
    assert not respects(formula, [processes(1, 4), processes(5, 8)])
    assert not respects(formula, [processes(1, 8)])
    assert list(local_states(formula)) == ["A", "B"]
