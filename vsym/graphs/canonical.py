"""Canonical forms of coloured graphs: two have the same where one becomes the other by numbering its nodes anew."""

from __future__ import annotations

from vsym.basics.options import RefusedError
from vsym.graphs import bliss
from vsym.graphs.graph import Graph


def canonical_labelling(graph: Graph) -> tuple[int, ...]:
    """For each node its number in the canonical form. Raises RefusedError where bliss-bind is missing."""
    if not bliss.present():
        raise RefusedError("canonical forms of graphs need a library that is missing here: `pip install bliss-bind`")
    return bliss.canonical_labelling(graph)


def canonical_form(graph: Graph) -> Graph:
    """The graph with its nodes numbered anew, edges from the lower to the higher number, ascending, and none twice.

    Raises RefusedError where bliss-bind is missing.
    """
    number = canonical_labelling(graph)
    edges = {(min(number[p], number[q]), max(number[p], number[q])) for p, q in graph.edges}
    colour_of = dict(zip(number, graph.colours, strict=True))
    return Graph(graph.nodes, tuple(sorted(edges)), tuple(colour_of[node] for node in range(graph.nodes)))
