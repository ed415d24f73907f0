"""The picture of a program is what its semantics says."""

from __future__ import annotations

import pytest

from tests.support.hand_programs import LOCK
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.checking.groups.diagrams import UpTo, generators
from vsym.checking.state_graph import state_graph
from vsym.checking.views.programs import NamedDiagram, ProgramDiagrams, ProgramOrbits, program_orbits
from vsym.checking.views.programs import program_diagrams as diagrams_of
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.models.program.program import Program
from vsym.models.program.renaming import LiteralMap
from vsym.models.program.spelling import columns
from vsym.show.pictures.picture import Picture
from vsym.show.pictures.programs import NODES, model_states, program_diagrams, program_representatives
from vsym.system.report import Silence


def test_nodes_are_states_and_edges_have_all_rules_between_them() -> None:
    program = load_program(LOCK, {"N": 2})
    graph = state_graph(program.semantics, 30)
    picture = model_states(program, graph)
    assert len(picture.nodes) == len(graph.states)
    assert [node.initial for node in picture.nodes].count(True) == 1
    assert {(edge.source, edge.target) for edge in picture.edges} == {
        (f"s{source}", f"s{target}") for source, _, target in graph.steps
    }
    assert sum(len(edge.label.split("\n")) for edge in picture.edges) == len(graph.steps)
    assert not picture.left_out


def test_variables_that_never_change_are_left_out_and_said() -> None:
    program = load_program("var x: 0..1; y: 0..1; rule true ==> x := 1 - x; end; startstate x := 0; y := 1; end;")
    picture = model_states(program, state_graph(program.semantics, 30))
    assert [node.label for node in picture.nodes] == ["x = 0", "x = 1"]
    assert any("1 other variable" in line for line in picture.caption)


def test_a_part_is_said_to_be_one() -> None:
    program = load_program(LOCK)
    picture = model_states(program, state_graph(program.semantics, 5))
    assert any("5 states nearest" in line for line in picture.left_out)


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
        assert any("does not map starts to starts" in line for line in caption) == (not kept)


def program_diagrams_known_of(program: Program, room: int = NODES) -> ProgramDiagrams:
    maps = generators(program.layout, Quotient(program.scalarsets))
    return diagrams_of(program, UpTo(maps), room, UNLIMITED, Silence())


def states_of(one: NamedDiagram, depth: int) -> set[tuple[str, ...]]:
    ways: set[tuple[int, tuple[str, ...]]] = {(0, ())}
    for _ in range(depth):
        ways = {
            (end, (*so, v)) for place, so in ways for start, values, end in one.arcs if start == place for v in values
        }
    return {values for _, values in ways}


def test_paths_are_the_states_of_the_program() -> None:
    program = load_program(LOCK, {"N": 2})
    known, plain = program_diagrams_known_of(program), state_graph(program.semantics, 100)
    all_states = states_of(known.all, len(known.variables))
    said = [dict(columns(program, state)) for state in plain.states]
    assert all_states == {tuple(state[name] for name in known.variables) for state in said}
    assert known.all.states == len(all_states) == len(plain.states)
    canonical = states_of(known.canonical, len(known.variables))
    assert canonical <= all_states
    assert (known.canonical.states, known.minimal) == (len(canonical), True)


def test_both_diagrams_stand_side_by_side_level_by_level() -> None:
    known = program_diagrams_known_of(load_program(LOCK, {"N": 2}))
    picture = program_diagrams(load_program(LOCK, {"N": 2}), known)
    assert [len(frame.nodes) for frame in picture.clusters] == [len(known.all.levels), len(known.canonical.levels)]
    assert len(picture.ranks) == len(known.variables) + 1
    assert len(picture.edges) == len(known.all.arcs) + len(known.canonical.arcs)
    [left, right] = [frame.label for frame in picture.clusters]
    assert left.startswith(f"{known.all.states} states in ")
    assert right.endswith("canonical states, one for each orbit")


def test_large_diagrams_are_refused_by_their_number() -> None:
    known = program_diagrams_known_of(load_program(LOCK, {"N": 2}))
    most = len(known.all.levels)
    with pytest.raises(RefusedError, match=f"every node, at most {most - 1}, and that of `program` has {most};"):
        program_diagrams_known_of(load_program(LOCK, {"N": 2}), most - 1)
