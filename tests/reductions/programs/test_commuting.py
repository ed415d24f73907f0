"""Loops over scalarsets that no pattern recognises: their turns run in both orders, and a solver compares."""

from __future__ import annotations

import pytest

from tests.support.loading import load_program
from tests.symmetry.declared.equivariance import reached, told_apart
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import DiagnosticError
from vsym.checking.groups.choosing import misused_scalarsets, sound_scalarsets
from vsym.models.program.program import Program
from vsym.symmetry.declared.soundness import misuses

_DECLARED = """
type P: scalarset(3);
var a: array [P] of 0..3; b: array [P] of boolean; c: 0..6; f: boolean; o: P;
ruleset s: P do startstate c := 0; f := false; for j: P do a[j] := 0; b[j] := false; end; b[s] := true; end; end;
ruleset j: P do rule "move" a[j] < 3 ==> a[j] := a[j] + 1; end; rule "flip" true ==> b[j] := !b[j]; end; end;
"""


def _program(body: str, chosen: str = "i: P") -> Program:
    return load_program(f'{_DECLARED} ruleset {chosen} do rule "r" true ==> var l: 0..6; begin {body} end; end;')


ACCEPTED = (
    # One flag goes on and off as often as there are elements.
    "for j: P do if b[j] then f := !f; end; end;",
    "for j: P do c := (c + a[j]) % 7; end;",
    "for j: P do if a[j] > c then c := a[j]; end; end;",
    "for j: P do if b[j] & !f then f := true; elsif b[j] then f := true; end; end;",
    "l := 0; for j: P do if b[j] then l := 6 - l; end; end; c := l;",
    "for j: P do if !isundefined(o) & o = j then c := a[j]; end; end;",
)

REFUSED = (
    "for j: P do if b[j] then o := j; end; end;",
    "for j: P do c := a[j]; end;",
    "for j: P do c := (2 * c + a[j]) % 7; end;",
    "for j: P do if f then f := false; a[j] := 0; end; end;",
    "for j: P do if c > 4 then c := 4; end; c := c + a[j]; end;",
    # Whether there is an error depends on the order, as c may be 0 only between two turns.
    "for j: P do if b[j] then c := 6 / c; else c := 0; end; end;",
    # Here nothing else does: c is 1 in the end in either order.
    'for j: P do if b[j] then c := 1; end; if !b[j] & c = 0 then error "late"; end; end;',
    "l := 0; for j: P do if b[j] then l := a[j]; end; end; c := l;",
    "for j: P do if b[j] then return; end; f := true; end;",
    # What an alias stands for is not known here.
    "alias x: a[i] do for j: P do x := 3 - x; end; end;",
)


@pytest.mark.parametrize("body", ACCEPTED)
def test_a_loop_whose_turns_can_be_exchanged_is_accepted(body: str) -> None:
    program = _program(body)
    assert [misuse.diagnostic.code for misuse in misuses(program)] == ["VS361"]
    assert sound_scalarsets(program) == program.scalarsets
    assert told_apart(program, reached(program, 3), program.scalarsets) is None


@pytest.mark.parametrize("body", REFUSED)
def test_a_loop_whose_turns_are_not_known_to_commute_is_refused(body: str) -> None:
    (misuse,) = misused_scalarsets(_program(body), UNLIMITED)
    assert misuse.diagnostic.code == "VS361"
    with pytest.raises(DiagnosticError):
        sound_scalarsets(_program(body))


def test_elements_around_a_loop_may_differ() -> None:
    """If h and i are the same, only one turn of the loop changes anything."""
    named = _program("for j: P do if b[h] & b[i] & b[j] then f := !f; end; end;", "h: P; i: P")
    assert sound_scalarsets(named) == named.scalarsets
    several = "for j: P do if j = h then c := 1; end; if j = i then c := 2; end; end;"
    (misuse,) = misused_scalarsets(_program(several, "h: P; i: P"), UNLIMITED)
    assert misuse.diagnostic.code == "VS361"
    one = _program(several.replace("j = h", "j = i"))
    assert sound_scalarsets(one) == one.scalarsets


def test_elements_of_different_scalarsets_in_a_union_keep_their_order() -> None:
    text = f"""{_DECLARED} type Q: scalarset(2); U: union {{ P, Q }};
    rule "r" true ==> for u: U do if ismember(u, P) then if b[u] then f := !f; end; else f := false; end; end; end;"""
    assert sound_scalarsets(load_program(text)) == load_program(text).scalarsets
