"""The story of `vsym sweep`: the rows as a table, a sentence for each property, and all of it as one JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from vsym.basics.numbers import exact, number, seconds
from vsym.show.documents import opening
from vsym.show.text.fitting import FirstThatFits, Variant, table
from vsym.sweeping.axes import Axis
from vsym.sweeping.plan import Plan
from vsym.sweeping.row import Row, to_record
from vsym.sweeping.sweep import Swept, place, properties_of, shortened

if TYPE_CHECKING:
    from vsym.show.shapes.documents import SweepDocument

ROWS = 100
"""The most rows of a table without `everything`."""

_STYLES = {"full": "green", "not full": "red", "undecided": "yellow", "holds": "green", "violated": "red"}
_FIGURES = ("symmetry", "group", "strategy", "blocks", "concrete", "counter states", "reachable", "compiled", "time")
_FEWER = ("concrete", "counter states", "time")
_TIME_WIDTH = 8
"""Wide enough for a time, so that the table does not change its shape with it."""

_PROBLEMS = 8
_NAMES = 8


def rows_table(
    axes: Sequence[Axis], rows: Sequence[Row], properties: Sequence[str], *, everything: bool
) -> tuple[RenderableType, ...]:
    """The rows in order; on a narrow terminal with fewer figures, or with the verdicts counted.

    Notes below the table say why verdicts are missing. Without `everything`, the middle of a long table is left out.
    """
    chosen = list(rows) if everything or len(rows) <= ROWS else [*rows[: ROWS // 2], *rows[-ROWS // 2 :]]
    left_out = len(rows) - len(chosen)
    names = tuple(properties_of(rows, properties))
    notes = tuple(problems(axes, rows))
    if left_out:
        middle = Text(f" … the {number(left_out)} rows after row {ROWS // 2} are left out (-v shows them)", "dim")
        notes = (middle, *notes)
    absent = {"group"} if all(row.group is None for row in rows) else set()
    absent |= {"strategy"} if all(row.strategy is None for row in rows) else set()
    absent |= {"compiled"} if all(row.compile_seconds is None for row in rows) else set()
    whole = tuple(name for name in _FIGURES if name not in absent)
    ways = [(names, whole), (names, _FEWER), (None, whole), (None, _FEWER), (None, _FEWER[1:2])]
    return (
        FirstThatFits(tuple(Variant(_table(axes, chosen, verdicts, columns), notes) for verdicts, columns in ways)),
    )


def _table(axes: Sequence[Axis], rows: Sequence[Row], names: tuple[str, ...] | None, columns: tuple[str, ...]) -> Table:
    ranged = shown_axes(axes)
    grid = table(*(axis.name for axis in ranged), *columns, *(("verdicts",) if names is None else names))
    for column in grid.columns[: len(ranged) + len(columns)]:
        column.justify = "left" if column.header in ("symmetry", "group", "strategy") else "right"
        column.min_width = _TIME_WIDTH if column.header in ("compiled", "time") else None
    for row in rows:
        values = dict(row.values)
        cells: list[RenderableType] = [str(values[axis.name]) for axis in ranged]
        cells += [cell for name, cell in figures(row) if name in columns]
        cells += [_all_verdicts(row)] if names is None else [verdict_text(row, name) for name in names]
        grid.add_row(*cells)
    return grid


def shown_axes(axes: Sequence[Axis]) -> list[Axis]:
    """The parameters with several values, or all of them where there is no such one."""
    return [axis for axis in axes if axis.ranged] or list(axes)


def figures(row: Row) -> Iterator[tuple[str, Text]]:
    """The figures of a row, each with its name."""
    symmetry = row.symmetry or ""
    yield "symmetry", Text(symmetry, _STYLES.get(symmetry, ""))
    # Of some groups not every orbit has one representative.
    order = "" if row.order is None else f"order {exact(row.order)}{'' if row.exact else ', in part'}"
    yield "group", Text(order)
    yield "strategy", Text(row.strategy or "")
    yield "blocks", Text("" if row.blocks is None else number(row.blocks))
    yield "concrete", Text(concrete(row))
    yield "counter states", Text("" if row.counter_states is None else number(row.counter_states))
    yield "reachable", Text("" if row.reachable_states is None else number(row.reachable_states))
    yield "compiled", Text("" if row.compile_seconds is None else seconds(row.compile_seconds))
    yield "time", Text(seconds(row.seconds))


def concrete(row: Row) -> str:
    """The concrete states, as a power of ten where there are too many to write."""
    if row.concrete_states is not None:
        return number(row.concrete_states)
    return "" if row.concrete_log10 is None else f"10^{int(row.concrete_log10)}"


def verdict_text(row: Row, name: str) -> Text:
    """The verdict on a property, a dash where there is none."""
    verdict = "error" if row.failure == "model" else row.verdict(name) or "-"
    return Text(verdict, _STYLES.get(verdict, "dim" if verdict == "-" else "yellow"))


def _all_verdicts(row: Row) -> Text:
    """`2 hold, 1 violated`."""
    if row.failure == "model":
        return Text("error", "yellow")
    verdicts = [finding.verdict for finding in row.findings]
    numbers = {verdict: verdicts.count(verdict) for verdict in verdicts}
    counted = (f"{n} {'hold' if n > 1 and verdict == 'holds' else verdict}" for verdict, n in numbers.items())
    return Text(", ".join(counted) or (row.failure and "unknown") or "")


def problems(axes: Sequence[Axis], rows: Sequence[Row]) -> Iterator[Text]:
    """The reasons that rows have no verdict or only some, one line for each reason."""
    ranged = [axis for axis in axes if axis.ranged]
    lost: dict[str, list[str]] = {}
    for row in rows:
        reasons = [row.problem] if row.problem else []
        reasons += [finding.reason for finding in row.findings if finding.reason and finding.reason != row.problem]
        for reason in dict.fromkeys(reasons):
            lost.setdefault(reason, []).append(place(row.values, ranged) or "this row")
    for reason, places in list(lost.items())[:_PROBLEMS]:
        more = f" and {number(len(places) - _NAMES)} more" if len(places) > _NAMES else ""
        yield Text(f" {'; '.join(places[:_NAMES])}{more}: {reason}", "yellow")
    if len(lost) > _PROBLEMS:
        yield Text(f" … {number(len(lost) - _PROBLEMS)} more reasons (--json and -o list them)", "yellow")


def story(swept: Swept, *, everything: bool, quiet: bool) -> list[RenderableType]:
    """The rows, then a sentence for each property; with `quiet`, the sentences alone, and why rows have no verdict."""
    sentences: list[RenderableType] = [Text(sentence) for sentence in swept.sentences]
    if quiet:
        return [*sentences, *problems(swept.axes, swept.rows)]
    heading = Text.assemble((swept.system, "bold"), ": ", ", ".join(written(axis) for axis in swept.axes) or "one row")
    if not swept.rows:
        return [heading, Text(""), *sentences]
    table = rows_table(swept.axes, swept.rows, swept.properties, everything=everything)
    return [heading, Text(""), *table, Text(""), *sentences]


def written(axis: Axis) -> str:
    """`q in 1:1:50`, or `d = 5`."""
    return f"{axis.name} in {shortened(axis)}" if axis.ranged else f"{axis.name} = {axis.values[0]}"


def document(swept: Swept, plan: Plan) -> SweepDocument:
    """The whole sweep as JSON values."""
    return {
        **opening(),
        "file": plan.source.name,
        "name": swept.system,
        "sweep": {axis.name: list(axis.values) for axis in swept.axes},
        "engine": plan.settings.engine,
        "rows": [to_record(row) for row in swept.rows],
        "missing": swept.missing,
        "summary": swept.sentences,
    }
