"""A picture in the language of Graphviz.

Invisible lines keep nodes in their ranks: one between two that stand side by side keeps them in this order. Between two
frames there is an invisible column, with a node for each rank and for the labels between two ranks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from vsym.show.pictures.dot_edges import Ends, in_one_column, label_name, runs_through, written_edge
from vsym.show.pictures.dot_text import FONT, colored, hex_of, html, label, quoted
from vsym.show.pictures.picture import Cluster, Node, Picture

# How strongly neighbours are held together where they are in one frame, and where not.
_TOGETHER = 20

_APART = 1

_POINT = '[shape=point, style=invis, label="", width=0.2, height=0.2]'


def dot(picture: Picture) -> str:
    """The picture as a DOT graph; names are those of the picture, quoted."""
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    frames = {name: cluster for cluster in picture.clusters if not cluster.row for name in cluster.everything}
    yield f"digraph {quoted(picture.title)} {{"
    direction = {"down": "TB", "right": "LR"}[picture.direction]
    lines = [f"<B>{html(picture.title)}</B>", *map(html, picture.below_title)]
    heading = "".join(f'<TR><TD ALIGN="LEFT">{line}</TD></TR>' for line in lines)
    # Frames have labels in ranks of their own; so have lines without ranks.
    apart = 0.5 if picture.ranks and not frames else 0.25
    yield f'  graph [rankdir={direction}, newrank=true, fontname="{FONT}", fontsize=12, labelloc=t,'
    yield f"    labeljust=l, bgcolor=white, pad=0.15, nodesep=0.2, ranksep={apart},"
    # Letters reach below their line, and a double border above its node.
    yield f'    label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">{heading}'
    yield '<TR><TD HEIGHT="10"></TD></TR></TABLE>>];'
    yield f'  node [shape=box, style=rounded, fontname="{FONT}", fontsize=12, height=0.35, margin="0.12,0.06"];'
    yield f'  edge [fontname="{FONT}", fontsize=11, arrowsize=0.8];'
    nodes = {node.name: node for node in picture.nodes}
    inside = {*frames, *(name for cluster in picture.clusters for name in cluster.members)}
    ends = Ends.of(picture)
    # The label of a line stands in the frame that the line is declared in.
    edges: dict[str | None, list[str]] = {}
    for number, edge in enumerate(picture.edges):
        source, target = frames.get(edge.source), frames.get(edge.target)
        frame = source.name if source is not None and source == target else None
        edges.setdefault(frame, []).extend(written_edge(edge, number, ends))
    yield from (f"  {_node(node)}" for node in picture.nodes if node.name not in inside)
    beside = _beside(picture, nodes, ends)
    for cluster in picture.clusters:
        yield from _cluster(cluster, nodes, beside, edges.get(cluster.name, []), "  ")
    yield from (f"  {line}" for line in _written_ranks(picture, ends))
    yield from (f"  {edge}" for edge in edges.get(None, []))
    yield "}"


def _beside(picture: Picture, nodes: Mapping[str, Node], ends: Ends) -> Mapping[str, list[str]]:
    """What lines inside columns say, for the cells that they begin at, and without an arrowhead for both ends: there,
    lines would lie above each other."""
    found: dict[str, list[str]] = {}
    for edge in picture.edges:
        if in_one_column(edge, ends):
            ways = [(edge.source, edge.target), *([] if edge.directed else [(edge.target, edge.source)])]
            for one, other in ways:
                text = f"{edge.label} {'→' if edge.directed else '↔'} {nodes[other].label.partition(' (')[0]}"
                found.setdefault(one, []).append(text)
    return found


def _cluster(
    cluster: Cluster, nodes: Mapping[str, Node], beside: Mapping[str, list[str]], edges: Sequence[str], indent: str
) -> Iterator[str]:
    if cluster.row:
        yield f"{indent}{_row(cluster, nodes, beside)}"
        return
    yield f"{indent}subgraph {quoted(f'cluster_{cluster.name}')} {{"
    attributes = [f'label="{label(cluster.label)}"', "labelloc=t", "style=rounded", "fontsize=11"]
    yield f"{indent}  graph [{', '.join([*attributes, *colored(cluster.stroke)])}];"
    yield from (f"{indent}  {_node(nodes[name])}" for name in cluster.nodes)
    for inner in cluster.clusters:
        yield from _cluster(inner, nodes, beside, (), f"{indent}  ")
    yield from (f"{indent}  {edge}" for edge in edges)
    yield f"{indent}}}"


def _node(node: Node) -> str:
    attributes = [f"label={_table(node)}", "margin=0"] if node.note else [f'label="{label(node.label)}"']
    if node.shape == "text":
        attributes.append("shape=plaintext")
    elif node.shape == "box":
        attributes.append(f"style={node.stroke.line}")
    elif node.stroke.line != "solid":
        attributes.append(f'style="rounded,{node.stroke.line}"')
    if node.initial:
        attributes.append("peripheries=2")
    return f"{quoted(node.name)} [{', '.join([*attributes, *colored(node.stroke)])}];"


def _table(node: Node) -> str:
    """The label above the note, with a line between them."""
    # Cells have the same padding on all sides; letters need more at the sides.
    parts = ("\n".join(f"\u00a0{line}\u00a0" for line in part.split("\n")) for part in (node.label, node.note))
    above, below = (html(part) for part in parts)
    small = f'<FONT POINT-SIZE="11">{below}</FONT>'
    rows = f"<TR><TD>{above}</TD></TR><HR/><TR><TD>{small}</TD></TR>"
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="4">{rows}</TABLE>>'


def _row(cluster: Cluster, nodes: Mapping[str, Node], beside: Mapping[str, list[str]]) -> str:
    """A table with a heading, as one node: cells in a line, or one below another with what is said `beside` them."""
    cells = [
        f'<TD PORT="p{place}" BORDER="{3 if node.stroke.line == "bold" else 1}" COLOR="{hex_of(node.stroke.color)}" '
        f'WIDTH="60">{html(node.label)}</TD>'
        for place, node in enumerate(nodes[name] for name in cluster.nodes)
    ]
    column = cluster.row == "column"
    wide = 1 if column else max(1, len(cluster.nodes))
    if column and any(name in beside for name in cluster.nodes):
        wide = 2
        said = ("".join(f'{html(one)}<BR ALIGN="LEFT"/>' for one in beside.get(name, ())) for name in cluster.nodes)
        cells = [f'{cell}<TD BORDER="0" ALIGN="LEFT">{text}</TD>' for cell, text in zip(cells, said, strict=True)]
    lines = [f'<TD BORDER="0" COLSPAN="{wide}">{html(cluster.label)}</TD>']
    lines += cells if column or not cells else ["".join(cells)]
    if cluster.row == "headed below":
        lines.reverse()
    inside = "".join(f"<TR>{line}</TR>" for line in lines)
    table = f'<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="{4 if column else 6}" CELLPADDING="5">{inside}</TABLE>'
    return f"{quoted(cluster.name)} [shape=plain, label=<{table}>];"


def _written_ranks(picture: Picture, ends: Ends) -> Iterator[str]:
    """The statements for the ranks of a picture."""
    if not picture.ranks:
        return
    frames = [cluster for cluster in picture.clusters if not cluster.row]
    frame_of = {name: number for number, frame in enumerate(frames) for name in frame.members}
    rows = [(2 * level, [(name, frame_of.get(name, 0)) for name in rank]) for level, rank in enumerate(picture.ranks)]
    for number, edge in enumerate(picture.edges):
        if runs_through(edge, ends):
            above = min(ends.ranks[edge.source][0], ends.ranks[edge.target][0])
            rows.append((2 * above + 1, [(label_name(number), frame_of.get(edge.source, 0))]))
    columns = range(1, len(frames))
    if not columns:
        yield from _in_order(picture, ends, {level for level, _ in rows})
    for column in columns:
        gaps = [quoted(_gap(level, column)) for level in range(max(level for level, _ in rows) + 1)]
        yield from (f"{gap} {_POINT};" for gap in gaps)
        yield f"{' -> '.join(gaps)} [style=invis, weight=1000];"
    inner = {name: cluster.name for frame in frames for cluster in frame.clusters for name in cluster.members}
    for level, row in rows:
        line = list(_with_gaps(level, row, columns))
        yield f"{{ rank=same; {'; '.join(map(quoted, line))}; }}"
        for one, other in pairwise(line):
            together = one in inner and inner[one] == inner.get(other)
            if together or one not in inner or other not in inner:
                yield f"{quoted(one)} -> {quoted(other)} [style=invis, weight={_TOGETHER if together else _APART}];"
            else:
                # Two frames side by side have a margin.
                margin = quoted(f"margin {other}")
                yield f"{margin} {_POINT}; {{ rank=same; {margin}; {quoted(one)}; }}"
                yield f"{quoted(one)} -> {margin} -> {quoted(other)} [style=invis, weight={_APART}];"


def _in_order(picture: Picture, ends: Ends, levels: Collection[int]) -> Iterator[str]:
    """Invisible lines between ranks that follow each other and that no line joins; labels may stand between them."""
    joined = {frozenset(ends.ranks[end][0] for end in (edge.source, edge.target)) for edge in picture.edges}
    for level, (rank, following) in enumerate(pairwise(picture.ranks)):
        if frozenset((level, level + 1)) not in joined:
            length = 2 if 2 * level + 1 in levels else 1
            yield f"{quoted(rank[0])} -> {quoted(following[0])} [style=invis, minlen={length}];"


def _with_gaps(level: int, row: Sequence[tuple[str, int]], columns: range) -> Iterator[str]:
    """The nodes of a row, each with the number of its frame, and a node between two frames."""
    passed = 0
    for node, frame in (*row, ("", columns.stop - 1)):
        yield from (_gap(level, column) for column in columns[passed:frame])
        passed = max(passed, frame)
        if node:
            yield node


def _gap(level: int, column: int) -> str:
    return f"gap {level} {column}"
