"""Layout for terminals of any width: rows that fit form a table, longer lines continue indented, and nothing is lost.

Invisible characters are escaped in all text, whatever its source. Other modules make the contents; the end of this one
writes them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.containers import Lines
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.source import visible


class VisibleConsole(Console):
    """A console for names and messages of models, none of which acts on the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of something; those of control, which rich makes itself, stay."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


_UNBOUNDED = 1_000_000

_NARROWEST = 2
"""The least width of a column: one character and the space before it."""

_PADDING = 2
"""The spaces around a cell."""

_READABLE = 20
"""The least width of a column that is broken."""

_HANGING = "  "
"""The beginning of continued lines."""

_OPERATOR = re.compile(r"\s+(?=(?:&|\||->|<->|==>|do|with)\s)|(?<=[,;])\s+")
_RELATION = re.compile(r"\s+(?=(?:=|!=|<=?|>=?|:=|[+\-])\s)")
_SPACE = re.compile(r"\s+")
_JOINT = re.compile(r"(?<=[_.\]])(?=\w)|(?=\[)")


class Prose(Text):
    """Text that breaks between words, and in a word only where that is longer than a line.

    Continued lines are indented; so they cannot be taken for new ones.
    """

    breaks: tuple[re.Pattern[str], ...] = (_SPACE, _JOINT)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Segment]:
        """The lines, none of which is wider than the options say."""
        lines = Lines()
        for line in self.split(allow_blank=True):
            line.expand_tabs()
            lines.extend(self._hanging(line, options.max_width))
        if options.justify:
            lines.justify(console, options.max_width, justify=options.justify)
        yield from Text("\n").join(lines).render(console, end=self.end)

    def _hanging(self, line: Text, width: int) -> Iterator[Text]:
        margin = line.plain[: len(line.plain) - len(line.plain.lstrip())] + _HANGING
        indent = ""
        while cell_len(line.plain) > width - len(indent):
            end, start = self._place(line.plain, max(1, width - len(indent)))
            yield Text.assemble(indent, line[:end]) if indent else line[:end]
            line = line[start:]
            indent = margin if 2 * len(margin) < width else ""
        yield Text.assemble(indent, line) if indent else line

    def _place(self, text: str, room: int) -> tuple[int, int]:
        """The end of a line that has `room`, and the start of the next one: at the first kind of break that leaves no
        more than two thirds of it empty."""
        for kind in self.breaks:
            matches = (match for match in kind.finditer(text, len(text) - len(text.lstrip())) if match.start() > 0)
            fitting = [match.span() for match in matches if cell_len(text[: match.start()]) <= room]
            if fitting and 3 * cell_len(text[: fitting[-1][0]]) >= room:
                return fitting[-1]
        place = next(n for n in range(len(text), 0, -1) if n == 1 or cell_len(text[:n]) <= room)
        return place, place


class Formula(Prose):
    """A cell of a table: it breaks before connectives and after commas first, then before relations, then anywhere."""

    breaks = (_OPERATOR, _RELATION, _SPACE, _JOINT)


class Terminal(VisibleConsole):
    """A console on which plain text is prose."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of something."""
        return super().render(_as(Prose, renderable) if type(renderable) is Text else renderable, options)


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


