"""Two parameters of a sweep on two axes: a grid for each figure, whose cells are the darker the larger it is; and the
scales of diagrams, from numbers to places between 0 and 1, with ticks at round numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.sweeping.axes import Axis
from vsym.sweeping.row import Row

HEIGHT = 300.0
"""The height of a grid with all that belongs to it."""

VALUES = 40
"""The most values of a parameter on an axis."""

_CHARACTERS = 8
_ABOVE, _BELOW, _LEFT, _RIGHT = 30.0, 56.0, 84.0, 92.0
_LETTER, _LINE = 6.4, 14.0
_BAR = 12.0
_LIGHTEST, _DARKEST = (233, 241, 250), (8, 48, 107)
_SUFFIXES = ("", "k", "M", "G")

Figure: TypeAlias = "tuple[str, Callable[[Row], float | None], Callable[[float], str]]"
"""The figures that are drawn of each row, by its decimal logarithm: a name, how to find it, and how it is written."""


@frozen
class Cell:
    """The place of two values, with its shade and the figure there; `light` is a text on a dark shade. Where there is
    none, the shade is empty, and where a row was given up it is `lost`."""

    x: float
    y: float
    shade: str
    text: str
    light: bool
    lost: bool


@frozen
class Grid:
    """A figure for all pairs of values, its cells of one size, with the labels of both axes and a bar of its shades."""

    title: str
    left: float
    top: float
    width: float
    height: float
    cell: tuple[float, float]
    cells: tuple[Cell, ...]
    columns: tuple[tuple[float, str], ...]
    rows: tuple[tuple[float, str], ...]
    bar: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[float, Tick], ...]


@frozen
class Size:
    """The width of all grids together, and the place where the first of them begins."""

    width: float
    top: float


def suits(axes: Sequence[Axis]) -> bool:
    """True where exactly two parameters have several values, and these have room on two axes."""
    ranged = [axis for axis in axes if axis.ranged]
    room = all(len(axis.values) <= VALUES for axis in ranged)
    return len(ranged) == 2 and room and all(len(_label(one)) <= _CHARACTERS for axis in ranged for one in axis.values)


def grids(
    axes: Sequence[Axis], rows: Sequence[Row], figures: Sequence[Figure], lost: Callable[[Row], bool], size: Size
) -> tuple[Grid, ...]:
    """The grids of those figures that some row has, two side by side."""
    down, across = (axis for axis in axes if axis.ranged)
    by_place: dict[tuple[int, int], Row] = {}
    for row in rows:
        values = dict(row.values)
        by_place[values[across.name], values[down.name]] = row
    measured = [figure for figure in figures if any(figure[1](row) is not None for row in rows)]
    width = size.width / 2
    return tuple(
        _grid(figure, down, across, by_place, lost, (width * (place % 2), size.top + HEIGHT * (place // 2), width))
        for place, figure in enumerate(measured)
    )


def _grid(
    figure: Figure,
    down: Axis,
    across: Axis,
    rows: Mapping[tuple[int, int], Row],
    lost: Callable[[Row], bool],
    place: tuple[float, float, float],
) -> Grid:
    name, find, written = figure
    x, y, wide = place
    left, top, width, height = x + _LEFT, y + _ABOVE, wide - _LEFT - _RIGHT, HEIGHT - _ABOVE - _BELOW
    columns, lines = sorted(across.values), sorted(down.values, reverse=True)
    cell = (width / len(columns), height / len(lines))
    logs = {at: value for at, row in rows.items() if (value := find(row)) is not None}
    scale = logarithmic([*logs.values()])
    texts = {at: written(value) for at, value in logs.items()}
    fits = max(map(len, texts.values())) * _LETTER + 4 <= cell[0] and cell[1] >= _LINE
    cells = []
    for column, one in enumerate(columns):
        for line, other in enumerate(lines):
            corner = (left + cell[0] * column, top + cell[1] * line)
            row, value = rows.get((one, other)), logs.get((one, other))
            depth = None if value is None else scale.place(value)
            shade, light = ("", False) if depth is None else (_shade(depth), depth > 0.55)
            text = texts[one, other] if fits and value is not None else ""
            cells.append(Cell(*corner, shade, text, light, row is not None and lost(row)))
    bottom, steps = top + height, 24
    bar = tuple((bottom - height * (step + 1) / steps, _shade((step + 0.5) / steps)) for step in range(steps))
    ticks = tuple((bottom - height * tick.place, tick) for tick in scale.ticks)
    below = tuple((left + cell[0] * (n + 0.5), label) for n, label in _labels(columns, cell[0]))
    beside = tuple((top + cell[1] * (n + 0.5), label) for n, label in _labels(lines, cell[1], _LINE))
    return Grid(name, left, top, width, height, cell, tuple(cells), below, beside, bar, ticks)


def _labels(values: Sequence[int], room: float, needed: float | None = None) -> Iterator[tuple[int, str]]:
    """The labels that have room beside each other, at equal distances, with their places."""
    labels = [*map(_label, values)]
    each = max(map(len, labels)) * _LETTER + 8 if needed is None else needed
    step = max(1, math.ceil(each / room))
    yield from ((place, label) for place, label in enumerate(labels) if place % step == 0)


def _label(value: int) -> str:
    return f"{value:,}"


def _shade(depth: float) -> str:
    """A shade between the lightest and the darkest of one hue, so that lightness alone tells shades apart."""
    mixed = (round(one + (other - one) * depth) for one, other in zip(_LIGHTEST, _DARKEST, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def compact(logarithm: float) -> str:
    """A number by its decimal logarithm in a few characters: `21`, `2.2k`, `59k`, `3e12`."""
    thousands = int((logarithm + 1e-9) // 3)
    if thousands < len(_SUFFIXES):
        mantissa = 10 ** (logarithm - 3 * thousands)
        return f"{mantissa:.{1 if thousands and mantissa < 9.95 else 0}f}{_SUFFIXES[thousands]}"
    power = int(logarithm + 1e-9)
    return f"{10 ** (logarithm - power):.0f}e{power}"


TICKS = 7
"""The approximate number of ticks on a scale."""

_LABEL_CHARACTERS = 42
"""The number of characters that fit below a scale, with room between labels."""


@frozen
class Tick:
    """A place on a scale with its label: a text, and the exponent above it if it is a power of ten."""

    place: float
    label: str
    exponent: str = ""


@frozen
class Scale:
    """A scale from `low` to `high`; a logarithmic one is over decimal logarithms."""

    low: float
    high: float
    ticks: tuple[Tick, ...]

    def place(self, value: float) -> float:
        """The place of a value (of a logarithmic scale, of its logarithm), between 0 and 1."""
        return (value - self.low) / (self.high - self.low)


def logarithmic(logarithms: Sequence[float]) -> Scale:
    """A scale that begins and ends at ticks, for the decimal logarithms of numbers; over few decades, 2 and 5 are ticks
    as well."""
    low, high = math.floor(min(logarithms, default=0.0)), math.ceil(max(logarithms, default=1.0))
    high = max(high, low + 1)
    decades = high - low
    if decades <= 2:
        exact = [(power, factor) for power in range(low, high) for factor in (1, 2, 5)] + [(high, 1)]
        places = [(power + math.log10(factor), _plain(power, factor)) for power, factor in exact]
        ticks = [Tick((place - low) / decades, label) for place, label in places]
        return Scale(low, high, tuple(ticks))
    step = _round_step(decades)
    low, high = step * math.floor(low / step), step * math.ceil(high / step)
    powers = range(low, high + 1, step)
    return Scale(low, high, tuple(Tick((power - low) / (high - low), "10", _exponent(power)) for power in powers))


def linear(values: Sequence[int]) -> Scale:
    """A scale over the values, not wider than them, with ticks at multiples of 1, 2 or 5 times a power of ten.

    Numbers with many digits get fewer ticks.
    """
    low, high = min(values), max(values)
    if low == high:
        return Scale(low - 1, high + 1, (Tick(0.5, f"{low:,}"),))
    wide = max(len(f"{low:,}"), len(f"{high:,}"))
    step = _round_step(high - low, max(1, min(TICKS, _LABEL_CHARACTERS // wide)))
    multiples = range(-(-low // step) * step, high + 1, step)
    return Scale(low, high, tuple(Tick((value - low) / (high - low), f"{value:,}") for value in multiples))


def _round_step(width: float, ticks: int = TICKS) -> int:
    """1, 2 or 5 times a power of ten that divides the width into about `ticks` parts, at least 1."""
    rough = max(1.0, width / ticks)
    power = 10 ** math.floor(math.log10(rough))
    return int(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough - 1e-9))


def _plain(power: int, factor: int) -> str:
    """A number without a power of ten where that is short."""
    if -4 <= power <= 6:
        return f"{factor * 10**power:,}" if power >= 0 else f"{factor * 10.0**power:.{-power}f}"
    return f"{factor}e{power}"


def _exponent(power: int) -> str:
    """All digits, or `4e11` where they are many."""
    return str(power) if abs(power) < 10**5 else f"{power:g}".replace("e+", "e")
