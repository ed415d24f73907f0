"""A set as a graph to be drawn: a node for each list of cells, an arc for the values that lead to the same node."""

from __future__ import annotations

from collections import defaultdict

from vsym.basics.frozen import frozen
from vsym.diagrams.space import StateSet


@frozen
class Arc:
    """The values of the source's level with which vectors go on at the target; both are places among the nodes."""

    source: int
    values: tuple[int, ...]
    target: int


@frozen
class DiagramGraph:
    """The level of each node, the root first, and the arcs; where all vectors end is a node below the last level. The
    empty set has no nodes."""

    levels: tuple[int, ...]
    arcs: tuple[Arc, ...]


def diagram_graph(states: StateSet) -> DiagramGraph:
    """The decision diagram of a set, level by level."""
    depth = len(states.space.sizes)
    layer = [states.node] if states else []
    levels: list[int] = []
    arcs: list[Arc] = []
    for level in range(depth + 1):
        first = len(levels)
        levels += [level] * len(layer)
        below: dict[int, int] = {}
        for place, node in enumerate(layer, first):
            values: defaultdict[int, list[int]] = defaultdict(list)
            for value, child in states.space.nodes.arcs(node) if level < depth else ():
                values[child].append(value)
            for child, leading in values.items():
                target = first + len(layer) + below.setdefault(child, len(below))
                arcs.append(Arc(place, tuple(leading), target))
        layer = [*below]
    return DiagramGraph(tuple(levels), tuple(arcs))
