"""The automorphisms of graphs by nauty's program, with which vsym's own are compared.

Source: McKay and Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation 60 (2014); the manual of
nauty has the commands.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

from vsym.graphs.coloured import Graph
from vsym.groups.permutations import Permutation


def by_dreadnaut(graph: Graph) -> tuple[tuple[Permutation, ...], float]:
    """Generators of the group of automorphisms of a graph with a node, and its order to twelve digits."""
    run = subprocess.run(["dreadnaut"], input="\n".join(_commands(graph)), capture_output=True, text=True, check=True)
    order = re.search(r"grpsize=([\d.e]+);", run.stdout)
    assert order is not None, f"scripts/install-nauty.sh: {run.stdout}"
    lines = re.findall(r"^((?:\(\d+(?: \d+)+\))+)$", run.stdout, re.MULTILINE)
    return tuple(_permutation(graph.nodes, line) for line in lines), float(order[1])


def _commands(graph: Graph) -> Iterator[str]:
    """A sparse graph with its colours, in which each edge stands at one of its ends; generators each in one line."""
    yield f"As -m l=0 n={graph.nodes} g"
    after: list[list[int]] = [[] for _ in range(graph.nodes)]
    for one, other in graph.edges:
        after[one].append(other)
    yield from (f"{node}:{' '.join(map(str, others))};" for node, others in enumerate(after[:-1]))
    yield f"{graph.nodes - 1}:{' '.join(map(str, after[-1]))}."
    cells: dict[int, list[str]] = {}
    for node, colour in enumerate(graph.colours):
        cells.setdefault(colour, []).append(str(node))
    yield f"f=[{'|'.join(','.join(cell) for cell in cells.values())}]"
    yield "x q"


def _permutation(nodes: int, cycles: str) -> Permutation:
    moves: dict[int, int] = {}
    for points in cycles[1:-1].split(")("):
        cycle = [int(node) for node in points.split()]
        moves.update(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    return Permutation.moving(nodes, moves)
