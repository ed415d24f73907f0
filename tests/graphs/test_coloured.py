"""Graphs, their neighbours, and the check of an automorphism."""

from __future__ import annotations

from random import Random

import pytest

from tests.graphs.kinds import cycle, drawn, plain
from vsym.graphs.coloured import Graph
from vsym.groups.permutations import Permutation


def test_the_check_is_the_definition() -> None:
    random = Random(8)
    answers = []
    for _ in range(300):
        graph = drawn(random)
        edges = {frozenset(edge) for edge in graph.edges}
        some = random.sample(range(graph.nodes), min(graph.nodes, random.choice((2, 2, 3, 50))))
        images = {
            **{node: node for node in range(graph.nodes)},
            **dict(zip(some, random.sample(some, len(some)), strict=True)),
        }
        expected = {frozenset(map(images.__getitem__, edge)) for edge in edges} == edges and all(
            graph.colours[node] == graph.colours[image] for node, image in images.items()
        )
        answers.append(expected)
        assert graph.has_automorphism(Permutation.moving(graph.nodes, images)) is expected
    assert 30 < sum(answers) < 270


def test_neighbours_are_ascending_and_each_is_one() -> None:
    assert Graph(4, ((2, 0), (0, 1), (1, 0), (0, 2)), (0,) * 4).neighbours == ([1, 2], [0], [0], [])
    assert plain(0, ()).neighbours == ()


def test_a_permutation_of_other_nodes_is_no_automorphism() -> None:
    assert not cycle(5).has_automorphism(Permutation.of((1, 2, 3, 4, 5, 0)))


@pytest.mark.parametrize("edge", [(1, 1), (0, 3), (-1, 0)])
def test_an_edge_of_no_two_nodes_is_refused(edge: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="an edge between"):
        Graph(3, (edge,), (0, 0, 0))


def test_every_node_has_a_colour() -> None:
    with pytest.raises(ValueError, match="2 colours for 3 nodes"):
        Graph(3, (), (0, 0))
