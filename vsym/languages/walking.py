"""A walk through the syntax values of any language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass

from vsym.basics.source import Span


def everything(value: object) -> Iterator[object]:
    """A value of syntax, or those of a tuple, and every value inside, the last one first."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part
        elif is_dataclass(part) and not isinstance(part, Span | type):
            yield part
            waiting += vars(part).values()
