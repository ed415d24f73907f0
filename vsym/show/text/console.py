"""A console on which text is visible, whoever has written it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from vsym.basics.source import visible


class VisibleConsole(Console):
    """A console for names and messages of models, none of which acts on the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of something; those of control, which rich makes itself, stay."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)
