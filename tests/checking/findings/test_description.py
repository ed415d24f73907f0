"""The description of a group: its factors, what each of them permutes, and the symmetries of values alone."""

from __future__ import annotations

from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.checking.findings.description import GroupDescription, described
from vsym.checking.groups.detecting import program_symmetry

_STARTED = """
const N: 3;
type place: 0..N-1; colour: 0..1;
var at: place; paint: array [place] of colour;
ruleset p: place; c: colour do startstate at := p; for q: place do paint[q] := c end end end;
ruleset c: colour do
  rule "paint" paint[at] := c; end;
end;
rule "walk" at := (at + 1) % N; end;
"""


def _described(text: str) -> tuple[GroupDescription, list[str]]:
    """The group, and the names of the slots."""
    program = load_program(text)
    return described(program_symmetry(program, UNLIMITED).detected), [slot.text for slot in program.layout.slots]


def test_factors_are_told_with_the_variables_and_the_values_that_they_permute() -> None:
    group, names = _described(_STARTED)
    assert (group.text, group.order, group.certain) == ("C3 × S2", 6, True)
    rotation, swap = group.factors
    assert (rotation.text, rotation.order, swap.text, swap.order) == ("C3", 3, "S2", 2)
    assert [[names[cell] for cell in orbit] for orbit in rotation.cells] == [["paint[0]", "paint[1]", "paint[2]"]]
    (turned,) = rotation.values
    assert ([names[cell] for cell in turned.cells], turned.orbits) == (["at"], ((1, 2, 3),))
    assert swap.cells == ()
    (painted,) = swap.values
    assert ([names[cell] for cell in painted.cells], painted.orbits) == (names[1:], ((1, 2),))


def test_symmetries_of_values_alone_are_those_that_leave_variables_where_they_are() -> None:
    group, names = _described(_STARTED)
    assert group.data is not None
    assert (group.data.text, group.data.order, group.data.cells) == ("S2", 2, ())
    assert [[names[cell] for cell in one.cells] for one in group.data.values] == [names[1:]]
    assert [[names[cell] for cell in orbit] for orbit in group.cells] == [names[1:]]


def test_where_all_symmetries_are_of_values_there_is_nothing_else_to_say_of_them() -> None:
    group, _ = _described("var x: 0..1; y: 0..2; startstate y := 0; end; rule x := 0; end; rule x := 1; end;")
    assert (group.text, group.order, group.cells, group.data) == ("S2", 2, (), None)


def test_the_identity_alone_is_a_group_without_factors() -> None:
    group, _ = _described("var x: 0..3; startstate x := 0; end; rule x < 3 ==> x := x + 1; end;")
    assert (group.text, group.order, group.factors, group.data) == ("1", 1, (), None)
