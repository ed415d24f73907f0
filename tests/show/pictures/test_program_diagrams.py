"""The picture of a program's decision diagrams: their paths are its states, and the canonical ones are the least."""

from __future__ import annotations

import pytest

from tests.hand_programs import LOCK
from tests.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.checking.diagram_groups import generators
from vsym.checking.program_diagrams import NamedDiagram, ProgramDiagrams
from vsym.checking.program_diagrams import program_diagrams as diagrams_of
from vsym.checking.state_graph import state_graph
from vsym.checking.up_to import UpTo
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.models.program.program import Program
from vsym.models.program.spelling import columns
from vsym.show.pictures.program_diagrams import NODES, program_diagrams
from vsym.system.report import Silence


def known_of(program: Program, room: int = NODES) -> ProgramDiagrams:
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
    known, plain = known_of(program), state_graph(program, 100)
    all_states = states_of(known.all, len(known.variables))
    said = [dict(columns(program, state)) for state in plain.states]
    assert all_states == {tuple(state[name] for name in known.variables) for state in said}
    assert known.all.states == len(all_states) == len(plain.states)
    canonical = states_of(known.canonical, len(known.variables))
    assert canonical <= all_states
    assert (known.canonical.states, known.minimal) == (len(canonical), True)


def test_both_diagrams_stand_side_by_side_level_by_level() -> None:
    known = known_of(load_program(LOCK, {"N": 2}))
    picture = program_diagrams(load_program(LOCK, {"N": 2}), known)
    assert [len(frame.nodes) for frame in picture.clusters] == [len(known.all.levels), len(known.canonical.levels)]
    assert len(picture.ranks) == len(known.variables) + 1
    assert len(picture.edges) == len(known.all.arcs) + len(known.canonical.arcs)
    [left, right] = [frame.label for frame in picture.clusters]
    assert left.startswith(f"{known.all.states} states in ")
    assert right.endswith("canonical states, one for each orbit")


def test_large_diagrams_are_refused_by_their_number() -> None:
    known = known_of(load_program(LOCK, {"N": 2}))
    most = len(known.all.levels)
    with pytest.raises(RefusedError, match=f"at most {most - 1} nodes, and that of `program` has {most};"):
        known_of(load_program(LOCK, {"N": 2}), most - 1)
