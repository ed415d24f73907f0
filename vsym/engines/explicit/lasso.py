"""Paths through an explored graph: shortest ones, and lassos for what can go on for ever."""

from __future__ import annotations

import numpy as np

from vsym.engines.explicit.graph import UNREACHED, Graph, Nodes, distances, persistent
from vsym.engines.explicit.packing import Mask
from vsym.engines.explicit.table import Numbers
from vsym.logic.explaining import Route


def descent(graph: Graph, distance: Numbers, node: int) -> list[int]:
    """A path along the edges of a graph from a node to one at distance 0, each step one nearer."""
    path = [node]
    while left := int(distance[path[-1]]):
        successors = graph.successors(np.array(path[-1:]))
        path.append(int(successors[distance[successors] == left - 1][0]))
    return path


def lasso(graph: Graph, inside: Mask, starts: Nodes, deadline: float | None) -> Route[int]:
    """A path from one of `starts` that stays `inside` and ends in a cycle.

    Every start must have an infinite path inside. The stem is a shortest path to the entry and the cycle a shortest one
    through it. The entry is the nearest state that may lie on a cycle; if it turns out that it does not, the nearest
    state of some cycle after it. Raises LimitReachedError at the deadline.
    """
    reached = distances(graph, mask_of(graph, starts), inside, deadline)
    region = reached != UNREACHED
    # What has an infinite path backwards inside the region: the cycles, and what lies between two of them or after.
    recurrent = persistent(graph.reversed, graph, region, np.zeros_like(region), deadline)
    candidates = np.flatnonzero(recurrent)
    entry = int(candidates[reached[candidates].argmin()])
    cycle = shortest_cycle(graph, recurrent, entry, deadline)
    if cycle is None:
        around = np.array(_some_cycle(graph, recurrent, entry))
        entry = int(around[reached[around].argmin()])
        cycle = shortest_cycle(graph, recurrent, entry, deadline) or []
    stem = descent(graph.reversed, reached, entry)[::-1]
    return Route((*stem, *cycle[1:]), loop=len(stem) - 1)


def shortest_cycle(graph: Graph, inside: Mask, node: int, deadline: float | None) -> list[int] | None:
    """A shortest cycle through a node, the node at both ends, or None."""
    distance = distances(graph.reversed, mask_of(graph, np.array([node])), inside, deadline)
    successors = graph.successors(np.array([node]))
    successors = successors[distance[successors] != UNREACHED]
    if not successors.size:
        return None
    return [node, *descent(graph, distance, int(successors[distance[successors].argmin()]))]


def _some_cycle(graph: Graph, inside: Mask, node: int) -> list[int]:
    """The states of a cycle that is reached from a node whose every path inside goes on for ever."""
    seen: dict[int, int] = {}
    while node not in seen:
        seen[node] = len(seen)
        successors = graph.successors(np.array([node]))
        node = int(successors[inside[successors]][0])
    return list(seen)[seen[node] :]


def mask_of(graph: Graph, nodes: Nodes | Numbers) -> Mask:
    """The set of some nodes."""
    mask = np.zeros(graph.size, dtype=np.bool_)
    mask[nodes] = True
    return mask
