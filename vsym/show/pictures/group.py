"""The picture of a group of symmetries: variables with their values in orbits, and what generators do."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.numbers import number, plural
from vsym.composition.group_table import GroupTable, Place, Room, Row
from vsym.show.groups import Wording
from vsym.show.pictures.picture import Cluster, Edge, Line, Node, Picture, Stroke, stroke

ROOM = Room(variables=24, arrays=12, of_one=8, values=8)
"""How much of a group a picture has room for."""

ARROWS = 60
"""Up to how many arrows a picture shows."""

_GENERATORS: tuple[tuple[str, Line], ...] = (("a", "solid"), ("b", "dashed"), ("c", "bold"))
_SIDE_BY_SIDE = 6
_ALONE = Stroke("grey")


def group(title: str, words: Wording, table: GroupTable) -> Picture:
    """A column for each variable, its values as cells that are coloured and numbered by their orbits, and an arrow from
    each place that a generator moves to its image."""
    rows = [row for array in table.arrays for row in array]
    nodes = [node for row in rows for node in _cells(words, row)]
    visible = {*(node.name for node in nodes), *(_name((row.cell, None)) for row in rows)}
    arrows = [*_arrows(table)]
    shown = [edge for edge in arrows if {edge.source, edge.target} <= visible][:ARROWS]
    clusters = tuple(
        Cluster(
            _name((row.cell, None)),
            words.names[row.cell],
            tuple(node.name for node in _cells(words, row)),
            row="column",
        )
        for row in rows
    )
    return Picture(
        f"{title}: {table.text}",
        tuple(_caption(table)),
        tuple(nodes),
        tuple(shown),
        clusters,
        ranks=tuple(tuple(_name((row.cell, None)) for row in rank) for rank in _ranks(table)),
        left_out=tuple(_left_out(table, len(rows), len(arrows), len(shown))),
    )


def _name(place: Place) -> str:
    cell, value = place
    return f"slot {cell}" if value is None else f"slot {cell} {value}"


def _cells(words: Wording, row: Row) -> Iterator[Node]:
    for value, orbit in row.values:
        text = words.value(row.cell, value)
        colored = _ALONE if orbit is None else Stroke(stroke(orbit - 1).color, "bold")
        label = text if orbit is None else f"{text} ({orbit})"
        yield Node(_name((row.cell, value)), label, "box", stroke=colored)
    if row.more:
        yield Node(f"more {row.cell}", f"… {number(row.more)} more", "box", stroke=_ALONE)


def _ranks(table: GroupTable) -> list[list[Row]]:
    """Arrays side by side while they are short."""
    ranks: list[list[Row]] = []
    for array in table.arrays:
        if ranks and len(ranks[-1]) + len(array) <= _SIDE_BY_SIDE:
            ranks[-1] += array
        else:
            ranks.append([*array])
    return ranks


def _arrows(table: GroupTable) -> Iterator[Edge]:
    """A line for each move; one without a head for two places that are exchanged."""
    for moves, (name, line) in zip(table.moves, _GENERATORS, strict=False):
        for place, image in moves.images.items():
            exchanged = moves.images.get(image) == place
            if not exchanged or _in_order(place) < _in_order(image):
                yield Edge(_name(place), _name(image), name, Stroke("black", line), directed=not exchanged)


def _in_order(place: Place) -> tuple[int, int]:
    cell, value = place
    return cell, -1 if value is None else value


def _caption(table: GroupTable) -> Iterator[str]:
    yield "A column is a variable with the values that it can have; those with one number, and colour, are an orbit."
    names = ", ".join(f"{name} of {moves.factor}" for moves, (name, _) in zip(table.moves, _GENERATORS, strict=False))
    yield f"Lines are generators ({names}): what each takes to what. Without an arrowhead, two are exchanged."
    if not table.proved:
        yield "Generators were run on some states, and are not proved."
    if table.fixed:
        yield f"Not drawn, as no symmetry changes them: {plural(table.fixed, 'variable')}."


def _left_out(table: GroupTable, rows: int, arrows: int, shown: int) -> Iterator[str]:
    if rows < table.moved:
        yield f"{rows} of the {number(table.moved)} variables that symmetries move"
    if shown < arrows:
        yield f"{shown} of {number(arrows)} lines"
    if len(table.moves) > len(_GENERATORS):
        yield f"generators of {len(_GENERATORS)} of {len(table.moves)} factors"
