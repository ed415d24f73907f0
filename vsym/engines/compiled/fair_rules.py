"""Weak fairness of rules as goals of states: each state is told apart by the fair rule that led to it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vsym.basics.frozen import frozen
from vsym.engines.compiled.written import ANY, Written
from vsym.engines.explicit.graph import Graph, Nodes, distances
from vsym.engines.explicit.packing import Mask
from vsym.engines.explicit.table import Numbers


@frozen(eq=False)
class Split:
    """The graph of pairs of a state and the fair rule, or ANY, by which a path has come to it."""

    graph: Graph
    parents: Numbers
    states: Nodes
    rules: Numbers

    def goal(self, rule: int, enabled: Mask) -> Mask:
        """Where a rule has just fired, or may not: a path on which that is infinitely often so is fair to it."""
        mask: Mask = (self.rules == rule) | ~enabled[self.states]
        return mask


def split(written: Written, fair: Sequence[int], initial: int) -> Split:
    """The pairs that are reached, those that the initial states begin with first."""
    graph, taken = written.graph, written.rules
    if graph.unknown < initial:
        # The search ended before every initial state was expanded, and what is known of the others says nothing.
        graph, taken = Graph(np.zeros(graph.size + 1, dtype=np.int64), taken[:0], 0), taken[:0]
    labels = np.zeros(len(graph.targets), dtype=np.int64)
    for number, rule in enumerate(fair, 1):
        labels[taken == rule] = number
    stride = len(fair) + 1
    ends = graph.targets.astype(np.int64) * stride + labels
    keys = np.unique(np.concatenate([np.arange(initial, dtype=np.int64) * stride, ends]))
    joined = _joined(graph, keys, ends, stride)
    begins = np.zeros(len(keys), dtype=np.bool_)
    begins[np.searchsorted(keys, np.arange(initial, dtype=np.int64) * stride)] = True
    everywhere = np.ones(len(keys), dtype=np.bool_)
    distance = distances(joined, begins, everywhere, None)
    # Expanded before the others, and then by distance, as a search would find them.
    order = np.lexsort((keys, distance, keys // stride >= graph.unknown))
    place = np.empty(len(keys), dtype=np.int64)
    place[order] = np.arange(len(keys))
    ordered = _renumbered(joined, order, place, int((keys // stride < graph.unknown).sum()))
    parents = np.full(len(keys), ANY, dtype=np.int32)
    sources = np.repeat(np.arange(len(keys)), ordered.degrees)
    near = distance[order]
    shortest = near[sources] + 1 == near[ordered.targets]
    parents[ordered.targets[shortest]] = sources[shortest]
    rules = np.array([ANY, *fair], dtype=np.int32)[keys % stride]
    return Split(ordered, parents, (keys // stride)[order], rules[order])


def _joined(graph: Graph, keys: Nodes, ends: Nodes, stride: int) -> Graph:
    """The graph on the pairs: each has the steps of its state."""
    states = keys // stride
    degrees = graph.degrees[states]
    offsets = np.zeros(len(keys) + 1, dtype=np.int64)
    np.cumsum(degrees, out=offsets[1:])
    within = np.arange(int(degrees.sum())) - np.repeat(offsets[:-1], degrees)
    edges = np.repeat(graph.offsets[states], degrees) + within
    return Graph(offsets, np.searchsorted(keys, ends[edges]).astype(np.int32), len(keys))


def _renumbered(graph: Graph, order: Nodes, place: Nodes, known: int) -> Graph:
    degrees = graph.degrees[order]
    offsets = np.zeros(len(order) + 1, dtype=np.int64)
    np.cumsum(degrees, out=offsets[1:])
    within = np.arange(int(degrees.sum())) - np.repeat(offsets[:-1], degrees)
    edges = np.repeat(graph.offsets[order], degrees) + within
    return Graph(offsets, place[graph.targets[edges]].astype(np.int32), known)
