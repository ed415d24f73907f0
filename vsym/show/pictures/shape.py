"""How much of a tree fits on a page, and in which direction it fits best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from vsym.show.pictures.picture import Edge, Node

Direction: TypeAlias = Literal["down", "right"]

_DIRECTIONS: tuple[Direction, ...] = ("down", "right")

PAGE = (1000, 1400)
"""How large the shorter and the longer side may be, in points: shrunk to a sheet of paper a tree can still be read."""

# How large texts are, with what is left free around them.
_LETTER, _LINE = 6, 14
_BESIDE, _BELOW = 26, 22
_BETWEEN_RANKS = 30


def fitting(nodes: Sequence[Node], edges: Sequence[Edge], page: tuple[int, int]) -> tuple[int, Direction]:
    """How many of the first nodes of a tree fit on a page, at least two, and the direction; parents come before their
    children, and an edge leads to each node that is no root."""
    into = {edge.target: edge for edge in edges}
    for many in range(len(nodes), 2, -1):
        down, right = (_excess(nodes[:many], into, direction, page) for direction in _DIRECTIONS)
        if min(down, right) <= 1:
            return many, "down" if down <= right else "right"
    return min(len(nodes), 2), "down"


def _excess(nodes: Sequence[Node], into: Mapping[str, Edge], direction: Direction, page: tuple[int, int]) -> float:
    """How often the tree is as large as the page, in the worse of its sides: leaves stand side by side, and layers
    follow each other."""
    depth: dict[str, int] = {}
    layers: dict[int, float] = {}
    across: dict[str, float] = {}
    for node in nodes:
        edge = into.get(node.name)
        depth[node.name] = 0 if edge is None else depth[edge.source] + 1
        node_size, label_size = _size(_lines(node)), _size([] if edge is None else edge.label.split("\n"))
        side, along = (0, 1) if direction == "down" else (1, 0)
        across[node.name] = max(node_size[side], label_size[side])
        length = node_size[along] + label_size[along] + (_BETWEEN_RANKS if direction == "right" else 0)
        layers[depth[node.name]] = max(layers.get(depth[node.name], 0), length)
    parents = {into[node.name].source for node in nodes if node.name in into}
    wide = sum(size for name, size in across.items() if name not in parents)
    size = (wide, sum(layers.values())) if direction == "down" else (sum(layers.values()), wide)
    return max(one / most for one, most in zip(sorted(size), page, strict=True))


def _lines(node: Node) -> list[str]:
    return [*node.label.split("\n"), *(node.note.split("\n") if node.note else [])]


def _size(lines: Sequence[str]) -> tuple[float, float]:
    return (_BESIDE + _LETTER * max(map(len, lines)), _BELOW + _LINE * len(lines)) if lines else (0, 0)
