"""Fixpoints and lassos on graphs given by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vsym.engines.explicit.graph import Graph, distances, lasso, persistent
from vsym.engines.explicit.table import Mask


def graph_of(successors: Sequence[Sequence[int]]) -> Graph:
    offsets = np.cumsum([0, *map(len, successors)])
    targets = [target for row in successors for target in row]
    return Graph(offsets.astype(np.int64), np.array(targets, dtype=np.int32), len(successors))


def mask(size: int, *nodes: int) -> Mask:
    result = np.zeros(size, dtype=np.bool_)
    result[list(nodes)] = True
    return result


def test_reversed_edges() -> None:
    reverse = graph_of([[1, 2], [2], [0, 2]]).reversed
    rows = [reverse.targets[a:b].tolist() for a, b in zip(reverse.offsets, reverse.offsets[1:], strict=False)]
    assert rows == [[2], [0], [0, 1, 2]]


def test_distances_go_through_the_inside_only() -> None:
    graph = graph_of([[1, 2], [3], [2], [4], [4]])
    inside = ~mask(5, 1)
    assert distances(graph, mask(5, 0), ~mask(5), None).tolist() == [0, 1, 1, 2, 3]
    assert distances(graph, mask(5, 0), inside, None).tolist() == [0, -1, 1, -1, -1]


def test_persistent_nodes_have_infinite_paths() -> None:
    graph = graph_of([[1], [2, 3], [2], [4], [5], [5]])
    inside = ~mask(6, 2)
    assert persistent(graph, graph.reversed, inside, mask(6), None).tolist() == [True, True, False, True, True, True]
    inside = ~mask(6, 2, 5)
    assert not persistent(graph, graph.reversed, inside, mask(6), None).any()
    assert persistent(graph, graph.reversed, inside, mask(6, 4), None).tolist() == [
        True,
        True,
        False,
        True,
        True,
        False,
    ]


def test_lasso_enters_at_the_nearest_cycle_and_goes_round_the_short_way() -> None:
    graph = graph_of([[1, 4], [2], [3], [1, 2], [5], [6], [4]])
    route = lasso(graph, ~mask(7), np.array([0]), None)
    assert (route.path, route.loop) == ((0, 1, 2, 3, 1), 1)


def test_lasso_of_a_state_between_two_cycles() -> None:
    # From 0, state 1 is nearest, and has an infinite path backwards through the cycle 3, 4; but lies on none itself.
    graph = graph_of([[1, 2], [5], [3], [4], [3, 1], [6], [7], [8], [7]])
    route = lasso(graph, ~mask(9), np.array([0]), None)
    assert route.path[route.loop or 0] == route.path[-1]
    assert route.path == (0, 1, 5, 6, 7, 8, 7)


def test_lasso_takes_the_shorter_of_two_cycles() -> None:
    route = lasso(graph_of([[1, 2], [3], [0], [0]]), ~mask(4), np.array([0]), None)
    assert (route.path, route.loop) == ((0, 2, 0), 0)


def test_lasso_prefers_the_nearest_start() -> None:
    graph = graph_of([[1], [2], [2], [2]])
    route = lasso(graph, ~mask(4), np.array([0, 3]), None)
    assert (route.path, route.loop) == ((3, 2, 2), 1)
