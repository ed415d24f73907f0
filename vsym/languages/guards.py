"""The guards of a text, as they stand in it."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.source import Span


@frozen
class Guard:
    """A condition under which a step is possible, and what the step is called."""

    title: str
    span: Span
