"""Formulas and the scalarsets whose elements they name."""

from __future__ import annotations

import pytest

from tests.symmetry.declared.equivariance import program_of
from vsym.symmetry.declared.formulas import named_elements, symmetric_scalarsets

MODEL = """
type P: scalarset(3); Q: scalarset(2);
var a: array[P] of boolean; b: array[Q] of boolean;
startstate for i: P do a[i] := false; end; for q: Q do b[q] := false; end; end;
ruleset i: P do rule a[i] := !a[i]; end; end;
ruleset q: Q do rule b[q] := !b[q]; end; end;
"""


@pytest.mark.parametrize(
    ("line", "symmetric", "named"),
    [
        ("--! ctl p: AG (exists i: P do a[i] end)", ["P", "Q"], {}),
        ("--! ltl p: forall i: P do G F a[i] end", ["Q"], {"P": 3}),
        ("--! ctl p: forall q: Q do AG EF (forall i: P do a[i] & b[q] end) end", ["P"], {"Q": 2}),
        ("--! ctl p: forall i: P do forall q: Q do EF (a[i] & b[q]) end end", [], {"P": 3, "Q": 2}),
    ],
)
def test_which_scalarsets_a_formula_leaves_symmetric(line: str, symmetric: list[str], named: dict[str, int]) -> None:
    program = program_of(f"{MODEL}{line}\n")
    formula = next(prop.formula for prop in program.properties if prop.name == "p")
    assert [one.name for one in symmetric_scalarsets(formula, program.scalarsets)] == symmetric
    assert {one.name: len(elements) for one, elements in named_elements(formula).items()} == named
