"""A picture in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from vsym.pictures.picture import Cluster, Color, Edge, Node, Picture, Stroke

HEX: Mapping[Color, str] = MappingProxyType(
    {
        "black": "#000000",
        "grey": "#767676",
        "blue": "#0072b2",
        "vermilion": "#d55e00",
        "green": "#007a5a",
        "purple": "#aa4499",
        "orange": "#b07d00",
        "sky": "#2b8cc4",
    }
)
"""The colours, those of the palette that are too light for lines on white made darker."""

FONT = "DejaVu Sans,Verdana,Geneva,sans-serif"
"""Families with the same widths, so that a text fits whichever of them is there; a reader's own is usually narrower."""

_SHAPES = MappingProxyType({"round": "box", "box": "box", "text": "plaintext"})


def dot(picture: Picture) -> str:
    """The picture as a DOT graph; names are those of the picture, quoted."""
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    yield f"digraph {_quoted(picture.title)} {{"
    heading = "".join(f"{_escaped(line)}\\l" for line in (picture.title, *picture.caption))
    direction = {"down": "TB", "right": "LR"}[picture.direction]
    yield f'  graph [rankdir={direction}, compound=true, fontname="{FONT}", fontsize=12, labelloc=t, labeljust=l,'
    yield f'    bgcolor=white, pad=0.15, nodesep=0.35, ranksep=0.5, label="{heading}"];'
    yield f'  node [fontname="{FONT}", fontsize=12, height=0.35, margin="0.12,0.06"];'
    yield f'  edge [fontname="{FONT}", fontsize=11, arrowsize=0.8];'
    inside = {name for cluster in picture.clusters for name in cluster.members}
    nodes = {node.name: node for node in picture.nodes}
    yield from (f"  {_node(node)}" for node in picture.nodes if node.name not in inside)
    for cluster in picture.clusters:
        yield from _cluster(cluster, nodes, "  ")
    for number, row in enumerate(picture.rows):
        # The order across a rank follows lines within it, so invisible ones are drawn there.
        yield f"  subgraph row{number} {{ rank=same; {' -> '.join(map(_quoted, row))} [style=invis]; }}"
    clusters = {cluster.name: cluster for cluster in picture.every_cluster}
    yield from (f"  {_edge(edge, clusters)}" for edge in picture.edges)
    yield "}"


def _cluster(cluster: Cluster, nodes: Mapping[str, Node], indent: str) -> Iterator[str]:
    yield f"{indent}subgraph {_quoted(f'cluster_{cluster.name}')} {{"
    yield f'{indent}  graph [label="{_label(cluster.label)}", labelloc=t, style="rounded,{cluster.stroke.line}",'
    yield f'{indent}    fontsize=11, color="{HEX[cluster.stroke.color]}", fontcolor="{HEX[cluster.stroke.color]}"];'
    yield from (f"{indent}  {_node(nodes[name])}" for name in cluster.nodes)
    for inner in cluster.clusters:
        yield from _cluster(inner, nodes, f"{indent}  ")
    yield f"{indent}}}"


def _node(node: Node) -> str:
    shape = "rounded," if node.shape == "round" else ""
    return (
        f'{_quoted(node.name)} [label="{_label(node.label)}", shape={_SHAPES[node.shape]}, '
        f'style="{shape}{node.stroke.line}", peripheries={0 if node.shape == "text" else 1 + node.initial}, '
        f"{_colored(node.stroke)}];"
    )


def _edge(edge: Edge, clusters: Mapping[str, Cluster]) -> str:
    ends = []
    attributes = [f'label="{_label(edge.label)}"', f"style={edge.stroke.line}", _colored(edge.stroke)]
    for name, side in ((edge.source, "ltail"), (edge.target, "lhead")):
        if name in clusters:
            # Graphviz draws lines between nodes, cut off where the frame is.
            members = [*clusters[name].members]
            ends.append(members[len(members) // 2])
            attributes.append(f"{side}={_quoted(f'cluster_{name}')}")
        else:
            ends.append(name)
    if not edge.directed:
        attributes.append("dir=none")
    if not edge.ranked:
        attributes.append("constraint=false")
    return f"{_quoted(ends[0])} -> {_quoted(ends[1])} [{', '.join(attributes)}];"


def _colored(stroke: Stroke) -> str:
    return f'color="{HEX[stroke.color]}", fontcolor="{HEX[stroke.color]}"'


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace("\\", "\\\\").replace('"', '\\"'))


def _label(text: str) -> str:
    return "\\n".join(_escaped(line) for line in text.split("\n")) if text else ""


def _escaped(line: str) -> str:
    """A line of a label, in which Graphviz reads both its own escapes and those of HTML."""
    return line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
