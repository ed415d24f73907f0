"""From renderables to the text that is written."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.terminal_theme import TerminalTheme

from vsym.show.text.fitting import Terminal

_PRE = "white-space: pre; overflow-x: auto; line-height: 1.3"
_COLORS = ((209, 58, 58), (24, 130, 70), (146, 106, 0), (48, 116, 200), (170, 75, 170), (0, 125, 140))


def as_text(shown: Sequence[RenderableType], width: int, *, color: bool) -> str:
    """What a terminal of this width shows; without colour, no line ends in spaces."""
    console = _console(width, color=color)
    with console.capture() as captured:
        console.print(Group(*shown))
    text = captured.get()
    return text if color else "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def as_html(shown: Sequence[RenderableType], width: int) -> str:
    """The same as an HTML fragment, in colours that can be read on white as well as on black."""
    console = _console(width, color=True)
    console.print(Group(*shown))
    return console.export_html(theme=_theme(), inline_styles=True, code_format=f'<pre style="{_PRE}">{{code}}</pre>')


def _theme() -> TerminalTheme:
    """Every colour in the middle between black and white; dim text, too, and what is marked is light on dark."""
    normal = [(118, 118, 118), *_COLORS, (118, 118, 118)]
    return TerminalTheme((176, 176, 176), (60, 60, 60), normal)


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