class FittedTable(Table):
    """A table without lines that fits a terminal of any width.

    Where it is too wide, the columns that may wrap are made narrower, names to a third of the terminal and the last
    column to the remaining width. Where that is too little to read, each row becomes lines of its own, `column: cell`.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table, or its rows as lines."""
        widths = self._widths(console, options)
        if widths is None:
            yield from self._stacked()
            return
        before = [column.width for column in self.columns]
        for column, width in zip(self.columns, widths, strict=True):
            column.width = width
        try:
            yield from super().__rich_console__(console, options)
        finally:
            for column, width_before in zip(self.columns, before, strict=True):
                column.width = width_before

    def _widths(self, console: Console, options: ConsoleOptions) -> list[int] | None:
        """The width of each column; None where they do not fit side by side."""
        unbounded = options.update(max_width=_UNBOUNDED, no_wrap=False)
        words, whole = [], []
        for column in self.columns:
            sizes = [Measurement.get(console, unbounded, cell) for cell in (column.header, *column.cells)]
            words.append(max((size.minimum for size in sizes), default=0))
            whole.append(max([column.min_width or 0, *(size.maximum for size in sizes)]))
        room = options.max_width - _PADDING * len(whole)
        if sum(whole) <= room:
            return whole
        third, last = options.max_width // 3, len(whole) - 1
        least = [
            width if column.no_wrap else min(width, max(_READABLE, word if place == last else min(word, third)))
            for place, (column, word, width) in enumerate(zip(self.columns, words, whole, strict=True))
        ]
        if sum(least) > room:
            return None
        # Names come first, up to a third of the terminal; then the last column; the names get the remaining width.
        for minimums in ([*(min(width, third) for width in whole[:last]), 0], [*[0] * last, whole[last]], whole):
            for place, width in enumerate(minimums):
                least[place] += max(0, min(width - least[place], room - sum(least)))
        return least

    def _stacked(self) -> Iterator[Text]:
        """The rows as lines: the name of a row, and below it each other cell that is not empty."""
        headers = [_as(Formula, column.header).plain for column in self.columns]
        naming = next((place for place, header in enumerate(headers) if header), 0) + 1
        cells = [list(column.cells) for column in self.columns]
        for number, row in enumerate(self.rows):
            texts = [_as(Formula, column[number]) for column in cells]
            style = row.style or ""
            name = Text("  ").join(text for text in texts[:naming] if text.plain)
            if name.plain:
                yield Formula.assemble(" ", name, style=style)
            for header, text in zip(headers[naming:], texts[naming:], strict=True):
                if text.plain:
                    yield Formula.assemble("   ", (f"{header}: " if header else ""), text, style=style)

    def add_row(self, *cells: Any, **settings: Any) -> None:
        """Add a row of strings or texts."""
        super().add_row(*(_as(Formula, cell) for cell in cells), **settings)


def table(*columns: str) -> FittedTable:
    """A table whose columns keep their words whole while there is room; the first one and the last one may wrap."""
    fitted = FittedTable(box=None, pad_edge=True, header_style="bold", show_edge=False)
    for place, column in enumerate(columns, 1):
        fitted.add_column(column, overflow="fold", no_wrap=1 < place < len(columns))
    return fitted


_Broken = TypeVar("_Broken", bound=Prose)


def _as(kind: type[_Broken], value: object) -> _Broken:
    """A string or a text as one that breaks in a certain way."""
    text = value if isinstance(value, Text) else Text(str(value))
    return text if isinstance(text, kind) else kind(text.plain, text.style, end=text.end, spans=text.spans)


_PRE = "white-space: pre; overflow-x: auto; line-height: 1.3"
_COLORS = ((209, 58, 58), (24, 130, 70), (146, 106, 0), (48, 116, 200), (170, 75, 170), (0, 125, 140))


def as_text(parts: Sequence[RenderableType], width: int, *, color: bool) -> str:
    """The text that a terminal of this width shows; without colour, no line ends in spaces."""
    console = _console(width, color=color)
    with console.capture() as captured:
        console.print(Group(*parts))
    text = captured.get()
    return text if color else "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def as_html(parts: Sequence[RenderableType], width: int) -> str:
    """The same as an HTML fragment, in colours that can be read on white as well as on black."""
    console = _console(width, color=True)
    console.print(Group(*parts))
    # Every colour, also that of dim text, is midway between black and white; marked text is light on dark.
    theme = TerminalTheme((176, 176, 176), (60, 60, 60), [(118, 118, 118), *_COLORS, (118, 118, 118)])
    return console.export_html(theme=theme, inline_styles=True, code_format=f'<pre style="{_PRE}">{{code}}</pre>')


def _console(width: int, *, color: bool) -> Console:
    return Terminal(
        file=io.StringIO(),
        record=True,
        width=width,
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        highlight=False,
        # Names of groups and states stand in brackets, which must not be read as styles.
        markup=False,
        emoji=False,
        force_jupyter=False,
        legacy_windows=False,
    )
