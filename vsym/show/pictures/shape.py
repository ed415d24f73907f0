"""In which direction a tree fits best on a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from vsym.show.pictures.picture import Edge, Node

# Measured in letters: how high a line is, and what is left free around a node.
_LINE = 2.5
_AROUND = 5


def tree_direction(nodes: Sequence[Node], edges: Sequence[Edge]) -> Literal["down", "right"]:
    """The direction in which the longer side of the page is shorter; parents come before their children."""
    parents = {edge.target: edge.source for edge in edges}
    depth: dict[str, int] = {}
    layers: dict[int, list[Node]] = {}
    for node in nodes:
        depth[node.name] = depth[parents[node.name]] + 1 if node.name in parents else 0
        layers.setdefault(depth[node.name], []).append(node)
    widths = [[_AROUND + _letters(node.label) for node in layer] for layer in layers.values()]
    heights = [[_LINE * (1 + _lines(node)) for node in layer] for layer in layers.values()]
    label = max((_letters(edge.label) for edge in edges), default=0)
    down = max(*map(sum, widths), sum(_AROUND + max(layer) for layer in heights), 0)
    right = max(*map(sum, heights), sum(label + max(layer) for layer in widths), 0)
    return "down" if down <= right else "right"


def _letters(text: str) -> int:
    return max(map(len, text.split("\n")))


def _lines(node: Node) -> int:
    return 1 + node.label.count("\n") + (1 + node.note.count("\n") if node.note else 0)
