"""The picture of an exchange that is no virtual symmetry."""

from __future__ import annotations

from tests.support.loading import load_program
from vsym.checking.findings.virtual import Unanswered
from vsym.models.program.semantics import Firing
from vsym.show.pictures.program_witness import SLOTS, program_witness
from vsym.system.symmetry import Image, Symmetry

MANY = SLOTS + 2

TEXT = f"""
type Place: 0..{MANY - 1};
var at: array [Place] of boolean;
startstate for p: Place do at[p] := false; end; end;
ruleset p: Place do rule "go" !at[p] ==> at[p] := true; end; end;
"""


def _witness(width: int) -> Unanswered:
    rest = (1,) * (width - 2)
    swap = Symmetry(((0, Image(1, ())), (1, Image(0, ()))))
    return Unanswered(Firing(0, (0,)), (1, 2, *rest), (2, 2, *rest), (2, 1, *rest), swap)


def test_values_are_led_to_where_the_exchange_puts_them() -> None:
    program = load_program(TEXT.replace(str(MANY - 1), "2"))
    picture = program_witness(program, "Place", ("0", "1"), _witness(3))
    edges = {(edge.source, edge.target): edge for edge in picture.edges}
    assert {("enabled 0", "disabled 1"), ("enabled 1", "disabled 0"), ("enabled 2", "disabled 2")} <= edges.keys()
    assert edges["enabled 2", "disabled 2"].stroke != edges["enabled 0", "disabled 1"].stroke
    assert edges["enabled", "target"].label == "go, p = 0"
    assert {node.name: node.label for node in picture.nodes}["target 0"] == "true\nat[0]"
    assert not picture.left_out


def test_of_many_slots_those_that_differ_are_shown() -> None:
    picture = program_witness(load_program(TEXT), "Place", ("0", "1"), _witness(MANY))
    assert {node.name for node in picture.nodes if node.name.startswith("enabled")} == {"enabled 0", "enabled 1"}
    assert picture.left_out == (f"2 of {MANY} slots",)
