"""What is true by accident, one line each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from vsym.basics.numbers import number
from vsym.basics.source import ModelWarning

SHOWN = 10
"""How many warnings are shown unless everything is asked for."""


def warning_lines(warnings: Sequence[ModelWarning], *, everything: bool) -> list[Text]:
    """The warnings below an empty line, each after its place in the text; nothing where there are none."""
    if not warnings:
        return []
    chosen = warnings if everything else warnings[:SHOWN]
    shown = [Text(""), *(Text.assemble((f"{place(one)}warning: ", "yellow"), one.message) for one in chosen)]
    if len(chosen) < len(warnings):
        shown.append(Text(f"{number(len(warnings) - len(chosen))} more warnings (-v shows them)", "dim"))
    return shown


def place(warning: ModelWarning) -> str:
    """`rw.gsst:12:1: `, or nothing where the warning is about no place."""
    return "" if warning.span is None else f"{warning.span}: "
