from __future__ import annotations

from random import Random

from vsym.diagrams import Space, StateSet
from vsym.engines.diagrams.quotient.pictures import DiagramGraph, diagram_graph


def vectors(graph: DiagramGraph, depth: int) -> set[tuple[int, ...]]:
    """The paths from the root to the end, one for each choice of values."""
    ways: set[tuple[int, tuple[int, ...]]] = {(0, ())} if graph.levels else set()
    for _ in range(depth):
        ways = {
            (arc.target, (*values, value))
            for place, values in ways
            for arc in graph.arcs
            if arc.source == place
            for value in arc.values
        }
    return {values for _, values in ways}


def some_set(draw: Random, space: Space) -> StateSet:
    states = space.empty
    for _ in range(draw.randrange(12)):
        states |= space.single([draw.randrange(size) for size in space.sizes])
    return states


def test_paths_are_the_vectors_and_each_node_exists_once() -> None:
    for draw in map(Random, range(40)):
        space = Space([draw.randint(1, 4) for _ in range(draw.randint(1, 4))])
        states = some_set(draw, space)
        graph = diagram_graph(states)
        assert vectors(graph, len(space.sizes)) == {*states}
        assert [*graph.levels] == sorted(graph.levels)
        assert all(graph.levels[arc.target] == graph.levels[arc.source] + 1 for arc in graph.arcs)
        leading = [
            frozenset((arc.values, arc.target) for arc in graph.arcs if arc.source == place)
            for place in range(len(graph.levels))
        ]
        assert len({*leading}) == len(leading)
