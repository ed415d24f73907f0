"""From renderables and records to the text that is written."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence

from rich.console import Console, RenderableType

from vsym.report.record import Record


def as_text(shown: Sequence[RenderableType], width: int, *, color: bool) -> str:
    """What a terminal of this width shows; without colour, no line ends in spaces."""
    buffer = io.StringIO()
    console = Console(
        file=buffer,
        width=width,
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        highlight=False,
        # Names of groups and states stand in brackets, which must not be read as styles.
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    for renderable in shown:
        console.print(renderable)
    text = buffer.getvalue()
    return text if color else "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def as_json(record: Record) -> str:
    """One JSON document."""
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
