"""Coloured graphs and their automorphisms, by bliss or else nauty; whatever they say is checked on the graph.

Sources: Junttila and Kaski, "Engineering an efficient canonical labeling tool for large and sparse graphs", ALENEX 2007
(bliss, which the package bliss-bind brings); McKay and Piperno, "Practical graph isomorphism, II", Journal of Symbolic
Computation 60 (2014) (nauty, whose manual has the commands of its program dreadnaut).
"""

from __future__ import annotations

import importlib.util
import math
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget, LimitReachedError, UndecidedError
from vsym.basics.options import RefusedError
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation

Tool: TypeAlias = Literal["bliss", "dreadnaut"]

MOST_NODES = 2_000_000

MISSING = (
    "symmetry detection needs bliss (`pip install bliss-bind`) or, where that has no build for this machine, "
    "nauty's program `dreadnaut` (`apt install nauty` on Debian and Ubuntu)"
)


@frozen
class Graph:
    """An undirected graph on the nodes 0, 1, …, `nodes` - 1, with a colour, any integer, for each of them.

    An edge that is given twice is one edge. Raises ValueError for an edge from a node to itself or to one that is none,
    and for another number of colours than of nodes.
    """

    nodes: int
    edges: tuple[tuple[int, int], ...]
    colours: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.colours) != self.nodes:
            raise ValueError(f"{len(self.colours)} colours for {self.nodes} nodes")
        for one, other in self.edges:
            if one == other or not (0 <= one < self.nodes and 0 <= other < self.nodes):
                raise ValueError(f"an edge between {one} and {other} in a graph of {self.nodes} nodes")

    @cached_property
    def _keys(self) -> NDArray[np.intp]:
        """A number for each edge in each direction, ascending: by the node that it comes from, then by the other."""
        pairs = np.array(self.edges, dtype=np.intp).reshape(-1, 2)
        return np.unique(np.concatenate([pairs, pairs[:, ::-1]]) @ np.array([self.nodes, 1], dtype=np.intp))

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        """For each node, and for one after them all, the first place of the edges that come from it."""
        return np.searchsorted(self._keys, np.arange(self.nodes + 1) * self.nodes)

    @cached_property
    def _colours(self) -> NDArray[np.intp]:
        return np.array(self.palette, dtype=np.intp)

    @cached_property
    def palette(self) -> tuple[int, ...]:
        """The colours as 0, 1, …, in the order of the integers given."""
        numbers = {colour: number for number, colour in enumerate(sorted(set(self.colours)))}
        return tuple(numbers[colour] for colour in self.colours)

    def has_automorphism(self, permutation: Permutation) -> bool:
        """Tells if a permutation of the nodes takes every edge to an edge and every node to one of its colour."""
        if permutation.degree != self.nodes:
            return False
        support = np.flatnonzero(permutation.images != np.arange(self.nodes))
        if (self._colours[permutation.images[support]] != self._colours[support]).any():
            return False
        # Edges with no end that it moves go to themselves. Others go to different places, so that each of these has its
        # edge if every one of them is one.
        lengths = self._starts[support + 1] - self._starts[support]
        within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        sources, targets = np.divmod(self._keys[np.repeat(self._starts[support], lengths) + within], self.nodes)
        images = permutation.images[sources] * self.nodes + permutation.images[targets]
        places = np.searchsorted(self._keys, images)
        return bool((self._keys[np.minimum(places, len(self._keys) - 1)] == images).all())


@frozen
class Size:
    """The order where it is known exactly, and a number that it is not above; None where there is none."""

    exact: int | None
    most: int | None


def size(said: float, digits: int) -> Size:
    """The bounds on an order of which a floating-point number has so many decimal digits right."""
    if math.isinf(said):
        return Size(None, None)
    if said < 10 ** (digits - 1):
        return Size(round(said), round(said))
    return Size(None, int(said) + int(said) // 10 ** (digits - 3))


@frozen
class Automorphisms:
    """The group of automorphisms of a graph, each generator checked on the graph, and the tool that has found them.

    `order` is that of the group where the tool says it exactly; the group's own is computed.
    """

    group: Group
    order: int | None
    tool: Tool


def bliss_present() -> bool:
    """True where bliss-bind is installed."""
    return importlib.util.find_spec("bliss_bind") is not None


def dreadnaut_program() -> str | None:
    """The program on PATH."""
    return shutil.which("dreadnaut")


def automorphisms(graph: Graph, budget: Budget = UNLIMITED, tool: Tool | None = None) -> Automorphisms:
    """The automorphisms of a graph, by a tool or the one that is present, bliss before dreadnaut.

    Raises UndecidedError for a graph of more than `MOST_NODES` nodes, RefusedError where there is no tool,
    LimitReachedError and KeyboardInterrupt (bliss cannot be stopped while it looks for the next generator), OSError
    where dreadnaut does not start, and RuntimeError where a tool gives no answer or a generator that is no
    automorphism: a bug, of the tool or ours.
    """
    if graph.nodes > MOST_NODES:
        raise UndecidedError(f"the graph for symmetry detection has {graph.nodes:,} nodes; the limit is {MOST_NODES:,}")
    if tool is None:
        if not bliss_present() and not dreadnaut_program():
            raise RefusedError(MISSING)
        tool = "bliss" if bliss_present() else "dreadnaut"
    generators, order = (_by_bliss if tool == "bliss" else _by_dreadnaut)(graph, budget)
    for generator in generators:
        if not graph.has_automorphism(generator):
            raise RuntimeError(f"{tool} gave a permutation that is not an automorphism of the graph: {generator.moves}")
    return Automorphisms(Group(graph.nodes, generators, order.most), order.exact, tool)


def _by_bliss(graph: Graph, budget: Budget) -> tuple[tuple[Permutation, ...], Size]:
    """Generators of the group of automorphisms, and its order."""
    import bliss_bind

    drawing = bliss_bind.Graph()
    for colour in graph.palette:
        drawing.add_vertex(color=colour)
    for one, other in graph.edges:
        drawing.add_edge(one, other)
    # Of its heuristics the one that took least time on graphs of many processes.
    drawing.set_splitting_heuristic(bliss_bind.Graph.SplittingHeuristic.shs_flm)
    generators: list[Permutation] = []

    def take(images: Sequence[int]) -> None:
        budget.check()
        generators.append(Permutation.of(images))

    order = drawing.find_automorphisms(take).get_group_size_approx()
    return tuple(generators), size(order, 15)


def _by_dreadnaut(graph: Graph, budget: Budget) -> tuple[tuple[Permutation, ...], Size]:
    """Generators of the group of automorphisms, and its order."""
    if not graph.nodes:
        return (), size(1, 12)
    program = dreadnaut_program()
    if program is None:
        raise FileNotFoundError("dreadnaut")
    seconds = budget.left
    try:
        run = subprocess.run(
            [program],
            input="\n".join(_commands(graph)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=None if math.isinf(seconds) else max(seconds, 0),
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise LimitReachedError("time") from None
    order = re.search(r"grpsize=([\d.e]+);", run.stdout)
    if run.returncode or order is None:
        raise RuntimeError(f"dreadnaut gave no answer for a graph of {graph.nodes} nodes: {run.stdout[-500:]}")
    lines = re.findall(r"^((?:\(\d+(?: \d+)+\))+)$", run.stdout, re.MULTILINE)
    return tuple(_permutation(graph.nodes, line) for line in lines), size(float(order[1]), 12)


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
    for points in cycles[1:-1].split(")("):
        cycle = [int(node) for node in points.split()]
        moves.update(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    return Permutation.moving(nodes, moves)
