"""Which constants are sizes of scalarsets and nothing else, as a model's text alone shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vsym.basics.source import Source, Span
from vsym.languages.murphi.words import ANNOTATION

_PIECE = re.compile(
    rf"(?P<note>(?={ANNOTATION}))?--[^\n]*|/\*.*?\*/|[\"“](?:\\.|[^\\\"”])*[\"”]"
    r"|(?i:\bscalarset)\s*\(\s*(?P<size>\w+)\s*\)|(?P<word>\w+)",
    re.DOTALL,
)


def uses_beside_size(source: Source, name: str) -> list[Span]:
    """Where a text names something beside its declaration, which comes first, and as the size of one scalarset.

    A second scalarset of the size is such a use.
    """
    named = [(span, is_size) for text, span, is_size in _names(source, 0, len(source.text)) if text == name]
    sizes = [span for span, is_size in named if is_size]
    others = [span for span, is_size in named if not is_size]
    return [*others[1:], *sizes[1:]] if sizes else others


def _names(source: Source, start: int, end: int) -> Iterator[tuple[str, Span, bool]]:
    """The words of a text with whether they are sizes, those of annotations too."""
    for piece in _PIECE.finditer(source.text, start, end):
        if piece["note"] is not None:
            yield from _names(source, piece.start() + len("--!"), piece.end())
        elif piece["size"] is not None:
            yield piece["size"], Span(source, piece.start("size"), piece.end("size")), True
        elif piece["word"] is not None:
            yield piece["word"], Span(source, piece.start(), piece.end()), False
