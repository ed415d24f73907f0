"""The graph of a program's search, as a structure for the decision of properties.

Weak fairness of rules is a goal of states: a node is a state with the fair rule that led to it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vsym.basics.frozen import frozen
from vsym.engines.compiled.graph_files import ANY, Along, StoredGraph, Written
from vsym.engines.compiled.search import Search
from vsym.engines.compiled.source import atom_numbers
from vsym.engines.explicit.graph import Graph, Nodes, distances
from vsym.engines.explicit.table import Mask, Numbers
from vsym.models.program.program import Program


def structure(program: Program, search: Search, graph: Written, along: Along) -> StoredGraph:
    """The graph of a search as a structure for the decision of properties, with `along`, which finds paths."""
    initial, numbers = search.initial, atom_numbers(program)
    states, rules = np.arange(graph.graph.size), np.full(graph.graph.size, ANY, dtype=np.int32)
    joined, parents, goals = graph.graph, graph.parents, list[Mask]()
    if program.fair_rules:
        fair = [one.rule for one in program.fair_rules]
        pairs = _split(graph, fair, initial)
        joined, parents, states, rules = pairs.graph, pairs.parents, pairs.states, pairs.rules
        enabled = graph.atoms[:, len(numbers) :].astype(np.bool_)
        goals = [pairs.goal(rule, enabled[:, number]) for number, rule in enumerate(fair)]
    return StoredGraph(
        graph=joined,
        parents=parents,
        atoms=graph.atoms[states],
        numbers=numbers,
        fairness=tuple(one.formula for one in program.fairness),
        goals=tuple(goals),
        initial=initial,
        all_initial=search.all_initial,
        interrupted=search.interrupted,
        state_of=states,
        rule_of=rules,
        ask=along,
    )


@frozen(eq=False)
class _Split:
    """The graph of pairs of a state and the fair rule, or ANY, by which a path has come to it."""

    graph: Graph
    parents: Numbers
    states: Nodes
    rules: Numbers

    def goal(self, rule: int, enabled: Mask) -> Mask:
        """The pairs where a rule has just fired, or may not: a path on which that is infinitely often so is fair to
        it."""
        mask: Mask = (self.rules == rule) | ~enabled[self.states]
        return mask


def _split(written: Written, fair: Sequence[int], initial: int) -> _Split:
    """The pairs that are reached, those that the initial states begin with first."""
    graph, taken = written.graph, written.rules
    if graph.unknown < initial:
        # The search ended before every initial state was expanded, so the expanded ones decide nothing.
        graph, taken = Graph(np.zeros(graph.size + 1, dtype=np.int64), taken[:0], 0), taken[:0]
    labels = np.zeros(len(graph.targets), dtype=np.int64)
    for number, rule in enumerate(fair, 1):
        labels[taken == rule] = number
    stride = len(fair) + 1
    ends = graph.targets.astype(np.int64) * stride + labels
    keys = np.unique(np.concatenate([np.arange(initial, dtype=np.int64) * stride, ends]))
    joined = _rows(graph, keys // stride, np.searchsorted(keys, ends).astype(np.int32), len(keys))
    begins = np.zeros(len(keys), dtype=np.bool_)
    begins[np.searchsorted(keys, np.arange(initial, dtype=np.int64) * stride)] = True
    distance = distances(joined, begins, np.ones(len(keys), dtype=np.bool_), None)
    # Expanded before the others, and then by distance, as a search would find them.
    order = np.lexsort((keys, distance, keys // stride >= graph.unknown))
    place = np.empty(len(keys), dtype=np.int64)
    place[order] = np.arange(len(keys))
    expanded = int((keys // stride < graph.unknown).sum())
    ordered = _rows(joined, order, place[joined.targets].astype(np.int32), expanded)
    parents = np.full(len(keys), ANY, dtype=np.int32)
    sources = np.repeat(np.arange(len(keys)), ordered.degrees)
    near = distance[order]
    shortest = near[sources] + 1 == near[ordered.targets]
    parents[ordered.targets[shortest]] = sources[shortest]
    rules = np.array([ANY, *fair], dtype=np.int32)[keys % stride]
    return _Split(ordered, parents, (keys // stride)[order], rules[order])


def _rows(graph: Graph, rows: Nodes, targets: Numbers, unknown: int) -> Graph:
    """The graph whose nodes have the edges of some rows of another, where these lead to other `targets`."""
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(graph.degrees[rows], out=offsets[1:])
    return Graph(offsets, Graph(graph.offsets, targets, graph.unknown).successors(rows), unknown)
