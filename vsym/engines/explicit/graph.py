"""A finite graph as arrays: the fixpoints of CTL on it, each of which looks at every edge once, shortest paths, fair
cycles, and lassos for infinite paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.basics.limits import check
from vsym.engines.explicit.table import Mask, Numbers
from vsym.logic.components import components
from vsym.logic.explaining import Route

Nodes = NDArray[np.int64]

UNREACHED = -1

NONE = -1

_SMALL = 20_000

_PIECE = 100_000


@frozen(eq=False)
class Graph:
    """Compressed sparse rows: the edges of node u lead to `targets[offsets[u] : offsets[u + 1]]`.

    The nodes from `unknown` on have edges that are not known; none of theirs are stored.
    """

    offsets: Nodes
    targets: Numbers
    unknown: int

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.offsets) - 1

    @cached_property
    def degrees(self) -> Nodes:
        """The number of edges that leave each node."""
        return np.diff(self.offsets)

    @cached_property
    def reversed(self) -> Graph:
        """The same edges the other way round."""
        sources = np.repeat(np.arange(self.size, dtype=np.int64), self.degrees)
        # Sorting pairs held in one integer is far faster than sorting indices.
        pairs = self.targets.astype(np.int64)
        pairs <<= 32
        pairs |= sources
        pairs.sort()
        offsets = np.zeros(self.size + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.targets, minlength=self.size), out=offsets[1:])
        return Graph(offsets, pairs.astype(np.uint32).astype(np.int32), self.size)

    def successors(self, nodes: NDArray[np.int64]) -> Numbers:
        """The targets of the edges of some nodes, node by node, with repetitions."""
        degrees = self.degrees[nodes]
        starts = np.repeat(self.offsets[nodes] - (np.cumsum(degrees) - degrees), degrees)
        return self.targets[starts + np.arange(len(starts))]

    def count_successors(self, inside: Mask) -> Numbers:
        """For each node, how many of its edges lead into a set."""
        running = np.zeros(len(self.targets) + 1, dtype=np.int64)
        np.cumsum(inside[self.targets], out=running[1:])
        return (running[self.offsets[1:]] - running[self.offsets[:-1]]).astype(np.int32)


def distances(graph: Graph, sources: Mask, inside: Mask, deadline: float | None) -> Numbers:
    """For each node the length of a shortest path from `sources` whose later nodes are all `inside`, else UNREACHED.

    On a reversed graph, with the goal as sources, these are the distances to the goal and E [inside U goal] is where
    they are not UNREACHED. Raises LimitReachedError at the deadline.
    """
    distance = np.full(graph.size, UNREACHED, dtype=np.int32)
    frontier = np.flatnonzero(sources)
    distance[frontier] = 0
    chosen = np.empty(graph.size, dtype=np.int64)
    length = 0
    while frontier.size:
        check(deadline)
        length += 1
        reached = graph.successors(frontier)
        reached = reached[inside[reached] & (distance[reached] == UNREACHED)]
        distance[reached] = length
        frontier = _each_once(reached, chosen)
    return distance


def persistent(graph: Graph, reverse: Graph, inside: Mask, lasting: Mask, deadline: float | None) -> Mask:
    """The nodes from which a path stays `inside` for ever (EG), `lasting` ones taken to have one if they are inside.

    Nodes are removed once none of their edges leads to a node that is left; `reverse` is the reversed graph. Raises
    LimitReachedError at the deadline.
    """
    left: Mask = inside.copy()
    support = graph.count_successors(inside)
    frontier = np.flatnonzero(left & ~lasting & (support == 0))
    chosen = np.empty(graph.size, dtype=np.int64)
    while frontier.size:
        check(deadline)
        left[frontier] = False
        losing = reverse.successors(frontier)
        np.subtract.at(support, losing, 1)
        unsupported = losing[left[losing] & ~lasting[losing] & (support[losing] == 0)]
        frontier = _each_once(unsupported, chosen)
    return left


def _each_once(nodes: Numbers, chosen: Nodes) -> Nodes:
    """Some nodes without repetitions; `chosen`, a number per node, is overwritten.

    It takes no sorting, and NumPy's `unique` would load its masked arrays.
    """
    rows = np.arange(len(nodes))
    chosen[nodes] = rows
    once: Nodes = nodes[chosen[nodes] == rows].astype(np.int64)
    return once


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
    # The states with an infinite path backwards inside the region: those on cycles, between two of them, or after one.
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


def fair_components(graph: Graph, inside: Mask, goals: Iterable[Mask], deadline: float | None) -> Numbers:
    """For each node the number of its fair component in the part of a graph that is `inside`, or NONE.

    A component is fair if it is strongly connected and maximal, has an edge, and meets every goal; some cycle passes
    all of it then. Raises LimitReachedError at the deadline.
    """
    check(deadline)
    nodes = np.flatnonzero(inside)
    result = np.full(graph.size, NONE, dtype=np.int32)
    if not nodes.size:
        return result
    sources, targets = _simple(graph, inside)
    labels = strong_components(len(nodes), sources, targets)
    check(deadline)
    fair = np.bincount(labels, minlength=len(nodes)) > 1
    fair[labels[targets[sources == targets]]] = True
    for goal in goals:
        met = np.zeros(len(nodes), dtype=np.bool_)
        met[labels[goal[nodes]]] = True
        fair &= met
    result[nodes] = np.where(fair[labels], labels, NONE)
    return result


def strong_components(
    size: int, sources: NDArray[np.int32], targets: NDArray[np.int32], small: int = _SMALL
) -> NDArray[np.int32]:
    """For each node the number of its strongly connected component, below `size`.

    With up to `small` edges it is done in Python, as rustworkx takes longer to load.
    """
    if len(targets) <= small:
        edges = zip(sources.tolist(), targets.tolist(), strict=True)
        return np.array(components(edges, size), dtype=np.int32)
    import rustworkx

    graph: rustworkx.PyDiGraph[None, None] = rustworkx.PyDiGraph(node_count_hint=size, edge_count_hint=len(targets))
    graph.add_nodes_from([None] * size)
    # Piece by piece, as an edge is far larger as a pair of Python's numbers.
    for start in range(0, len(targets), _PIECE):
        piece = slice(start, start + _PIECE)
        graph.extend_from_edge_list(list(zip(sources[piece].tolist(), targets[piece].tolist(), strict=True)))
    parts = rustworkx.strongly_connected_components(graph)
    labels = np.empty(size, dtype=np.int32)
    nodes = np.fromiter(chain.from_iterable(parts), dtype=np.int64, count=size)
    labels[nodes] = np.repeat(np.arange(len(parts), dtype=np.int32), [len(component) for component in parts])
    return labels


def _simple(graph: Graph, inside: Mask) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The edges of the part that is inside, each once, as sources and targets; its nodes renumbered in the same order.

    They are sorted by their sources.
    """
    pairs = np.repeat(np.arange(graph.size, dtype=np.int64), graph.degrees)
    simple = inside[pairs]
    simple &= inside[graph.targets]
    numbers = np.cumsum(inside) - 1
    # Sorting pairs held in one integer is far faster than sorting indices.
    pairs = numbers[pairs[simple]]
    pairs <<= 32
    pairs |= numbers[graph.targets[simple]]
    pairs.sort()
    fresh = np.ones(len(pairs), dtype=np.bool_)
    np.not_equal(pairs[1:], pairs[:-1], out=fresh[1:])
    pairs = pairs[fresh]
    return (pairs >> 32).astype(np.int32), pairs.astype(np.uint32).astype(np.int32)


