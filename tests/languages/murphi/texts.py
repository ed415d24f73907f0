"""Short ways to write a program in a test and to look at what became of it."""

from __future__ import annotations

from vsym.basics.limits import UNLIMITED
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.murphi.text import MurphiText, text
from vsym.logic.formula import atoms
from vsym.models.program.expressions import Expression
from vsym.models.program.program import Condition, Dialect, Program

FRAME = """const N: 3;
type Pid: scalarset(N);
  Home: enum { home };
  Node: union { Pid, Home };
  Status: enum { idle, busy };
  Pair: record one, two: 0..3 end;
  Net: multiset [2] of Pair;
var x, y: 0..3; b, c: boolean; p, q: Pid; n: Node; s: Status; r: Pair; net: Net;
  a: array [Pid] of 0..3;
function free(z: 0..3): boolean; begin return z = x end;
procedure set(var z: 0..3; k: 0..3); begin z := k end;
startstate "begin" x := 0; end;
"""


def parsed(written: str, name: str = "test.m") -> MurphiText:
    """The text of a model."""
    return text(Source(name, written), UNLIMITED)


def program(written: str, dialect: Dialect | None = None, **values: int) -> Program:
    """The program of a complete text."""
    return parsed(written).with_dialect(dialect or Dialect()).at(values)


def framed(declarations: str, dialect: Dialect | None = None) -> Program:
    """The program of some declarations inside the frame."""
    return program(FRAME + declarations, dialect)


def codes(written: str, dialect: Dialect | None = None, **values: int) -> list[str]:
    """The codes of the errors in a complete text."""
    try:
        program(written, dialect, **values)
    except DiagnosticError as error:
        return [diagnostic.code for diagnostic in error.diagnostics]
    return []


def condition(written: str, dialect: Dialect | None = None) -> Expression:
    """The meaning of a condition inside the frame."""
    [atom] = atoms(framed(f"--! fair {written}\n", dialect).fairness[0].formula)
    assert isinstance(atom, Condition)
    return atom.expression
