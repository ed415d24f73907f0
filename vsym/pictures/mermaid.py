"""A picture as a flowchart of Mermaid, which many places that show Markdown draw."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from vsym.pictures.dot import HEX
from vsym.pictures.picture import Cluster, Edge, Node, Picture, Stroke

_WIDTHS = {"solid": "2px", "dashed": "2px,stroke-dasharray:6 4", "bold": "4px", "dotted": "1px,stroke-dasharray:2 3"}


def mermaid(picture: Picture) -> str:
    """The picture as the text of a flowchart; the caption stands below it as a note."""
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    yield from ("---", f"title: {json.dumps(picture.title, ensure_ascii=False)}", "---")
    yield f"flowchart {'TB' if picture.direction == 'down' else 'LR'}"
    # Names of nodes could be words of Mermaid, such as `end`, so that numbers stand for them.
    names = {node.name: f"n{number}" for number, node in enumerate(picture.nodes)}
    names |= {cluster.name: f"c{number}" for number, cluster in enumerate(picture.every_cluster)}
    inside = {name for cluster in picture.clusters for name in cluster.members}
    nodes = {node.name: node for node in picture.nodes}
    yield from (f"  {_node(node, names)}" for node in picture.nodes if node.name not in inside)
    for cluster in picture.clusters:
        yield from _cluster(cluster, nodes, names, "  ")
    for number, edge in enumerate(picture.edges):
        yield f"  {_edge(edge, names)}"
        yield f"  linkStyle {number} {_style(edge.stroke)}"
    for node in picture.nodes:
        if node.stroke != Stroke():
            yield f"  style {names[node.name]} {_style(node.stroke)}"
    for cluster in picture.every_cluster:
        yield f"  style {names[cluster.name]} fill:none,{_style(cluster.stroke)}"
    if picture.caption:
        yield f"  caption[{_quoted(chr(10).join(picture.caption))}]"
        yield "  style caption fill:none,stroke:none"


def _cluster(cluster: Cluster, nodes: Mapping[str, Node], names: Mapping[str, str], indent: str) -> Iterator[str]:
    yield f"{indent}subgraph {names[cluster.name]}[{_quoted(cluster.label)}]"
    yield from (f"{indent}  {_node(nodes[name], names)}" for name in cluster.nodes)
    for inner in cluster.clusters:
        yield from _cluster(inner, nodes, names, f"{indent}  ")
    yield f"{indent}end"


def _node(node: Node, names: Mapping[str, str]) -> str:
    left, right = ("[[", "]]") if node.initial else ("(", ")") if node.shape == "round" else ("[", "]")
    return f"{names[node.name]}{left}{_quoted(node.label)}{right}"


def _edge(edge: Edge, names: Mapping[str, str]) -> str:
    label = f"|{_quoted(edge.label)}|" if edge.label else ""
    return f"{names[edge.source]} {'-->' if edge.directed else '---'}{label} {names[edge.target]}"


def _style(stroke: Stroke) -> str:
    return f"stroke:{HEX[stroke.color]},stroke-width:{_WIDTHS[stroke.line]}"


def _quoted(text: str) -> str:
    """A label in quotes, in which what Mermaid, Markdown or HTML would read is written by its number."""
    special = {character: f"#{ord(character)};" for character in '"#&<>`*_\\'}
    return '"{}"'.format("".join("<br/>" if c == "\n" else special.get(c, c) for c in text) or " ")
