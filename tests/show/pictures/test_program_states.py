"""The picture of a program is what its semantics says."""

from __future__ import annotations

from tests.hand_programs import LOCK
from tests.loading import load_program
from vsym.checking.state_graph import state_graph
from vsym.show.pictures.program_states import program_states


def test_nodes_are_states_and_edges_have_all_rules_between_them() -> None:
    program = load_program(LOCK, {"N": 2})
    graph = state_graph(program, 30)
    picture = program_states(program, graph)
    assert len(picture.nodes) == len(graph.states)
    assert [node.initial for node in picture.nodes].count(True) == 1
    assert {(edge.source, edge.target) for edge in picture.edges} == {
        (f"s{source}", f"s{target}") for source, _, target in graph.steps
    }
    assert sum(len(edge.label.split("\n")) for edge in picture.edges) == len(graph.steps)
    assert not picture.left_out


def test_variables_that_never_change_are_left_out_and_said() -> None:
    program = load_program("var x: 0..1; y: 0..1; rule true ==> x := 1 - x; end; startstate x := 0; y := 1; end;")
    picture = program_states(program, state_graph(program, 30))
    assert [node.label for node in picture.nodes] == ["x = 0", "x = 1"]
    assert any("1 other variable" in line for line in picture.caption)


def test_a_part_is_said_to_be_one() -> None:
    program = load_program(LOCK)
    picture = program_states(program, state_graph(program, 5))
    assert any("5 states nearest" in line for line in picture.left_out)
