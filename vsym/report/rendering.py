"""From renderables and records to the text that is written."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType

if TYPE_CHECKING:
    from vsym.report.record import Record


def as_text(shown: Sequence[RenderableType], width: int, *, color: bool) -> str:
    """What a terminal of this width shows; without colour, no line ends in spaces."""
    console = _console(width, color=color)
    with console.capture() as captured:
        for renderable in shown:
            console.print(renderable)
    text = captured.get()
    return text if color else "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def as_html(shown: Sequence[RenderableType], width: int) -> str:
    """The same as an HTML fragment."""
    console = _console(width, color=True)
    for renderable in shown:
        console.print(renderable)
    return console.export_html(inline_styles=True, code_format="<pre>{code}</pre>")


def _console(width: int, *, color: bool) -> Console:
    return Console(
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


def as_json(record: Record) -> str:
    """One JSON document."""
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
