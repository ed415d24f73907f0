"""What is drawn, as values: nodes, edges, clusters and how they are marked. How it is written is not said here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen

Color: TypeAlias = Literal["black", "grey", "blue", "vermilion", "green", "purple", "orange", "sky"]
"""A colour of the palette of Okabe and Ito, which people with colour-blindness can tell apart, or black or grey."""

Line: TypeAlias = Literal["solid", "dashed", "bold", "dotted"]

_COLORS: tuple[Color, ...] = ("blue", "vermilion", "green", "purple", "orange", "sky", "black")
_LINES: tuple[Line, ...] = ("solid", "dashed", "bold")


@frozen
class Stroke:
    """How a line is drawn. A colour never stands alone: what has another colour has another line or label, too."""

    color: Color = "black"
    line: Line = "solid"


PLAIN = Stroke()
FAINT = Stroke("grey", "dotted")


def stroke(number: int) -> Stroke:
    """One stroke for each of several kinds of line, numbered from 0; the first 21 differ."""
    return Stroke(_COLORS[number % len(_COLORS)], _LINES[number % len(_LINES)])


@frozen
class Node:
    """A node; the lines of `label` are centred, those of `note` stand below them, under a line.

    An `initial` one has a double border, `text` has none.
    """

    name: str
    label: str
    shape: Literal["round", "box", "text"] = "round"
    initial: bool = False
    stroke: Stroke = PLAIN
    note: str = ""


@frozen
class Edge:
    """A line from `source` to `target`, each the name of a node or of a row; without `directed` it has no arrowhead."""

    source: str
    target: str
    label: str = ""
    stroke: Stroke = PLAIN
    directed: bool = True


@frozen
class Cluster:
    """A frame with a heading around nodes, by their names, and around other clusters.

    As a `row` it is one thing: its nodes stand side by side in order, or one below another as a "column"; no clusters
    are inside, and the heading is above or below them.
    """

    name: str
    label: str
    nodes: tuple[str, ...] = ()
    clusters: tuple[Cluster, ...] = ()
    stroke: Stroke = PLAIN
    row: Literal["headed above", "headed below", "column"] | None = None

    @property
    def members(self) -> Iterator[str]:
        """The names of all nodes inside, at any depth."""
        yield from self.nodes
        for cluster in self.clusters:
            yield from cluster.members

    @property
    def everything(self) -> Iterator[str]:
        """The names of all nodes and clusters inside, at any depth, and its own."""
        yield self.name
        yield from self.nodes
        for cluster in self.clusters:
            yield from cluster.everything


@frozen
class Picture:
    """A graph with a title above it and the lines of a caption. Names of nodes and clusters are unique.

    `left_out` are lines of the caption, too: they say what was too much for a picture, which a reader must know.
    Edges lead down or to the right. What each of `ranks` names stands side by side across that direction,
    in this order, and the ranks follow each other.
    """

    title: str
    caption: tuple[str, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    clusters: tuple[Cluster, ...] = ()
    direction: Literal["down", "right"] = "down"
    ranks: tuple[tuple[str, ...], ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def every_cluster(self) -> Iterator[Cluster]:
        """All clusters, each before those inside it."""
        stack = list(reversed(self.clusters))
        while stack:
            cluster = stack.pop()
            yield cluster
            stack.extend(reversed(cluster.clusters))