def fair_lasso(
    graph: Graph,
    inside: Mask,
    components: Numbers,
    goals: Sequence[Mask],
    starts: Nodes,
    deadline: float | None,
) -> Route[int]:
    """A path from one of `starts` that stays `inside` and ends in a cycle with a node of each goal.

    A fair component must be reachable. The stem is a shortest path to one. Raises LimitReachedError at the deadline.
    """
    reached = distances(graph, mask_of(graph, starts), inside, deadline)
    ends = np.flatnonzero((components != NONE) & (reached != UNREACHED))
    entry = int(ends[reached[ends].argmin()])
    stem = descent(graph.reversed, reached, entry)[::-1]
    return Route((*stem, *fair_cycle(graph, components, goals, entry, deadline)[1:]), loop=len(stem) - 1)


def fair_cycle(
    graph: Graph, components: Numbers, goals: Sequence[Mask], entry: int, deadline: float | None
) -> list[int]:
    """A cycle with a node of each goal, `entry` at both ends, in the fair component of this node.

    It goes to the nearest node of a goal not yet met until all are, and then back by a shortest path. Raises
    LimitReachedError at the deadline.
    """
    component: Mask = components == components[entry]
    around = [entry]
    missing = [goal for goal in goals if not goal[entry]]
    while missing:
        nearest = distances(graph.reversed, np.logical_or.reduce(missing) & component, component, deadline)
        around += descent(graph, nearest, around[-1])[1:]
        missing = [goal for goal in missing if not goal[around[-1]]]
    if len(around) == 1:
        return shortest_cycle(graph, component, entry, deadline) or []
    back = distances(graph.reversed, mask_of(graph, np.array([entry])), component, deadline)
    return around + descent(graph, back, around[-1])[1:]


def shortened(route: Route[int]) -> Route[int]:
    """The same infinite path with the shortest stem and loop, where a route passes the loop more than once."""
    if route.loop is None:
        return route
    stem, cycle = list(route.path[: route.loop]), list(route.path[route.loop : -1])
    length = next(n for n in range(1, len(cycle) + 1) if len(cycle) % n == 0 and cycle == cycle[:n] * (len(cycle) // n))
    cycle = cycle[:length]
    while stem and stem[-1] == cycle[-1]:
        cycle = [stem.pop(), *cycle[:-1]]
    return Route((*stem, *cycle, cycle[0]), len(stem))
