"""What `vsym sweep` tells: for a terminal, and as one JSON document."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from vsym import __version__
from vsym.show.documents import SCHEMA_VERSION
from vsym.show.sweeps.table import problems, rows_table
from vsym.sweeping.axes import Axis
from vsym.sweeping.plan import Plan
from vsym.sweeping.row import to_record
from vsym.sweeping.summary import shortened
from vsym.sweeping.sweep import Swept


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


def document(swept: Swept, plan: Plan) -> dict[str, Any]:
    """The whole sweep as JSON values (the schema of all documents is vsym/show/schema.json)."""
    return {
        "schema_version": SCHEMA_VERSION,
        "vsym": __version__,
        "file": plan.source.name,
        "name": swept.system,
        "sweep": {axis.name: list(axis.values) for axis in swept.axes},
        "engine": plan.settings.engine,
        "rows": [to_record(row) for row in swept.rows],
        "missing": swept.missing,
        "summary": swept.sentences,
    }
