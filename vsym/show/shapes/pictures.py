"""The shape of a picture: a graph, as `vsym draw` draws it."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from vsym.basics.options import PictureKind
from vsym.basics.shapes import Keywords
from vsym.show.pictures.picture import Line, Named


class Stroke(TypedDict):
    """The look of a line."""

    color: Named | Annotated[str, Keywords(pattern="^#[0-9a-f]{6}$")]
    """Beyond the palette: red, green and blue."""
    line: Line


class Node(TypedDict):
    """A node."""

    name: str
    label: str
    shape: Literal["round", "box", "text"]
    initial: bool
    stroke: Stroke
    note: str
    """Text below its label."""


class Edge(TypedDict):
    """A line between nodes."""

    source: str
    """The name of a node, or of a cluster that is a row."""
    target: str
    label: str
    stroke: Stroke
    directed: bool


class Cluster(TypedDict):
    """A frame around nodes and other clusters."""

    name: str
    label: str
    nodes: list[str]
    """Names of nodes."""
    clusters: list[Cluster]
    stroke: Stroke
    row: Literal["headed above", "headed below", "column"] | None
    """The nodes stand side by side, or one below another, as one thing."""


class Picture(TypedDict):
    """A picture of a model."""

    what: PictureKind
    title: str
    caption: list[str]
    nodes: list[Node]
    edges: list[Edge]
    clusters: list[Cluster]
    direction: Literal["down", "right"]
    ranks: list[list[str]]
    """Nodes that stand side by side."""
    left_out: list[str]
    """The parts that would be too much for a picture."""
