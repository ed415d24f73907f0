"""A picture as a drawing: SVG for pages, PNG for slides, DOT for Graphviz."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from vsym.show.pictures.dot import dot
from vsym.show.pictures.graphviz import SECONDS, drawn
from vsym.show.pictures.picture import Picture

__all__ = ["dot", "marked", "png", "svg"]

_DOTS_PER_INCH = 144
_SVG = "{http://www.w3.org/2000/svg}"


def svg(picture: Picture, seconds: float = SECONDS) -> str:
    """The picture as one `<svg>` element with a white background of its own, to be put into any page or a file.

    It has a viewBox and no ids, so that many fit into one page, and it shrinks where the page is narrow.

    Raises what `graphviz.drawn` raises.
    """
    root = _drawing(picture, seconds)
    root.attrib |= {"style": "max-width: 100%; height: auto", "role": "img", "aria-label": picture.title}
    return _written(root)


def marked(picture: Picture, seconds: float = SECONDS) -> str:
    """The same for a page that has a style of its own and acts on it: nodes and edges have the names of theirs, as
    `data-node` and as `data-edge`, which is that of both ends with `->` between them."""
    root = _drawing(picture, seconds, names=True)
    root.attrib |= {"role": "group", "aria-label": picture.title}
    return _written(root)


def _drawing(picture: Picture, seconds: float, *, names: bool = False) -> ElementTree.Element:
    root = ElementTree.fromstring(drawn(dot(picture), "svg", seconds))
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        element.attrib.pop("id", None)
        element.attrib.pop("{http://www.w3.org/XML/1998/namespace}space", None)
        # The names that Graphviz leaves as tooltips are ours, and tell a reader nothing.
        for title in element.findall(f"{_SVG}title"):
            kind = element.get("class")
            if names and kind in ("node", "edge"):
                element.set(f"data-{kind}", title.text or "")
            element.remove(title)
    width, height = (float(root.attrib[side].removesuffix("pt")) * 4 / 3 for side in ("width", "height"))
    root.attrib = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": root.attrib["viewBox"],
        "width": f"{width:.0f}",
        "height": f"{height:.0f}",
    }
    return root


def _written(root: ElementTree.Element) -> str:
    return re.sub(r"\s*\n+", "\n", ElementTree.tostring(root, encoding="unicode")).strip() + "\n"


def png(picture: Picture, seconds: float = SECONDS) -> bytes:
    """The picture as the content of a PNG file, two pixels for a point; raises what `graphviz.drawn` raises."""
    graph = dot(picture).replace("graph [", f"graph [dpi={_DOTS_PER_INCH}, ", 1)
    return drawn(graph, "png", seconds)
