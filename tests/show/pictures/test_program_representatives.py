"""The picture of a program's orbits: what is marked, which lines there are, and what the caption says."""

from __future__ import annotations

from tests.hand_programs import LOCK
from tests.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.checking.diagram_groups import generators
from vsym.checking.program_representatives import ProgramOrbits, program_orbits
from vsym.checking.up_to import UpTo
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.models.program.literals import LiteralMap
from vsym.models.program.program import Program
from vsym.show.pictures.picture import Picture
from vsym.show.pictures.programs import program_representatives
from vsym.system.report import Silence

WRONG = """
var x: boolean; y: boolean;
startstate x := true; y := false; end;
rule "both" x & !y ==> y := true; end;
"""


def known_of(program: Program) -> ProgramOrbits:
    maps = generators(program.layout, Quotient(program.scalarsets))
    up_to = UpTo(maps, True, "representatives", program.hints)
    return program_orbits(program, up_to, 60, UNLIMITED, Silence())


def drawn(text: str) -> Picture:
    program = load_program(text)
    return program_representatives(program, known_of(program), "representatives")


def test_each_orbit_has_a_frame_and_its_representative_stands_for_the_others() -> None:
    picture = drawn(LOCK)
    [everything] = picture.clusters
    assert everything.label == "20 states in 7 orbits"
    kept = {node.name for node in picture.nodes if node.stroke.line == "bold"}
    assert (len(picture.nodes), len(kept)) == (20, 7)
    stands_for = {(edge.source, edge.target) for edge in picture.edges if edge.stroke.line == "dashed"}
    for frame in everything.clusters:
        [representative] = kept & {*frame.nodes}
        assert {(representative, name) for name in frame.nodes if name != representative} <= stands_for
    assert len(stands_for) == 20 - 7


def test_steps_are_those_of_representatives_with_their_rules() -> None:
    program = load_program(LOCK)
    picture, known = drawn(LOCK), known_of(program)
    steps = [edge for edge in picture.edges if edge.stroke.line == "solid"]
    assert sum(len(edge.label.split("\n")) for edge in steps) == len(known.steps)
    kept = {node.name for node in picture.nodes if node.stroke.line == "bold"}
    assert {edge.source for edge in steps} <= kept


def test_layers_follow_each_other_and_are_told_with_the_hint() -> None:
    picture = drawn(LOCK + "--! hint forall p: Proc do state[p] = idle end\n")
    notes = {node.name: node.note for node in picture.nodes}
    assert [{notes[name] for name in rank} for rank in picture.ranks[:3]] == [
        {"layer 0"},
        {"layer 1, hint 1 of 2"},
        {""},
    ]
    assert {note for note in notes.values() if "hint 2" in note} == {f"layer {n}, hint 2 of 2" for n in (2, 3, 4)}
    assert "Hint 1: steps begin where this is true: forall p: Proc do state[p] = idle end" in picture.caption
    assert sorted(name for rank in picture.ranks for name in rank) == sorted(notes)


def test_what_is_not_proved_and_not_reached_is_said() -> None:
    program = load_program(WRONG + 'rule "none" x & y ==> x := false; y := false; end;')
    swap = LiteralMap((1, 0), ((0, 1, 2), (0, 1, 2)))
    known = program_orbits(program, UpTo((swap,), False, "within"), 10, UNLIMITED, Silence())
    picture = program_representatives(program, known, "within")
    assert [node.label for node in picture.nodes] == [
        "x = false\ny = true\n(cannot be reached itself)",
        "x = true\ny = false",
    ]
    assert any("not proved" in line for line in picture.caption)
    assert [(edge.source, edge.target) for edge in picture.edges] == [("s0", "s1")]


def test_where_starts_are_not_kept_the_caption_says_so() -> None:
    program = load_program(WRONG.replace("x := true; y := false", "x := true; y := true"))
    swap = LiteralMap((1, 0), ((0, 1, 2), (0, 1, 2)))
    for kept in (True, False):
        known = program_orbits(program, UpTo((swap,), starts_kept=kept), 10, UNLIMITED, Silence())
        caption = program_representatives(program, known, "representatives").caption
        assert any("not taken to starts" in line for line in caption) == (not kept)
