"""Ranks: lists of integers, compared like words in a dictionary, that every step lowers until the goal is met.

For fixed sizes there are finitely many states, so a rank need not be bounded to fall only so often. Where it may stay
as it is, a justice constraint is false before and after, so that no fair path stays so for ever (rule A).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import rustworkx
from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.linear import Sum
from vsym.engines.smt.liveness.measures import measure
from vsym.engines.smt.liveness.regions import Edge, RegionGraph


@frozen
class Level:
    """One integer of a rank: a sum for each region in which it is not 0."""

    sums: dict[int, Sum]


@frozen
class Ranking:
    """A rank for each region of a graph, its levels from the most significant on.

    `unmet` has the number of a justice constraint for the regions that are stayed in only while that is false.
    """

    graph: RegionGraph
    levels: tuple[Level, ...]
    unmet: dict[int, int]


@frozen
class Circling:
    """Edges that no measure lowers: their changes may cancel, so that a path may take them for ever."""

    graph: RegionGraph
    edges: tuple[Edge, ...]


def ranking(graph: RegionGraph, justice: int, budget: Budget) -> Ranking | Circling:
    """A rank that all edges lower, or which edges remain; `justice` is how many constraints there are.

    Raises UndecidedError.
    """
    levels: list[Level] = []
    unmet: dict[int, int] = {}
    left: Sequence[Edge] = graph.edges
    while left:
        components = _components(left)
        heights = _heights(components, left)
        if any(heights.values()):
            levels.append(Level({region: Sum({}, height) for region, height in heights.items() if height}))
        sums: dict[int, Sum] = {}
        remaining: list[Edge] = []
        for component in map(frozenset, components):
            edges = [edge for edge in left if edge.source in component and edge.target in component]
            never = next((one for one in range(justice) if not any(one in graph.met[r] for r in component)), None)
            if not edges:
                continue
            if never is not None:
                unmet |= dict.fromkeys(component, never)
                continue
            found = measure(graph, edges, budget)
            if found is None:
                return Circling(graph, tuple(edges))
            sums |= {region: found.at(region) for region in component}
            remaining += [edge for edge in edges if edge not in found.lowering]
        if sums:
            levels.append(Level(sums))
        left = remaining
    return Ranking(graph, tuple(levels), unmet)


def _components(edges: Iterable[Edge]) -> list[list[int]]:
    """The strongly connected components of the regions, those first to which others lead."""
    graph: rustworkx.PyDiGraph[int, None] = rustworkx.PyDiGraph()
    nodes: dict[int, int] = {}
    for edge in edges:
        for region in (edge.source, edge.target):
            if region not in nodes:
                nodes[region] = graph.add_node(region)
    graph.add_edges_from_no_data([(nodes[edge.source], nodes[edge.target]) for edge in edges])
    return [[graph[node] for node in component] for component in rustworkx.strongly_connected_components(graph)]


def _heights(components: Sequence[Sequence[int]], edges: Sequence[Edge]) -> dict[int, int]:
    """For each region, over how many other components the longest way from its own leads at most."""
    number = {region: place for place, component in enumerate(components) for region in component}
    ahead: dict[int, set[int]] = {}
    for edge in edges:
        if number[edge.source] != number[edge.target]:
            ahead.setdefault(number[edge.source], set()).add(number[edge.target])
    heights: dict[int, int] = {}
    # Components come in an order in which what a component leads to goes before it.
    for place in range(len(components)):
        heights[place] = max((heights[other] + 1 for other in ahead.get(place, ())), default=0)
    return {region: heights[place] for region, place in number.items()}


def level_term(graph: RegionGraph, level: Level) -> FNode:
    """One level of a rank as a term over the states, 0 in the regions that it has no sum for."""
    environment = graph.system.environment
    manager = environment.formula_manager
    alike: dict[tuple[frozenset[tuple[FNode, int]], int], list[int]] = {}
    for region, one in level.sums.items():
        alike.setdefault((frozenset(one.coefficients.items()), one.constant), []).append(region)
    if len(alike) == 1 and len(level.sums) == len(graph.regions):
        return next(iter(level.sums.values())).term(environment)
    found = manager.Int(0)
    for regions in alike.values():
        there = manager.Or([graph.regions[region] for region in regions])
        found = manager.Ite(there, level.sums[regions[0]].term(environment), found)
    return found


def unmet_term(ranked: Ranking) -> FNode:
    """Which justice constraint is false all the time that a rank stays as it is, from 1 on; 0 where none has to be."""
    manager = ranked.graph.system.environment.formula_manager
    found = manager.Int(0)
    for number in dict.fromkeys(ranked.unmet.values()):
        there = [ranked.graph.regions[region] for region, unmet in ranked.unmet.items() if unmet == number]
        found = manager.Ite(manager.Or(there), manager.Int(number + 1), found)
    return found
