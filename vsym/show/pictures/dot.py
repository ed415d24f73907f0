"""A picture in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from types import MappingProxyType

from vsym.basics.frozen import frozen
from vsym.show.pictures.picture import Cluster, Color, Edge, Node, Picture, Stroke

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


@frozen
class _Ends:
    """Where lines begin and end: `cells` has the row and the port of nodes in rows, `clusters` all other clusters."""

    cells: Mapping[str, tuple[str, str]]
    clusters: Mapping[str, Cluster]

    @staticmethod
    def of(picture: Picture) -> _Ends:
        every = list(picture.every_cluster)
        rows = [cluster for cluster in every if cluster.row]
        cells = {node: (row.name, f"p{place}") for row in rows for place, node in enumerate(row.nodes)}
        return _Ends(cells, {cluster.name: cluster for cluster in every if not cluster.row})


def dot(picture: Picture) -> str:
    """The picture as a DOT graph; names are those of the picture, quoted."""
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    yield f"digraph {_quoted(picture.title)} {{"
    direction = {"down": "TB", "right": "LR"}[picture.direction]
    lines = [f"<B>{_html(picture.title)}</B>", *map(_html, (*picture.caption, *picture.left_out))]
    heading = "".join(f'{line}<BR ALIGN="LEFT"/>' for line in lines)
    yield f'  graph [rankdir={direction}, compound=true, newrank=true, fontname="{FONT}", fontsize=12, labelloc=t,'
    yield "    labeljust=l, bgcolor=white, pad=0.15, nodesep=0.35, ranksep=0.5,"
    yield f"    label=<{heading}>];"
    yield f'  node [shape=box, style=rounded, fontname="{FONT}", fontsize=12, height=0.35, margin="0.12,0.06"];'
    yield f'  edge [fontname="{FONT}", fontsize=11, arrowsize=0.8];'
    nodes = {node.name: node for node in picture.nodes}
    frames = {name: cluster for cluster in picture.clusters if not cluster.row for name in cluster.everything}
    inside = {*frames, *(name for cluster in picture.clusters for name in cluster.members)}
    ends = _Ends.of(picture)
    # The label of a line is placed in the frame that the line is declared in.
    edges: dict[str | None, list[str]] = {}
    for edge in picture.edges:
        source, target = frames.get(edge.source), frames.get(edge.target)
        frame = source.name if source is not None and source == target else None
        edges.setdefault(frame, []).append(_edge(edge, ends))
    yield from (f"  {_node(node)}" for node in picture.nodes if node.name not in inside)
    for cluster in picture.clusters:
        yield from _cluster(cluster, nodes, edges.get(cluster.name, []), "  ")
    for rank in picture.ranks:
        yield f"  {{ rank=same; {'; '.join(map(_quoted, rank))}; }}"
    yield from (f"  {edge}" for edge in edges.get(None, []))
    yield "}"


def _cluster(cluster: Cluster, nodes: Mapping[str, Node], edges: Sequence[str], indent: str) -> Iterator[str]:
    if cluster.row:
        yield f"{indent}{_row(cluster, nodes)}"
        return
    yield f"{indent}subgraph {_quoted(f'cluster_{cluster.name}')} {{"
    attributes = [f'label="{_label(cluster.label)}"', "labelloc=t", "style=rounded", "fontsize=11"]
    yield f"{indent}  graph [{', '.join([*attributes, *_colored(cluster.stroke)])}];"
    yield from (f"{indent}  {_node(nodes[name])}" for name in cluster.nodes)
    for inner in cluster.clusters:
        yield from _cluster(inner, nodes, (), f"{indent}  ")
    yield from (f"{indent}  {edge}" for edge in edges)
    yield f"{indent}}}"


def _node(node: Node) -> str:
    attributes = [f"label={_table(node)}", "margin=0"] if node.note else [f'label="{_label(node.label)}"']
    if node.shape == "text":
        attributes.append("shape=plaintext")
    elif node.shape == "box":
        attributes.append(f"style={node.stroke.line}")
    elif node.stroke.line != "solid":
        attributes.append(f'style="rounded,{node.stroke.line}"')
    if node.initial:
        attributes.append("peripheries=2")
    return f"{_quoted(node.name)} [{', '.join([*attributes, *_colored(node.stroke)])}];"


def _table(node: Node) -> str:
    """The label above the note, with a line between them."""
    # Cells have the same padding on all sides; letters need more at the sides.
    parts = ("\n".join(f"\u00a0{line}\u00a0" for line in part.split("\n")) for part in (node.label, node.note))
    above, below = (_html(part) for part in parts)
    small = f'<FONT POINT-SIZE="11">{below}</FONT>'
    rows = f"<TR><TD>{above}</TD></TR><HR/><TR><TD>{small}</TD></TR>"
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="4">{rows}</TABLE>>'


def _row(cluster: Cluster, nodes: Mapping[str, Node]) -> str:
    """A table of one line of cells with a heading, as one node."""
    cells = "".join(
        f'<TD PORT="p{place}" BORDER="{3 if node.stroke.line == "bold" else 1}" COLOR="{HEX[node.stroke.color]}" '
        f'WIDTH="60">{_html(node.label)}</TD>'
        for place, node in enumerate(nodes[name] for name in cluster.nodes)
    )
    heading = f'<TR><TD BORDER="0" COLSPAN="{max(1, len(cluster.nodes))}">{_html(cluster.label)}</TD></TR>'
    lines = [heading, f"<TR>{cells}</TR>"] if cells else [heading]
    if cluster.row == "headed below":
        lines.reverse()
    table = f'<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="6" CELLPADDING="5">{"".join(lines)}</TABLE>'
    return f"{_quoted(cluster.name)} [shape=plain, label=<{table}>];"


def _edge(edge: Edge, ends: _Ends) -> str:
    source, target = (_end(name, side, ends) for name, side in ((edge.source, "s"), (edge.target, "n")))
    attributes = []
    if edge.label:
        attributes.append(f"label={_over_lines(edge.label)}")
    if edge.stroke.line != "solid":
        attributes.append(f"style={edge.stroke.line}")
    attributes += _colored(edge.stroke)
    # Graphviz draws lines between nodes, and cuts them off where a frame is.
    if edge.source in ends.clusters:
        attributes.append(f"ltail={_quoted(f'cluster_{edge.source}')}")
    if edge.target in ends.clusters:
        attributes.append(f"lhead={_quoted(f'cluster_{edge.target}')}")
    if not edge.directed:
        attributes.append("dir=none")
    if not edge.ranked:
        attributes.append("constraint=false")
    listed = f" [{', '.join(attributes)}]" if attributes else ""
    return f"{source} -> {target}{listed};"


def _over_lines(label: str) -> str:
    """A text that stays readable where a line runs below it."""
    cell = f"<TR><TD>{_html(label)}</TD></TR>"
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2" BGCOLOR="white">{cell}</TABLE>>'


def _end(name: str, side: str, ends: _Ends) -> str:
    """A node; in a row, the side of the cell that a line from above to below begins or ends at."""
    if name in ends.cells:
        row, port = ends.cells[name]
        return f"{_quoted(row)}:{port}:{side}"
    if name in ends.clusters:
        members = [*ends.clusters[name].members]
        return _quoted(members[len(members) // 2])
    return _quoted(name)


def _colored(stroke: Stroke) -> list[str]:
    color = HEX[stroke.color]
    return [] if stroke.color == "black" else [f'color="{color}"', f'fontcolor="{color}"']


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace("\\", "\\\\").replace('"', '\\"'))


def _label(text: str) -> str:
    """A label in quotes, in which Graphviz reads both its own escapes and those of HTML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return escaped.replace("\n", "\\n")


def _html(text: str) -> str:
    """Text in an HTML-like label, in which Graphviz still reads its own escapes."""
    return escape(text).replace("\\", "\\\\").replace("\n", "<BR/>")
