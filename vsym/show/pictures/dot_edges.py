"""The lines of a picture in the language of Graphviz: where they begin and end, and their labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.show.pictures.dot_text import colored, html, label, quoted
from vsym.show.pictures.picture import Edge, Picture


@frozen
class Ends:
    """Where lines begin and end: the row and the port of each node in a row, which rows are columns, and the place of
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


def written_edge(edge: Edge, number: int, ends: Ends) -> Iterator[str]:
    """The statements that draw one line.

    A label is a node that the line runs through: Graphviz places what it takes for a label beside the line, where it
    can be nearer to another. A line inside a column is none: it is written beside the cells. Statements follow the
    ranks, which Graphviz takes from them, whatever way the line leads.
    """
    if in_one_column(edge, ends):
        return
    source, target = (ends.ranks.get(name, (0, 0)) for name in (edge.source, edge.target))
    flat = edge.source in ends.ranks and source[0] == target[0]
    up = source[0] > target[0]
    attributes = _attributes(edge)
    if not edge.label or _is_short(edge, ends):
        said = [f'label="{label(edge.label)}"'] if edge.label else ["weight=0"] if flat else []
        yield _statement(edge.source, edge.target, [*said, *attributes], ends, up=up, head=edge.directed)
        return
    middle = label_name(number)
    drawn = [f"label={_over_lines(edge.label)}", "shape=plain", 'class="label"', *colored(edge.stroke)]
    yield f"{quoted(middle)} [{', '.join(drawn)}];"
    yield _statement(edge.source, middle, attributes, ends, up=up, head=False)
    yield _statement(middle, edge.target, attributes, ends, up=up or flat, head=edge.directed)


def runs_through(edge: Edge, ends: Ends) -> bool:
    """Whether a line between nodes in ranks runs through its label, which then stands below the upper one."""
    between = {edge.source, edge.target} <= ends.ranks.keys() and not in_one_column(edge, ends)
    return bool(edge.label) and between and not _is_short(edge, ends)


def label_name(number: int) -> str:
    """The node of the label of the line with this number."""
    return f"label {number}"


def _is_short(edge: Edge, ends: Ends) -> bool:
    """Whether a line joins neighbours in a rank, or a node with itself, so that its label has a place beside it."""
    source, target = (ends.ranks.get(name) for name in (edge.source, edge.target))
    side_by_side = source is not None and target is not None and target == (source[0], source[1] + 1)
    return edge.source == edge.target or side_by_side


def in_one_column(edge: Edge, ends: Ends) -> bool:
    """Whether a line joins two cells of one column."""
    row, other = (ends.cells.get(name, ("", ""))[0] for name in (edge.source, edge.target))
    return row == other and row in ends.columns


def _attributes(edge: Edge) -> list[str]:
    line = [] if edge.stroke.line == "solid" else [f"style={edge.stroke.line}"]
    return [*line, *colored(edge.stroke)]


def _statement(source: str, target: str, attributes: Sequence[str], ends: Ends, *, up: bool, head: bool) -> str:
    begin, end = (target, source) if up else (source, target)
    listed = [*attributes, *([] if head and not up else ["dir=back"] if head else ["dir=none"])]
    written = f" [{', '.join(listed)}]" if listed else ""
    return f"{_end(begin, 's', ends)} -> {_end(end, 'n', ends)}{written};"


def _over_lines(text: str) -> str:
    """A text that stays readable where a line runs below it."""
    cell = f"<TR><TD>{html(text)}</TD></TR>"
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2" BGCOLOR="white">{cell}</TABLE>>'


def _end(name: str, side: str, ends: Ends) -> str:
    """A node; in a row, the side of the cell that a line from above to below begins or ends at; in a column, which has
    cells above and below, the right one."""
    if name in ends.cells:
        row, port = ends.cells[name]
        return f"{quoted(row)}:{port}:{'e' if row in ends.columns else side}"
    return quoted(name)
