"""Frames around nodes that Graphviz has placed.

Where there are frames, Graphviz gives up the order in which nodes are to stand. So it places the nodes without them;
those of a frame stand side by side, and the frames are drawn around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vsym.basics.frozen import frozen

_POINTS = 72.0
_MARGIN = 7.0
_HEADING = 18.0
_LETTER = 6.8
_OUTER = 12.0

# The others are those of the whole graph.
_ATTRIBUTES = ("label", "labelloc", "style", "fontsize", "color", "fontcolor")


@frozen
class Frame:
    """A cluster of a graph: its attributes, the names of all nodes inside, and the frames inside."""

    name: str
    attributes: Mapping[str, str]
    nodes: tuple[str, ...]
    frames: tuple[Frame, ...]


@frozen
class Box:
    """A rectangle, in points from below and from the left."""

    left: float
    bottom: float
    right: float
    top: float

    @staticmethod
    def around(boxes: Sequence[Box]) -> Box:
        """The smallest rectangle around others."""
        sides = zip(*((-box.left, -box.bottom, box.right, box.top) for box in boxes), strict=True)
        left, bottom, right, top = map(max, sides)
        return Box(-left, -bottom, right, top)

    @property
    def corners(self) -> str:
        """As Graphviz writes it."""
        return f"{self.left:.2f},{self.bottom:.2f},{self.right:.2f},{self.top:.2f}"


def draw_framed(graph: Any, written: str) -> bytes:
    """The drawing of an `AGraph`, with a frame for each of its clusters, as the content of a file."""
    frames = _lifted(graph)
    graph.layout("dot")
    if frames:
        page = _corners(graph.graph_attr["bb"])
        below = Box(page.left, page.bottom, page.right, page.top - float(graph.graph_attr["lheight"]) * _POINTS)
        _spread(graph, Box.around([below, *(_framed(graph, frame) for frame in frames)]))
    drawing: bytes = graph.draw(format=written, prog="nop2")
    return drawing


def _lifted(graph: Any) -> list[Frame]:
    """The clusters of a graph, which are taken out of it; their nodes remain."""
    frames = list(_frames(graph))
    for frame in frames:
        graph.remove_subgraph(frame.name)
    return frames


def _frames(graph: Any) -> Iterator[Frame]:
    for cluster in list(graph.subgraphs()):
        if (cluster.name or "").startswith("cluster"):
            attributes = {name: value for name, value in cluster.graph_attr.items() if name in _ATTRIBUTES}
            yield Frame(cluster.name, attributes, tuple(map(str, cluster.nodes())), tuple(_frames(cluster)))


def _framed(graph: Any, frame: Frame) -> Box:
    """The border of a frame, which is added to the graph, and so are those inside, which are drawn over it."""
    box = _border(graph, frame)
    heading = f"{box.left + 6 + _LETTER * len(frame.attributes['label']) / 2:.2f},{box.top - 9:.2f}"
    graph.add_subgraph([], frame.name, **{**frame.attributes, "bb": box.corners, "lp": heading})
    for inner in frame.frames:
        _framed(graph, inner)
    return box


def _border(graph: Any, frame: Frame) -> Box:
    nodes = [_placed(graph.get_node(name)) for name in frame.nodes]
    # Around frames there are lines between them, too.
    inside = graph.edges(frame.nodes) if frame.frames else []
    lines = [box for edge in inside if edge[1] in frame.nodes for box in _points(edge)]
    box = Box.around([*(_border(graph, inner) for inner in frame.frames), *nodes, *lines])
    heading = box.left + 6 + _LETTER * len(frame.attributes["label"])
    return Box(box.left - _MARGIN, box.bottom - _MARGIN, max(box.right, heading) + _MARGIN, box.top + _HEADING)


def _points(edge: Any) -> Iterator[Box]:
    """The points that guide a line, which is between them."""
    for point in (edge.attr["pos"] or "").split():
        x, y = map(float, point.removeprefix("e,").removeprefix("s,").split(","))
        yield Box(x, y, x, y)


def _placed(node: Any) -> Box:
    """Where a node stands; one with a double border takes more room than Graphviz says."""
    x, y = map(float, node.attr["pos"].split(","))
    width, height = (float(node.attr[side]) * _POINTS / 2 for side in ("width", "height"))
    border = 4 if node.attr["peripheries"] == "2" else 0
    return Box(x - width - border, y - height - border, x + width + border, y + height + border)


def _corners(written: str) -> Box:
    return Box(*map(float, written.split(",")))


def _spread(graph: Any, box: Box) -> None:
    """Make the page as large as all that is on it, with the title above."""
    width, height = (float(graph.graph_attr[side]) * _POINTS for side in ("lwidth", "lheight"))
    top = box.top + height + _OUTER
    graph.graph_attr["lp"] = f"{box.left + width / 2 + _OUTER:.2f},{top - height / 2:.2f}"
    graph.graph_attr["bb"] = Box(box.left, box.bottom, max(box.right, box.left + width + _OUTER), top).corners
