"""The picture of a group of symmetries: variables with their values in orbits, and the moves of generators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice, zip_longest
from string import ascii_lowercase

from vsym.basics.numbers import number, plural
from vsym.checking.findings.table import GroupTable, Moves, Place, Room, Row, group_table
from vsym.show.groups import Wording
from vsym.show.pictures.picture import Cluster, Edge, Line, Node, Picture, Stroke, color
from vsym.symmetry.detected.detection import Detected

ROOM = Room(variables=24, arrays=12, of_one=8, values=8)
"""The most of a group that a picture has room for."""

ARROWS = 60
"""The most arrows that a picture shows."""

_LINES: tuple[Line, ...] = ("solid", "dashed", "bold", "dotted")
_SIDE_BY_SIDE = 6
_ALONE = Stroke("grey")


def detected_group(title: str, words: Wording, detected: Detected) -> Picture:
    """A detected group, as much of it as a picture has room for."""
    return group(title, words, group_table(detected, words.names, words.value, ROOM))


def group(title: str, words: Wording, table: GroupTable) -> Picture:
    """A column for each variable, its values as cells that are coloured and numbered by their orbits, and an arrow from
    each place that a generator moves to its image."""
    rows = [row for array in table.arrays for row in array]
    nodes: list[Node] = []
    columns: list[Cluster] = []
    for row in rows:
        cells = [*_cells(words, row)]
        nodes += cells
        inside = tuple(cell.name for cell in cells)
        columns.append(Cluster(_name((row.cell, None)), words.names[row.cell], inside, row="column"))
    visible = {*(node.name for node in nodes), *(column.name for column in columns)}
    arrows = [[*_arrows(number, moves)] for number, moves in enumerate(table.moves)]
    edges = _in_turn([[edge for edge in of if {edge.source, edge.target} <= visible] for of in arrows])
    return Picture(
        f"{title}: {table.text}",
        tuple(_caption(table)),
        tuple(nodes),
        tuple(edges),
        tuple(columns),
        ranks=tuple(tuple(_name((row.cell, None)) for row in rank) for rank in _ranks(table)),
        left_out=tuple(_left_out(table, len(rows), sum(map(len, arrows)), edges)),
    )


def _name(place: Place) -> str:
    cell, value = place
    return f"slot {cell}" if value is None else f"slot {cell} {value}"


def _cells(words: Wording, row: Row) -> Iterator[Node]:
    for value, orbit in row.values:
        text = words.value(row.cell, value)
        colored = _ALONE if orbit is None else Stroke(color(orbit - 1), "bold")
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


def _letter(number: int) -> str:
    """The name of a generator: a letter, behind which the alphabet begins anew with a figure."""
    again, place = divmod(number, len(ascii_lowercase))
    return f"{ascii_lowercase[place]}{again or ''}"


def _arrows(number: int, moves: Moves) -> Iterator[Edge]:
    """A line for each move of a generator; one without a head for two places that are exchanged."""
    drawn = Stroke("black", _LINES[number % len(_LINES)])
    for place, image in moves.images.items():
        exchanged = moves.images.get(image) == place
        if not exchanged or _in_order(place) < _in_order(image):
            yield Edge(_name(place), _name(image), _letter(number), drawn, directed=not exchanged)


def _in_turn(arrows: Sequence[Sequence[Edge]]) -> list[Edge]:
    """At most ARROWS of the lines of all generators, so that each generator has its share."""
    turns = (edge for turn in zip_longest(*arrows) for edge in turn if edge is not None)
    chosen = {*islice(turns, ARROWS)}
    return [edge for of in arrows for edge in of if edge in chosen]


def _in_order(place: Place) -> tuple[int, int]:
    cell, value = place
    return cell, -1 if value is None else value


def _caption(table: GroupTable) -> Iterator[str]:
    yield "A column is a variable with the values that it can have; those with one number, and colour, are an orbit."
    yield f"Lines, and letters beside values, are generators ({_named(table)}): what each takes to what."
    yield "No arrowhead, or ↔: the two change places."
    if not table.proved:
        yield "Generators are tested on some states, not proved."
    if table.fixed:
        yield f"Not drawn, as no symmetry changes them: {plural(table.fixed, 'variable')}."


def _named(table: GroupTable) -> str:
    """The letters of the generators of each factor."""
    names: list[str] = []
    for _, of in groupby(enumerate(table.moves), key=lambda one: one[1].number):
        (first, moves), *others = of
        last = f"{' and ' if len(others) == 1 else ' to '}{_letter(others[-1][0])}" if others else ""
        names.append(f"{_letter(first)}{last} of {moves.factor}")
    return ", ".join(names)


def _left_out(table: GroupTable, rows: int, arrows: int, edges: Sequence[Edge]) -> Iterator[str]:
    if rows < table.moved:
        yield f"{rows} of the {number(table.moved)} variables that symmetries move"
    if len(edges) < arrows:
        yield f"{len(edges)} of {number(arrows)} lines"
    drawn = len({edge.label for edge in edges})
    if drawn < len(table.moves):
        yield f"{drawn} of {len(table.moves)} generators"
