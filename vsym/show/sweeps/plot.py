"""The growth of a system over a sweep as a picture: concrete against counter states, and time.

One parameter has the horizontal axis, two have both; of more, rows stand side by side.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.numbers import seconds
from vsym.basics.templates import templates
from vsym.show.sweeps.grid import Figure as Cells
from vsym.show.sweeps.grid import Grid, Scale, Size, Tick, compact, grids, linear, logarithmic, suits
from vsym.show.sweeps.story import figures, problems, shown_axes, verdict_text, written
from vsym.sweeping.axes import Axis
from vsym.sweeping.row import Row
from vsym.sweeping.sweep import Swept

_WIDTH, _LEFT, _RIGHT = 760.0, 78.0, 190.0
_STATES_HEIGHT, _TIME_HEIGHT = 260.0, 120.0
_TITLE_LINE, _GAP, _BOTTOM = 20.0, 34.0, 64.0
_TITLE_CHARACTERS, _TITLE_LINES = 76, 4
_GRID_NOTE = 16.0
_MARKERS = 26
_GROUPS = 10
_GROUP_WIDTH = 7.0
_WRITTEN = 10**13
"""Up to which number values are written below the picture; beyond, rows are counted."""

Point: TypeAlias = tuple[float, float]
Figure: TypeAlias = tuple[str, str, Callable[[Row], "float | None"]]
"""The figures that are drawn of each row (its decimal logarithm): a name, a style, and how to find it."""


@frozen
class Series:
    """One figure of the rows in its own style: pieces of a line, as points, and the places of its markers."""

    name: str
    kind: str
    lines: tuple[str, ...]
    markers: tuple[tuple[float, float], ...]


@frozen
class Panel:
    """A diagram with a logarithmic vertical scale, its upper edge at `top`."""

    title: str
    top: float
    height: float
    ticks: tuple[tuple[float, Tick], ...]
    series: tuple[Series, ...]


@frozen
class Horizontal:
    """The axis below both diagrams: the scale of the single parameter with several values, or of the rows.

    `breaks` are the rows at which the last parameter starts anew, with the values of the others from there on.
    """

    label: str
    scale: Scale
    places: tuple[float, ...]
    breaks: tuple[tuple[int, str], ...] = ()


def svg(swept: Swept) -> str:
    """A self-contained picture; its lines differ even without colours."""
    return _rendered("growth.svg.j2", swept)


def page(swept: Swept) -> str:
    """The picture with the sentences and the rows, as a self-contained page."""
    return _rendered("growth.html.j2", swept)


def _rendered(template: str, swept: Swept) -> str:
    # No newline follows the last tag of a self-contained picture.
    own = templates("templates", escape=True).overlay(keep_trailing_newline=False)
    return own.get_template(template).render(_content(swept))


def _content(swept: Swept) -> dict[str, object]:
    across = _horizontal(swept.axes, swept.rows)
    width = _WIDTH - _LEFT - _RIGHT
    fractions = [across.scale.place(place) for place in across.places]
    xs = [_LEFT + width * fraction for fraction in fractions]
    starts = {row for row, _ in across.breaks}
    name = f"{swept.system}: {', '.join(written(axis) for axis in swept.axes)}" if swept.axes else swept.system
    title = textwrap.wrap(name, _TITLE_CHARACTERS, max_lines=_TITLE_LINES, placeholder=" …")
    top = 16 + _TITLE_LINE * len(title) + (18 if across.breaks else 0) + 14
    counted: list[Figure] = [
        ("concrete states", "concrete", lambda row: row.concrete_log10),
        ("counter states", "counter", lambda row: _logarithm(row.counter_states)),
        ("reachable ones", "reachable", lambda row: _logarithm(row.reachable_states)),
    ]
    timed: list[Figure] = [("time", "time", _time), ("no verdict", "lost", _lost)]
    states = _panel("states", top, _STATES_HEIGHT, counted, swept.rows, xs, starts)
    below = top + _STATES_HEIGHT + _GAP
    times = _panel("seconds", below, _TIME_HEIGHT, timed, swept.rows, xs, starts)
    height = below + _TIME_HEIGHT + _BOTTOM
    cells: tuple[Grid, ...] = ()
    names: tuple[str, ...] = ()
    if suits(swept.axes):
        drawn: list[Cells] = [
            *((figure_name, find, compact) for figure_name, _, find in counted),
            ("time (s)", _time, lambda logarithm: seconds(10**logarithm)),
        ]
        begin = 16 + _TITLE_LINE * len(title) + 14
        cells = grids(swept.axes, swept.rows, drawn, lambda row: _lost(row) is not None, Size(_WIDTH, begin))
        names = tuple(axis.name for axis in swept.axes if axis.ranged)
        height = max((grid.top + grid.height for grid in cells), default=begin) + _BOTTOM + _GRID_NOTE
    return {
        "grids": cells,
        "axes": names,
        "lost": any(cell.lost for grid in cells for cell in grid.cells),
        "title": title,
        "name": name,
        "system": swept.system,
        "width": _WIDTH,
        "height": height,
        "left": _LEFT,
        "right": _WIDTH - _RIGHT,
        "panels": [states, times],
        "across": across,
        "ticks": [(_LEFT + width * tick.place, tick) for tick in across.scale.ticks],
        "breaks": [(xs[row], label) for row, label in across.breaks],
        "sentences": swept.sentences,
        "problems": [problem.plain.strip() for problem in problems(swept.axes, swept.rows)],
        "header": _header(swept),
        "rows": [_cells(swept, row) for row in swept.rows],
    }


def _horizontal(axes: Sequence[Axis], rows: Sequence[Row]) -> Horizontal:
    ranged = [axis for axis in axes if axis.ranged]
    values = [dict(row.values)[ranged[0].name] for row in rows] if len(ranged) == 1 else []
    if not values or max(map(abs, values)) > _WRITTEN:
        places = tuple(range(1, len(rows) + 1))
        label = f"row (the values of {ranged[-1].name} change first)" if len(ranged) > 1 else "row"
        return Horizontal(label, linear(places), places, tuple(_breaks(ranged, rows)) if len(ranged) > 1 else ())
    low, high = min(values), max(values)
    # A linear scale would crowd the small values together if the largest one is far away.
    if low > 0 and high >= 50 * low and sorted(values)[len(values) // 2] < high / 5:
        logarithms = tuple(math.log10(value) for value in values)
        return Horizontal(ranged[0].name, logarithmic(logarithms), logarithms)
    return Horizontal(ranged[0].name, linear(values), tuple(values))


def _breaks(ranged: Sequence[Axis], rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """The rows at which parameters other than the last change, labelled with their values if all labels fit."""
    names = [axis.name for axis in ranged[:-1]]
    before: list[int] | None = None
    groups = []
    for place, row in enumerate(rows):
        values = dict(row.values)
        now = [values[name] for name in names]
        if now != before:
            groups.append((place, ", ".join(f"{name} = {value}" for name, value in zip(names, now, strict=True))))
        before = now
    room = (_WIDTH - _LEFT - _RIGHT) / max(1, len(groups))
    fits = len(groups) <= _GROUPS and all(len(label) * _GROUP_WIDTH < room for _, label in groups)
    yield from groups if fits else ((place, "") for place, _ in groups)


def _panel(
    title: str,
    top: float,
    height: float,
    drawn: Sequence[Figure],
    rows: Sequence[Row],
    xs: Sequence[float],
    starts: set[int],
) -> Panel:
    given = [(name, kind, [figure(row) for row in rows]) for name, kind, figure in drawn]
    scale = logarithmic([value for _, _, values in given for value in values if value is not None])
    bottom = top + height
    ticks = tuple((bottom - height * tick.place, tick) for tick in scale.ticks)
    series = []
    for name, kind, values in given:
        points = [
            None if value is None else (x, bottom - height * scale.place(value))
            for x, value in zip(xs, values, strict=True)
        ]
        if any(point is not None for point in points):
            series.append(Series(name, kind, tuple(_lines(points, starts)), tuple(_markers(points))))
    return Panel(title, top, height, ticks, tuple(series))


def _lines(points: Sequence[Point | None], starts: set[int]) -> Iterator[str]:
    """The stretches between missing points and between the rows that start anew."""
    piece: list[Point] = []
    for place, point in enumerate(points):
        if piece and (point is None or place in starts):
            yield _path(piece)
            piece = []
        if point is not None:
            piece.append(point)
    if piece:
        yield _path(piece)


def _path(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _markers(points: Sequence[Point | None]) -> Iterator[Point]:
    """All points, or every n-th of them where there are more than `_MARKERS`."""
    drawn = [point for point in points if point is not None]
    step = max(1, math.ceil(len(drawn) / _MARKERS))
    yield from ((round(x, 1), round(y, 1)) for x, y in drawn[::step])


def _logarithm(value: int | None) -> float | None:
    return None if not value else math.log10(value)


def _time(row: Row) -> float | None:
    return None if row.failure == "model" else math.log10(max(0.001, row.seconds))


def _lost(row: Row) -> float | None:
    """The time after which a row was given up, where it has no verdict on something."""
    verdicts = [finding.verdict for finding in row.findings]
    return _time(row) if row.failure in ("limit", "bug") or "unknown" in verdicts else None


def _header(swept: Swept) -> list[tuple[str, str]]:
    """The columns of the table: their names and, of numbers, their kind."""
    figures = ["blocks", "concrete states", "counter states", "reachable", "time"]
    numbers = [*(axis.name for axis in shown_axes(swept.axes)), *figures]
    return [*((name, "number") for name in numbers), *((name, "") for name in ("symmetry", *swept.properties))]


def _cells(swept: Swept, row: Row) -> list[str]:
    values, texts = dict(row.values), {name: text.plain for name, text in figures(row)}
    cells = [texts[name] for name in ("blocks", "concrete", "counter states", "reachable", "time", "symmetry")]
    verdicts = (verdict_text(row, name).plain for name in swept.properties)
    return [*(str(values[axis.name]) for axis in shown_axes(swept.axes)), *cells, *verdicts]
