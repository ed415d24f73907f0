"""A picture as a drawing: SVG for pages, PNG for slides, DOT for Graphviz."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias
from xml.etree import ElementTree

from vsym.show.pictures.dot import dot, label_name
from vsym.show.pictures.graphviz import SECONDS, drawn, drawn_here
from vsym.show.pictures.picture import Picture

__all__ = ["dot", "marked", "png", "svg"]

_DOTS_PER_INCH = 144
Marks: TypeAlias = "Mapping[str, Sequence[tuple[str, str]]]"
"""The kinds and names of the things that are drawn, by the names that Graphviz has for them."""

_CLASS = "vsym-picture"
_DARK = f"@media screen and (prefers-color-scheme: dark) {{ .{_CLASS} {{ filter: invert(0.9) hue-rotate(180deg); }} }}"
"""The style that makes a picture dark where pages are: it exchanges light and dark, and keeps hues."""

_SVG = "{http://www.w3.org/2000/svg}"


def svg(picture: Picture, seconds: float = SECONDS) -> str:
    """The picture as one `<svg>` element to be put into any page or a file, with a background of its own: white, and
    dark where the reader prefers that.

    It has a viewBox and no ids, so that many fit into one page, and it shrinks where the page is narrow.

    Raises what `graphviz.drawn` raises.
    """
    root = _drawing(drawn(dot(picture), "svg", seconds))
    style = {"class": _CLASS, "style": "max-width: 100%; height: auto"}
    root.attrib |= {**style, "role": "img", "aria-label": picture.title}
    dark = ElementTree.Element("style")
    dark.text = _DARK
    root.insert(0, dark)
    return _written(root)


def marked(picture: Picture) -> str:
    """The same for a page that has a style of its own and acts on it. The drawing of a node carries the node's name as
    `data-node`; the line and the label of an edge carry the edge's number as `data-edge`.

    It is drawn in this process; raises what `graphviz.drawn_here` raises.
    """
    root = _drawing(drawn_here(dot(picture), "svg"), _marks(picture))
    root.attrib |= {"role": "group", "aria-label": picture.title}
    return _written(root)


def _drawing(drawing: bytes, marks: Marks | None = None) -> ElementTree.Element:
    root = ElementTree.fromstring(drawing)
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        element.attrib.pop("id", None)
        element.attrib.pop("{http://www.w3.org/XML/1998/namespace}space", None)
        # The names that Graphviz leaves as tooltips are ours, and tell a reader nothing.
        for title in element.findall(f"{_SVG}title"):
            for kind, name in (marks or {}).get(title.text or "", ())[:1]:
                element.set(f"data-{kind}", name)
            element.remove(title)
    width, height = (float(root.attrib[side].removesuffix("pt")) * 4 / 3 for side in ("width", "height"))
    root.attrib = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": root.attrib["viewBox"],
        "width": f"{width:.0f}",
        "height": f"{height:.0f}",
    }
    return root


def _marks(picture: Picture) -> Marks:
    """The things that Graphviz draws, by their names: nodes, labels, and lines by their ends. Of several lines between
    the same two ends, the first is meant."""
    marks: dict[str, list[tuple[str, str]]] = {node.name: [("node", node.name)] for node in picture.nodes}
    for number, edge in enumerate(picture.edges):
        middle = label_name(number)
        marks[middle] = [("edge", str(number))]
        for one, other in ((edge.source, middle), (middle, edge.target), (edge.source, edge.target)):
            for ends in (f"{one}->{other}", f"{other}->{one}"):
                marks.setdefault(ends, []).append(("edge", str(number)))
    return marks


def _written(root: ElementTree.Element) -> str:
    return re.sub(r"\s*\n+", "\n", ElementTree.tostring(root, encoding="unicode")).strip() + "\n"


def png(picture: Picture, seconds: float = SECONDS) -> bytes:
    """The picture as the content of a PNG file, two pixels for a point; raises what `graphviz.drawn` raises."""
    graph = dot(picture).replace("graph [", f"graph [dpi={_DOTS_PER_INCH}, ", 1)
    return drawn(graph, "png", seconds)
