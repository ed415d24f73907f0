"""The product of an explored graph with a Büchi automaton that reads its states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.engines.graph import Graph, Nodes
from vsym.engines.limits import LimitReachedError, check
from vsym.engines.packing import Mask
from vsym.engines.table import Numbers

GuardedEdge: TypeAlias = tuple[int, int, Mask]
"""An automaton edge: its source, its target and the states of the system in which its guard holds."""

# Per node: its state, its number, its offset, and what a search keeps of it; per edge, its target and where it goes.
_NODE_BYTES = 48
_EDGE_BYTES = 36


@dataclass(frozen=True, eq=False)
class Product:
    """The reachable pairs of a system's state and an automaton's state as a graph.

    Node i stands for the system's state `states[i]`. The nodes of automaton state q are those from `starts[q]` up to
    `starts[q + 1]`, in the order of their system states. In a node a step of the system and an edge of the automaton
    whose guard holds in the system's state go together.
    """

    graph: Graph
    states: Numbers
    starts: tuple[int, ...]

    def lifted(self, states: Mask) -> Mask:
        """The nodes whose system states are in a set."""
        lifted: Mask = states[self.states]
        return lifted

    def members(self, automaton_states: frozenset[int]) -> Mask:
        """The nodes whose automaton states are in a set."""
        mask = np.zeros(len(self.states), dtype=np.bool_)
        for number in automaton_states:
            mask[self.starts[number] : self.starts[number + 1]] = True
        return mask

    def nodes(self, automaton_state: int, states: Nodes) -> Nodes:
        """The nodes of an automaton state and system states that are paired with it."""
        start, end = self.starts[automaton_state : automaton_state + 2]
        return start + np.searchsorted(self.states[start:end], states)


def product(
    graph: Graph,
    automaton_states: int,
    edges: Sequence[GuardedEdge],
    starts: tuple[int, Nodes],
    deadline: float | None,
    max_bytes: int,
) -> Product:
    """The product as far as it is reachable; `starts` are the initial automaton state and the system's initial states.

    Raises LimitReachedError at the deadline, and before it needs more than `max_bytes`.
    """
    reached = _reached(graph, automaton_states, edges, starts, deadline, max_bytes)
    members = [np.flatnonzero(mask) for mask in reached]
    bounds = np.cumsum([0, *map(len, members)])
    numbers = np.empty(reached.shape, dtype=np.int32)
    for number, states in enumerate(members):
        numbers[number, states] = np.arange(bounds[number], bounds[number + 1])
    states = np.concatenate(members)
    active = [(source, target, members[source][guard[members[source]]]) for source, target, guard in edges]
    degrees = np.zeros(len(states), dtype=np.int64)
    for source, _, rows in active:
        degrees[numbers[source, rows]] += graph.degrees[rows]
    total = int(degrees.sum())
    if numbers.nbytes + len(states) * _NODE_BYTES + total * _EDGE_BYTES > max_bytes:
        raise LimitReachedError("memory")
    offsets = np.zeros(len(states) + 1, dtype=np.int64)
    np.cumsum(degrees, out=offsets[1:])
    targets = np.empty(total, dtype=np.int32)
    place = offsets[:-1].copy()
    for source, target, rows in active:
        check(deadline)
        nodes, counts = numbers[source, rows], graph.degrees[rows]
        within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        targets[np.repeat(place[nodes], counts) + within] = numbers[target, graph.successors(rows)]
        place[nodes] += counts
    return Product(Graph(offsets, targets, len(states)), states.astype(np.int32), tuple(bounds.tolist()))


def _reached(
    graph: Graph,
    automaton_states: int,
    edges: Sequence[GuardedEdge],
    starts: tuple[int, Nodes],
    deadline: float | None,
    max_bytes: int,
) -> NDArray[np.bool_]:
    """For each automaton state the system's states that it is reached with."""
    if automaton_states * graph.size * 5 > max_bytes:
        raise LimitReachedError("memory")
    reached = np.zeros((automaton_states, graph.size), dtype=np.bool_)
    frontier = [np.empty(0, dtype=np.int64) for _ in range(automaton_states)]
    frontier[starts[0]] = starts[1]
    reached[starts[0], starts[1]] = True
    while any(states.size for states in frontier):
        check(deadline)
        fresh: list[list[NDArray[np.int64]]] = [[] for _ in range(automaton_states)]
        for source, target, guard in edges:
            rows = frontier[source][guard[frontier[source]]]
            found = graph.successors(rows)
            states = np.unique(found[~reached[target, found]]).astype(np.int64)
            reached[target, states] = True
            fresh[target].append(states)
        frontier = [np.concatenate(parts) if parts else np.empty(0, dtype=np.int64) for parts in fresh]
    return reached
