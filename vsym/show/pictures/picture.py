"""Pictures as values: nodes, edges, clusters and their marks, independent of any output format."""

from __future__ import annotations

from collections.abc import Iterator
from colorsys import hls_to_rgb
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen

Named: TypeAlias = Literal["black", "grey", "blue", "vermilion", "green", "purple", "orange", "sky"]
"""A colour of the palette of Okabe and Ito, which people with colour-blindness can tell apart, or black or grey."""

Color: TypeAlias = str
"""One of `Named`, or beyond these the red, green and blue of one as `#d55e00`."""

Line: TypeAlias = Literal["solid", "dashed", "bold", "dotted"]

_COLORS: tuple[Named, ...] = ("blue", "vermilion", "green", "purple", "orange", "sky", "black")
_GOLDEN = (5**0.5 - 1) / 2
_LIGHTNESS = (0.2, 0.3, 0.25)
_LINES: tuple[Line, ...] = ("solid", "dashed", "bold")


@frozen
class Stroke:
    """The look of a line. A colour never stands alone: a different colour comes with a different line or label."""

    color: Color = "black"
    line: Line = "solid"


PLAIN = Stroke()
FAINT = Stroke("grey", "dotted")


def stroke(number: int) -> Stroke:
    """One stroke for each of several kinds of line, numbered from 0: no two have the same colour."""
    return Stroke(color(number), _LINES[number % len(_LINES)])


def color(number: int) -> Color:
    """One colour for each of several things, numbered from 0: the palette, then others that differ in hue by golden
    angles, and in lightness from one to the next, all of them dark enough for lines on white."""
    if number < len(_COLORS):
        return _COLORS[number]
    hue, lightness = number * _GOLDEN % 1.0, _LIGHTNESS[number % len(_LIGHTNESS)]
    red, green, blue = (round(255 * part) for part in hls_to_rgb(hue, lightness, 0.75))
    return f"#{red:02x}{green:02x}{blue:02x}"


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

    `left_out` says which part a picture shows of something too large to show whole; readers must know that. Edges lead
    down or to the right. The nodes of each of `ranks` stand side by side across that direction, in this order, and the
    ranks follow each other.
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
    def below_title(self) -> tuple[str, ...]:
        """The lines of the caption, with notes on what the picture leaves out."""
        return (*self.caption, *(f"The picture shows {part}." for part in self.left_out))

    @property
    def every_cluster(self) -> Iterator[Cluster]:
        """All clusters, each before those inside it."""
        stack = list(reversed(self.clusters))
        while stack:
            cluster = stack.pop()
            yield cluster
            stack.extend(reversed(cluster.clusters))
