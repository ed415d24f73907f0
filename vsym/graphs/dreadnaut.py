"""Automorphisms by nauty, through its program dreadnaut.

Source: McKay and Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation 60 (2014); the manual of
nauty has the program's commands.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from collections.abc import Iterator

from vsym.basics.limits import Budget, LimitReachedError
from vsym.graphs.graph import Graph, Size, size
from vsym.groups.permutations import Permutation


def program() -> str | None:
    """The program on PATH."""
    return shutil.which("dreadnaut")


def automorphisms(graph: Graph, budget: Budget) -> tuple[tuple[Permutation, ...], Size]:
    """Generators of the group of automorphisms, and its order.

    Raises LimitReachedError, KeyboardInterrupt, OSError where the program does not start, RuntimeError where what it
    says is no answer.
    """
    if not graph.nodes:
        return (), size(1, 12)
    command = program()
    if command is None:
        raise FileNotFoundError("dreadnaut")
    seconds = budget.left
    try:
        run = subprocess.run(
            [command],
            input="\n".join(_commands(graph)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=None if math.isinf(seconds) else max(seconds, 0),
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise LimitReachedError("time") from None
    said = re.search(r"grpsize=([\d.e]+);", run.stdout)
    if run.returncode or said is None:
        raise RuntimeError(f"dreadnaut gave no answer for a graph of {graph.nodes} nodes: {run.stdout[-500:]}")
    lines = re.findall(r"^((?:\(\d+(?: \d+)+\))+)$", run.stdout, re.MULTILINE)
    return tuple(_permutation(graph.nodes, line) for line in lines), size(float(said[1]), 12)


def _commands(graph: Graph) -> Iterator[str]:
    """A sparse graph with its colours, in which each edge stands at one of its ends; generators each in one line."""
    yield f"As -m l=0 n={graph.nodes} g"
    after: list[list[int]] = [[] for _ in range(graph.nodes)]
    for one, other in graph.edges:
        after[one].append(other)
    yield from (f"{node}:{' '.join(map(str, others))};" for node, others in enumerate(after[:-1]))
    yield f"{graph.nodes - 1}:{' '.join(map(str, after[-1]))}."
    cells: dict[int, list[str]] = {}
    for node, colour in enumerate(graph.palette):
        cells.setdefault(colour, []).append(str(node))
    yield f"f=[{'|'.join(','.join(cells[colour]) for colour in sorted(cells))}]"
    yield "x q"


def _permutation(nodes: int, cycles: str) -> Permutation:
    moves: dict[int, int] = {}
    for written in cycles[1:-1].split(")("):
        cycle = [int(node) for node in written.split()]
        moves.update(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    return Permutation.moving(nodes, moves)
