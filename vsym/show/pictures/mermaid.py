"""A picture as a flowchart of Mermaid, which many places that show Markdown draw."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from vsym.show.pictures.dot import hex_of
from vsym.show.pictures.picture import PLAIN, Cluster, Node, Picture, Stroke

_DIRECTIONS = {"down": "TB", "right": "LR"}
_WIDTHS = {"solid": "2px", "dashed": "2px,stroke-dasharray:6 4", "bold": "4px", "dotted": "1px,stroke-dasharray:2 3"}


def mermaid(picture: Picture) -> str:
    """The picture as the text of a flowchart, with its caption as a note.

    Mermaid places everything by itself: rows and ranks are not kept. Black parts take the colour of the reader's theme.
    """
    return "\n".join(_lines(picture)) + "\n"


def fenced(picture: Picture) -> str:
    """The flowchart as a block of code of Markdown."""
    return f"```mermaid\n{mermaid(picture)}```\n"


def _lines(picture: Picture) -> Iterator[str]:
    yield from ("---", f"title: {json.dumps(picture.title, ensure_ascii=False)}", "---")
    yield f"flowchart {_DIRECTIONS[picture.direction]}"
    # Names of nodes could be words of Mermaid, such as `end`, so that numbers stand for them.
    names = {node.name: f"n{number}" for number, node in enumerate(picture.nodes)}
    names |= {cluster.name: f"c{number}" for number, cluster in enumerate(picture.every_cluster)}
    inside = {name for cluster in picture.clusters for name in cluster.members}
    nodes = {node.name: node for node in picture.nodes}
    yield from (f"  {_node(node, names)}" for node in picture.nodes if node.name not in inside)
    for cluster in picture.clusters:
        yield from _cluster(cluster, nodes, names, picture.direction)
    for number, edge in enumerate(picture.edges):
        label = f"|{_quoted(edge.label)}|" if edge.label else ""
        yield f"  {names[edge.source]} {'-->' if edge.directed else '---'}{label} {names[edge.target]}"
        yield f"  linkStyle {number} {_style(edge.stroke)}"
    for node in picture.nodes:
        if node.shape == "text":
            yield f"  style {names[node.name]} fill:none,stroke:none"
        elif node.stroke != PLAIN:
            yield f"  style {names[node.name]} {_style(node.stroke)}"
    for cluster in picture.every_cluster:
        yield f"  style {names[cluster.name]} fill:none,{_style(cluster.stroke)}"
    if picture.below_title:
        yield f"  caption[{_quoted(chr(10).join(picture.below_title))}]"
        yield "  style caption fill:none,stroke:none"


def _cluster(
    cluster: Cluster, nodes: Mapping[str, Node], names: Mapping[str, str], direction: str, indent: str = "  "
) -> Iterator[str]:
    yield f"{indent}subgraph {names[cluster.name]}[{_quoted(cluster.label)}]"
    own = _DIRECTIONS[direction] if cluster.row is None else "TB" if cluster.row == "column" else "LR"
    yield f"{indent}  direction {own}"
    yield from (f"{indent}  {_node(nodes[name], names)}" for name in cluster.nodes)
    for inner in cluster.clusters:
        yield from _cluster(inner, nodes, names, direction, f"{indent}  ")
    yield f"{indent}end"


def _node(node: Node, names: Mapping[str, str]) -> str:
    said = f"{node.label}\n―\n{node.note}" if node.note else node.label
    left, right = ("[[", "]]") if node.initial else ("(", ")") if node.shape == "round" else ("[", "]")
    return f"{names[node.name]}{left}{_quoted(said)}{right}"


def _style(stroke: Stroke) -> str:
    color = "" if stroke.color == "black" else f"stroke:{hex_of(stroke.color)},"
    return f"{color}stroke-width:{_WIDTHS[stroke.line]}"


def _quoted(text: str) -> str:
    """A label in quotes; characters special to Mermaid, Markdown or HTML are written by their numbers."""
    special = {character: f"#{ord(character)};" for character in '"#&<>`*_\\'}
    return '"{}"'.format("".join("<br/>" if c == "\n" else special.get(c, c) for c in text) or " ")
