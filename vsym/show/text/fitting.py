"""Renderables that choose what to leave out once they know how wide the terminal is."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from vsym.basics.frozen import frozen

_UNBOUNDED = 1_000_000

_NARROWEST = 2
"""How wide a column is at least: one character and the space before it."""


@frozen
class Variant:
    """One way to show something: a table, with notes below it that may wrap."""

    table: Table
    notes: tuple[Text, ...] = ()


@frozen
class FirstThatFits:
    """Shows the first variant whose table needs no folding, or the last one."""

    variants: tuple[Variant, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Measure the tables without a limit, from the first on, but for those that have more columns than fit."""
        unbounded = options.update_width(_UNBOUNDED)
        for variant in self.variants:
            last = variant is self.variants[-1]
            if not last and _NARROWEST * len(variant.table.columns) > options.max_width:
                continue
            if last or Measurement.get(console, unbounded, variant.table).maximum <= options.max_width:
                yield variant.table
                yield from variant.notes
                return


def table(*columns: str) -> Table:
    """A table without lines whose columns keep their words whole; the last one may wrap."""
    found = Table(box=None, pad_edge=True, header_style="bold", show_edge=False)
    for place, column in enumerate(columns, 1):
        found.add_column(column, overflow="fold", no_wrap=place < len(columns))
    return found
