"""Automorphisms by bliss, which the package bliss-bind brings.

Source: Junttila and Kaski, "Engineering an efficient canonical labeling tool for large and sparse graphs", ALENEX 2007.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vsym.basics.limits import Budget
from vsym.graphs.graph import Graph, Size, size
from vsym.groups.permutations import Permutation

if TYPE_CHECKING:
    import bliss_bind


def present() -> bool:
    """Whether bliss-bind is installed."""
    return importlib.util.find_spec("bliss_bind") is not None


def automorphisms(graph: Graph, budget: Budget) -> tuple[tuple[Permutation, ...], Size]:
    """Generators of the group of automorphisms, and its order.

    Raises LimitReachedError and KeyboardInterrupt, but while bliss looks for the next generator it cannot be stopped.
    """
    generators: list[Permutation] = []

    def take(images: Sequence[int]) -> None:
        budget.check()
        generators.append(Permutation.of(images))

    said = _input(graph).find_automorphisms(take).get_group_size_approx()
    return tuple(generators), size(said, 15)


def _input(graph: Graph) -> bliss_bind.Graph:
    import bliss_bind

    written = bliss_bind.Graph()
    for colour in graph.palette:
        written.add_vertex(color=colour)
    for one, other in graph.edges:
        written.add_edge(one, other)
    # Of its heuristics the one that took least time on graphs of many processes.
    written.set_splitting_heuristic(bliss_bind.Graph.SplittingHeuristic.shs_flm)
    return written
