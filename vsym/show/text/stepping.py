"""A session of `vsym step` on a terminal: the state, the possible steps, and the reasons against the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from vsym.basics.numbers import number, plural
from vsym.show.text.fitting import table
from vsym.stepping.protocol import Choice, Disabled, View, Walk

CHOICES, LISTED = 120, 12
"""The most choices, and the most disabled steps, that the text on a state lists."""


def where(name: str, walk: Walk[Any, Any], last: str | None) -> Text:
    """The current position on a path, and the step that leads there."""
    line = Text.assemble((name, "bold"), f": {plural(walk.at, 'step')} from the start")
    if last is not None:
        line.append(f", the last one {last}")
    ahead = len(walk.states) - 1 - walk.at
    if ahead:
        line.append(f"; {number(ahead)} ahead", "dim")
    return line


def state_table(view: View, watched: Iterable[tuple[str, str]]) -> Table:
    """A state with the values that are watched."""
    rows = table("", "")
    rows.show_header, rows.columns[0].style = False, "dim"
    for heading, text in view.rows:
        rows.add_row(Text(heading), Text(text))
    for written, value in watched:
        rows.add_row(Text("watch"), Text(f"{written} = {value}"))
    return rows


def choices_lines(choices: Sequence[Choice[Any, Any]], disabled: Sequence[Disabled]) -> list[RenderableType]:
    """The steps that are possible and those that are not, numbered one after the other."""
    lines: list[RenderableType] = []
    if choices:
        rows = table("", "possible", "by", "")
        for place, choice in enumerate(choices[:CHOICES], 1):
            alike = f"{number(choice.size)} alike" if choice.size > 1 else ""
            note = Text(choice.fault, "red") if choice.fault else Text(alike, "dim")
            rows.add_row(str(place), Text(choice.label), Text(choice.by), note)
        lines.append(rows)
        if len(choices) > CHOICES:
            lines.append(Text(f" … {number(len(choices) - CHOICES)} more", "dim"))
    else:
        lines.append(Text(" nothing is possible: a deadlock", "yellow"))
    if disabled:
        lines.append(disabled_table(disabled[:LISTED], len(choices) + 1))
        if len(disabled) > LISTED:
            lines.append(Text(f" … {number(len(disabled) - LISTED)} more; `disabled` lists all", "dim"))
    return lines


def disabled_table(disabled: Sequence[Disabled], first: int) -> Table:
    """The steps that are not possible, with the conditions that are false."""
    rows = table("", "not possible", "by", "false condition")
    for place, one in enumerate(disabled, first):
        why = ", ".join(hindrance.condition for hindrance in one.hindrances)
        rows.add_row(str(place), Text(one.label), Text(one.by), Text(why), style="dim")
    return rows


def why_lines(disabled: Disabled) -> list[RenderableType]:
    """Each condition that is false, with its values."""
    lines: list[RenderableType] = [
        Text(f"{disabled.label}{f' by {disabled.by}' if disabled.by else ''} is not possible:")
    ]
    for hindrance in disabled.hindrances:
        values = ", ".join(f"{name} = {value}" for name, value in hindrance.values)
        lines.append(Text(f" {hindrance.condition} is false{f': {values}' if values else ''}"))
    return lines


def path_table(steps: Sequence[str], cells: Sequence[tuple[tuple[str, str], ...]], at: int) -> Table:
    """The steps of a path with their changes, and a mark at the current place."""
    rows = table("", "", "step", "changes")
    for place, (step, now) in enumerate(zip(("", *steps), cells, strict=True)):
        old = dict(cells[place - 1]) if place else {}
        changed = ", ".join(f"{name} = {value}" for name, value in now if place and old.get(name) != value)
        rows.add_row("→" if place == at else "", str(place), Text(step), Text(changed))
    return rows
