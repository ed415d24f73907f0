"""Partial maps completed by neighbours."""

from __future__ import annotations

import pytest

from tests.graphs.kinds import cycle, pairs, plain, servers, union
from vsym.basics.limits import UNLIMITED
from vsym.graphs.coloured import Graph
from vsym.graphs.completion import completed
from vsym.groups.permutations import Permutation


def _is_automorphism(graph: Graph, images: dict[int, int] | None) -> bool:
    return images is not None and graph.has_automorphism(Permutation.moving(graph.nodes, images))


def _coloured(nodes: range) -> dict[int, int]:
    return dict.fromkeys(nodes, 0)


def test_pairs_follow_their_members_at_once() -> None:
    graph = pairs(6)
    images = completed(graph.neighbours, {0: 1, 1: 0}, _coloured(range(6, 21)), _coloured(range(6, 21)), UNLIMITED)
    assert _is_automorphism(graph, images)
    assert images is not None
    assert {node: images[node] for node in range(2)} == {0: 1, 1: 0}
    assert sum(node != image for node, image in images.items()) == 2 + 2 * 4


@pytest.mark.parametrize("part", [cycle(9), servers(2, 4), plain(30, ((node, node + 1) for node in range(29)))])
def test_equal_parts_are_taken_to_each_other_with_choices_where_these_are_free(part: Graph) -> None:
    graph = union(part, part)
    first, second = range(part.nodes), range(part.nodes, 2 * part.nodes)
    there = completed(graph.neighbours, {}, _coloured(first), _coloured(second), UNLIMITED)
    assert there is not None
    assert {*there.values()} == {*second}
    assert _is_automorphism(graph, {**there, **{image: node for node, image in there.items()}})


def test_what_neighbours_contradict_is_none() -> None:
    graph = union(cycle(6), cycle(3), cycle(3))
    left, right = _coloured(range(6)), _coloured(range(6, 12))
    assert completed(graph.neighbours, {}, left, right, UNLIMITED) is None
    path = plain(5, ((node, node + 1) for node in range(4)))
    assert completed(path.neighbours, {0: 0}, {1: 0, 3: 0}, {3: 0, 2: 0}, UNLIMITED) is None
    assert completed(path.neighbours, {}, {1: 0}, {2: 1}, UNLIMITED) is None
