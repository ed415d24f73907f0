"""The owner of each slot of a program, and refusals of programs that counters could not express."""

from __future__ import annotations

import pytest

from tests.support.loading import load_program
from vsym.basics.source import DiagnosticError
from vsym.models.program.program import Program
from vsym.reductions.process_counters.slots import slots

TYPES = """type P: scalarset(3);
  Other: scalarset(2);
  Home: enum { home };
  Node: union { P, Home };
  Pair: record one: boolean; two: P end;
"""


def _program(variables: str) -> Program:
    return load_program(f"{TYPES}var {variables} b: boolean; startstate b := false; end; rule b ==> b := false end;")


@pytest.mark.parametrize(
    ("variable", "own", "pointers", "shared"),
    [
        ("x: array [P] of boolean;", ["x[P]"], [], ["b"]),
        ("x: P;", [], ["x"], ["b"]),
        ("x: Pair;", [], ["x.two"], ["x.one", "b"]),
        ("x: array [0..1] of P;", [], ["x[0]", "x[1]"], ["b"]),
        ("x: array [P] of array [0..1] of boolean;", ["x[P][0]", "x[P][1]"], [], ["b"]),
        ("x: array [P] of Other;", ["x[P]"], [], ["b"]),
        ("x: Other;", [], [], ["x", "b"]),
    ],
)
def test_whose_a_slot_is(variable: str, own: list[str], pointers: list[str], shared: list[str]) -> None:
    program = _program(variable)
    found = slots(program, next(one for one in program.scalarsets if one.name == "P"))
    assert [found.text(key) for key, _ in found.own] == own
    assert [found.text(key) for key in found.pointers] == pointers
    assert [found.text(key) for key, _ in found.shared] == shared


@pytest.mark.parametrize(
    ("variable", "slot", "why"),
    [
        ("x: array [P] of array [P] of boolean;", "x[P][P]", "`P` indexes it twice"),
        ("x: array [P] of array [0..1] of array [P] of boolean;", "x[P][0][P]", "`P` indexes it twice"),
        ("x: array [P] of array [P] of array [P] of boolean;", "x[P][P][P]", "`P` indexes it twice"),
        ("x: array [P] of P;", "x[P]", "each `P` holds a `P`"),
        ("x: array [P] of Pair;", "x[P].two", "each `P` holds a `P`"),
        ("x: Node;", "x", "a union with `P`; only"),
        ("x: array [Node] of boolean;", "x", "a union with `P` indexes it"),
        ("x: array [0..1] of record one: array [Node] of boolean end;", "x", "a union with `P` indexes it"),
        ("x: multiset [2] of boolean;", "x", "a multiset"),
    ],
)
def test_what_cannot_be_counted(variable: str, slot: str, why: str) -> None:
    program = _program(variable)
    with pytest.raises(DiagnosticError) as refusal:
        slots(program, next(one for one in program.scalarsets if one.name == "P"))
    [found] = refusal.value.diagnostics
    assert found.code == "VS460"
    assert found.message.startswith(f"`{slot}`")
    assert why in found.message
