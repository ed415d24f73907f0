"""Contents of a drawing, read from its SVG text."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from xml.etree import ElementTree

from vsym.show.pictures.drawing import svg
from vsym.show.pictures.picture import Picture

_SVG = "{http://www.w3.org/2000/svg}"
_LETTER = 0.48
"""The least average width of a letter of the fonts, as a share of its size."""


@dataclass(frozen=True)
class Box:
    """A rectangle in the coordinates of the drawing, with `text` written in it."""

    text: str
    left: float
    right: float
    top: float
    bottom: float

    def inside(self, other: Box, slack: float = 0.0) -> bool:
        """Tells if this rectangle lies in another one that is larger by `slack` on all sides."""
        across = other.left - slack <= self.left and self.right <= other.right + slack
        return across and other.top - slack <= self.top and self.bottom <= other.bottom + slack

    def overlaps(self, other: Box) -> bool:
        """Tells if the two have more than a margin in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > 1 and min(self.bottom, other.bottom) - max(self.top, other.top) > 1


@dataclass(frozen=True)
class Drawing:
    """The page, the nodes with a border, their texts line by line, and all other texts."""

    page: Box
    nodes: tuple[Box, ...]
    inside: tuple[tuple[Box, Box], ...]
    texts: tuple[Box, ...]


def drawing(picture: Picture) -> Drawing:
    """A picture as Graphviz lays it out."""
    root = ElementTree.fromstring(svg(picture))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    (graph,) = (group for group in root if group.attrib.get("class") == "graph")
    moved = re.search(r"translate\(([-.\d]+) ([-.\d]+)\)", graph.attrib["transform"])
    assert moved is not None
    x, y = float(moved[1]), float(moved[2])
    page = Box("", left - x, left - x + width, top - y, top - y + height)
    nodes, inside = [], []
    for group in graph.iter(f"{_SVG}g"):
        if group.attrib.get("class") == "node":
            lines = [_line(text) for text in group.findall(f"{_SVG}text")]
            border = _border(group, " ".join(line.text for line in lines))
            if border is not None:
                nodes.append(border)
                inside += [(line, border) for line in lines]
    texts = tuple(_line(text) for text in graph.iter(f"{_SVG}text"))
    return Drawing(page, tuple(nodes), tuple(inside), texts)


def check_legible(picture: Picture) -> None:
    """No two nodes overlap, the text of a node is inside its border, and all text is on the page."""
    found = drawing(picture)
    assert all(node.text for node in found.nodes)
    for one, other in itertools.combinations(found.nodes, 2):
        assert not one.overlaps(other), (one.text, other.text)
    # The headings of rows are outside the borders of their cells.
    headings = {line for cluster in picture.every_cluster if cluster.row for line in cluster.label.split("\n")}
    for line, border in found.inside:
        if re.match(r"\w+ [→↔] ", line.text):
            # It stands beside its cell.
            assert not any(line.overlaps(other) for other in found.nodes), line
        else:
            assert line.text in headings or line.inside(border, slack=2), (line, border)
    for line in found.texts:
        assert line.inside(found.page, slack=2), line


def luminance(color: str) -> float:
    """The relative luminance of WCAG 2 of a colour like #d55e00."""
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _line(text: ElementTree.Element) -> Box:
    said, size = (text.text or "").strip(), float(text.attrib["font-size"])
    x, y, width = float(text.attrib["x"]), float(text.attrib["y"]), _LETTER * size * len(said)
    left = x - width / 2 if text.attrib["text-anchor"] == "middle" else x
    return Box(said, left, left + width, y - 0.75 * size, y + 0.25 * size)


def _border(group: ElementTree.Element, text: str) -> Box | None:
    written = " ".join(shape.attrib.get("d") or shape.attrib.get("points") or "" for shape in group)
    points = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", written)]
    if not points:
        return None
    across, down = zip(*points, strict=True)
    return Box(text, min(across), max(across), min(down), max(down))
