"""Cells, what observations tell apart, and which formulas respect a partition."""

from __future__ import annotations

import vsym
from tests.symmetry.virtual.judging import RW, processes
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.cells import cells, local_states, observed, respects

FAMILY = """system family
states A, B
group P[k in 1..4] of 2
shared x : 0..8 = 0
init A
"""


def test_guards_and_guard_lines_tell_groups_apart() -> None:
    assert cells(vsym.load(RW)) == (processes(1, 1), processes(2, 3))
    assert observed(vsym.load(RW)) == (processes(1, 3),)
    assert cells(vsym.load(FAMILY + "trans A -> B { P[2..3]: true }\n")) == (
        Processes.of([(1, 2), (7, 8)]),
        processes(3, 6),
    )


def test_groups_that_nothing_names_are_one_cell() -> None:
    assert cells(vsym.load(FAMILY + "trans A -> B if #A[P] >= 1\n")) == (processes(1, 8),)


def test_assignments_tell_what_they_count_apart() -> None:
    model = vsym.load(FAMILY + "trans A -> B do x := #A[P[2]]\n")
    assert cells(model) == (Processes.of([(1, 2), (5, 8)]), processes(3, 4))
    assert observed(model) == (processes(1, 8),)


def test_properties_fairness_and_initial_condition_are_observed() -> None:
    for declaration in ("ctl it: EF #B[P[1..2]] >= 1", "invariant it: #B[P[1..2]] = 0", "fairness #B[P[1..2]] = 0"):
        model = vsym.load(FAMILY + declaration + "\n")
        assert observed(model) == (processes(1, 4), processes(5, 8))
        assert cells(model) == observed(model)
    text = FAMILY.replace("init A", "init where #B[P[4]] = 1 & #B[P[1..3]] = 0")
    assert observed(vsym.load(text)) == (processes(1, 6), processes(7, 8))


def test_cells_refine_overlapping_sets() -> None:
    model = vsym.load(FAMILY + "trans A -> B if #A[{1..5}] >= 1 & #A[{4..7}] = 0\n")
    assert cells(model) == (processes(1, 3), processes(4, 5), processes(6, 7), processes(8, 8))


def test_a_formula_respects_the_partitions_whose_blocks_it_does_not_cut() -> None:
    model = vsym.load(FAMILY + "invariant it: #B[P[1..2]] <= #A[P[2..3]]\n")
    formula = model.properties[0].formula
    fine = [processes(1, 2), processes(3, 4), processes(5, 6), processes(7, 8)]
    assert respects(formula, fine)
    assert respects(formula, [processes(1, 2), processes(3, 4), processes(5, 6), processes(7, 8)][::-1])
    assert not respects(formula, [processes(1, 4), processes(5, 8)])
    assert not respects(formula, [processes(1, 8)])
    assert list(local_states(formula)) == ["A", "B"]
