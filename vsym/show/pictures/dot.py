"""A picture in the language of Graphviz: names and colours, where lines begin and end, and how nodes keep their ranks.

Invisible lines keep nodes in their ranks: one between two that stand side by side keeps them in this order. Between two
frames there is an invisible column, with a node for each rank and for the labels between two ranks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from types import MappingProxyType

from vsym.basics.frozen import frozen
from vsym.basics.source import visible
from vsym.show.pictures.picture import Cluster, Color, Edge, Node, Picture, Stroke

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
        edges.setdefault(frame, []).extend(_written_edge(edge, number, ends))
    yield from (f"  {_node(node)}" for node in picture.nodes if node.name not in inside)
    beside = _beside(picture, nodes, ends)
    for cluster in picture.clusters:
        yield from _cluster(cluster, nodes, beside, edges.get(cluster.name, []), "  ")
    yield from (f"  {line}" for line in _written_ranks(picture, ends))
    yield from (f"  {edge}" for edge in edges.get(None, []))
    yield "}"


def _beside(picture: Picture, nodes: Mapping[str, Node], ends: Ends) -> Mapping[str, list[str]]:
    """The texts of lines inside columns, for the cells that they begin at, and without an arrowhead for both ends:
    there, lines would lie above each other."""
    texts: dict[str, list[str]] = {}
    for edge in picture.edges:
        if _in_one_column(edge, ends):
            ways = [(edge.source, edge.target), *([] if edge.directed else [(edge.target, edge.source)])]
            for one, other in ways:
                text = f"{edge.label} {'→' if edge.directed else '↔'} {nodes[other].label.partition(' (')[0]}"
                texts.setdefault(one, []).append(text)
    return texts


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
    """A table with a heading, as one node: cells in a row, or in a column with the texts `beside` them."""
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
        if _runs_through(edge, ends):
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


HEX: Mapping[str, str] = MappingProxyType(
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


def hex_of(color: Color) -> str:
    """A colour as `#d55e00`."""
    return HEX.get(color, color)


def quoted(name: str) -> str:
    """A name or an attribute in quotes."""
    return '"{}"'.format(visible(name).replace("\\", "\\\\").replace('"', '\\"'))


def label(text: str) -> str:
    """The inside of a label in quotes, in which Graphviz reads both its own escapes and those of HTML."""
    escaped = visible(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return escaped.replace("\n", "\\n")


def html(text: str) -> str:
    """Text in an HTML-like label, in which Graphviz still reads its own escapes."""
    return escape(visible(text)).replace("\\", "\\\\").replace("\n", "<BR/>")


def colored(stroke: Stroke) -> list[str]:
    """The attributes for the colour of a line and its text."""
    color = hex_of(stroke.color)
    return [] if stroke.color == "black" else [f'color="{color}"', f'fontcolor="{color}"']


@frozen
class Ends:
    """The ends of lines: the row and the port of each node in a row, which rows are columns, and the place of
    nodes among the ranks."""

    cells: Mapping[str, tuple[str, str]]
    columns: frozenset[str]
    ranks: Mapping[str, tuple[int, int]]

    @staticmethod
    def of(picture: Picture) -> Ends:
        """The ends that the lines of a picture can have."""
        rows = [cluster for cluster in picture.every_cluster if cluster.row]
        cells = {node: (row.name, f"p{place}") for row in rows for place, node in enumerate(row.nodes)}
        places = {name: (level, place) for level, rank in enumerate(picture.ranks) for place, name in enumerate(rank)}
        in_rows = {node: places[row] for node, (row, _) in cells.items() if row in places}
        columns = frozenset(row.name for row in rows if row.row == "column")
        return Ends(cells, columns, {**places, **in_rows})


def _written_edge(edge: Edge, number: int, ends: Ends) -> Iterator[str]:
    """The statements that draw one line.

    A label is a node that the line runs through, since Graphviz places its own labels beside the line, where they can
    be nearer to another. A line inside a column has no statement: it is written beside the cells. Every statement goes
    from the upper rank to the lower one, also for a line that leads up, since Graphviz takes the ranks from statements.
    """
    if _in_one_column(edge, ends):
        return
    source, target = (ends.ranks.get(name, (0, 0)) for name in (edge.source, edge.target))
    flat = edge.source in ends.ranks and source[0] == target[0]
    up = source[0] > target[0]
    line = [] if edge.stroke.line == "solid" else [f"style={edge.stroke.line}"]
    attributes = [*line, *colored(edge.stroke)]
    if not edge.label or _is_short(edge, ends):
        said = [f'label="{label(edge.label)}"'] if edge.label else ["weight=0"] if flat else []
        yield _statement(edge.source, edge.target, [*said, *attributes], ends, up=up, head=edge.directed)
        return
    middle = label_name(number)
    # The text stays readable where a line runs below it.
    cell = f"<TR><TD>{html(edge.label)}</TD></TR>"
    table = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2" BGCOLOR="white">{cell}</TABLE>'
    drawn = [f"label=<{table}>", "shape=plain", 'class="label"', *colored(edge.stroke)]
    yield f"{quoted(middle)} [{', '.join(drawn)}];"
    yield _statement(edge.source, middle, attributes, ends, up=up, head=False)
    yield _statement(middle, edge.target, attributes, ends, up=up or flat, head=edge.directed)


def _runs_through(edge: Edge, ends: Ends) -> bool:
    """True where a line between nodes in ranks runs through its label, which then stands below the upper one."""
    between = {edge.source, edge.target} <= ends.ranks.keys() and not _in_one_column(edge, ends)
    return bool(edge.label) and between and not _is_short(edge, ends)


def label_name(number: int) -> str:
    """The node of the label of the line with this number."""
    return f"label {number}"


def _is_short(edge: Edge, ends: Ends) -> bool:
    """True where a line joins neighbours in a rank, or a node with itself, so that its label has a place beside it."""
    source, target = (ends.ranks.get(name) for name in (edge.source, edge.target))
    side_by_side = source is not None and target is not None and target == (source[0], source[1] + 1)
    return edge.source == edge.target or side_by_side


def _in_one_column(edge: Edge, ends: Ends) -> bool:
    """True where a line joins two cells of one column."""
    row, other = (ends.cells.get(name, ("", ""))[0] for name in (edge.source, edge.target))
    return row == other and row in ends.columns


def _statement(source: str, target: str, attributes: Sequence[str], ends: Ends, *, up: bool, head: bool) -> str:
    begin, end = (target, source) if up else (source, target)
    listed = [*attributes, *([] if head and not up else ["dir=back" if head else "dir=none"])]
    written = f" [{', '.join(listed)}]" if listed else ""
    return f"{_end(begin, 's', ends)} -> {_end(end, 'n', ends)}{written};"


def _end(name: str, side: str, ends: Ends) -> str:
    """A node; in a row, the side of the cell that a line from above to below begins or ends at; in a column, which has
    cells above and below, the right one."""
    if name in ends.cells:
        row, port = ends.cells[name]
        return f"{quoted(row)}:{port}:{'e' if row in ends.columns else side}"
    return quoted(name)
