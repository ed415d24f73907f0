"""The first states of a program, for a picture."""

from __future__ import annotations

from tests.support.hand_programs import LOCK
from tests.support.loading import load_program
from vsym.checking.state_graph import state_graph
from vsym.models.program.semantics import Semantics


def test_all_states_with_all_steps() -> None:
    program = load_program(LOCK)
    graph = state_graph(program.semantics, 100)
    assert (len(graph.states), len(graph.steps), graph.complete) == (20, 48, True)
    assert graph.starts == {0}
    semantics = Semantics(program)
    for source, firing, target in graph.steps:
        fired = {one.firing: one.state for one in semantics.fire(graph.states[source])}
        assert fired[firing] == graph.states[target]


def test_of_many_states_the_nearest_ones() -> None:
    program = load_program(LOCK)
    whole, part = state_graph(program.semantics, 100), state_graph(program.semantics, 7)
    assert not part.complete
    assert part.states == whole.states[:7]
    assert set(part.steps) == {step for step in whole.steps if step[0] < 7 and step[2] < 7}
