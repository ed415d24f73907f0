"""ψ as SMT-LIB 2: Z3 itself reads and answers the scripts."""

from __future__ import annotations

import re

import pytest
import z3

import vsym
from tests.symmetry.virtual.judging import RW, RW_BROKEN, TWO_GROUPS
from vsym.basics.limits import Budget
from vsym.exchange.smtlib import questions
from vsym.symmetry.virtual.identification import decide_symmetry


def _scripts(text: str, budget: Budget | None = None) -> dict[str, str]:
    return dict(questions(decide_symmetry(vsym.load(text), budget or Budget(), lambda _: None)))


def _answers(text: str) -> list[str]:
    found = []
    for script in _scripts(text).values():
        solver = z3.Solver()
        solver.from_string(script)
        found.append(str(solver.check()))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (RW, ["unsat", "unsat", "unsat"]),
        (RW_BROKEN, ["unsat", "sat", "unsat"]),
        (TWO_GROUPS + "trans A -> B if #A[R] >= 1\n", ["sat"]),
        (TWO_GROUPS + "trans A -> B { R: false  W: #B[R] = 0 }\n", ["sat"]),
        (TWO_GROUPS + "shared x : 0..2 = 0\ntrans A -> B if x = 0 | #B[R] = 0\n", ["sat"]),
        (TWO_GROUPS + "shared x : 0..2 = 0\ntrans A -> B if x = 0 | #B[R] = 0\nlemma zero: x = 0\n", ["unsat"]),
        (TWO_GROUPS + "shared x : 0..2 = 0\ntrans A -> B { R: x = 1 do x := 1  W: x = 1 }\n", ["unsat"]),
        (TWO_GROUPS + "shared x : 0..2 = 0\ntrans A -> B { R: x = 0 do x := 1  W: x = 0 }\n", ["sat"]),
        (TWO_GROUPS + "shared x : 0..2 = 0\ntrans A -> B do x := #A[R]\n", ["sat"]),
        (TWO_GROUPS + "shared x : 0..2 = 0\ntrans A -> B { R: true do x := x + 1  W: true }\n", ["sat", "sat"]),
    ],
)
def test_unsat_is_virtually_symmetric(text: str, expected: list[str]) -> None:
    assert _answers(text) == expected


def test_names_are_for_files_and_tell_relations_apart() -> None:
    assert list(_scripts(RW)) == ["001_N_T.smt2", "002_T_C.smt2", "003_C_N.smt2"]
    family = "system s\nstates L[1..2][1..2]\ngroup P of 2\ninit L[1][1]\ntrans L[1][1] -> L[1][2]\n"
    family += "trans L[1][1] -> L[1][2]\ntrans L[2][2] -> L[1][1]\n"
    assert list(_scripts(family)) == ["001_L_1_1_L_1_2.smt2", "002_L_2_2_L_1_1.smt2"]


def test_a_script_can_be_read_by_a_person() -> None:
    script = _scripts(RW_BROKEN.replace("trans T -> C", "trans enter: T -> C"))["002_T_C.smt2"]
    lines = script.splitlines()
    assert lines[:3] == [
        "; rw: enter: T -> C (broken)",
        "; unsat: the steps are virtually symmetric",
        "(set-logic QF_LIA)",
    ]
    assert lines[-2:] == ["(check-sat)", "(get-model)"]
    declared = re.findall(r"\(declare-fun \|([^|]*)\| \(\) Int\)", script)
    # Both sides of ψ for the reader and the writers, in the two local states that the guards name, with their sums.
    assert sorted(declared) == sorted(
        f"{row}[{who}]{side}" for row in "CT" for who in ("1", "2..3", "1..3") for side in ("", "'")
    )
    assert script.count("(assert ") == len([line for line in lines if line.startswith("(assert ")])


def test_undecided_questions_are_written_all_the_same() -> None:
    scripts = _scripts(RW, Budget(deadline=0.0))
    assert "; rw: T -> C (undecided)" in scripts["002_T_C.smt2"]
    assert len(scripts) == 3
