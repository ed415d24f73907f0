"""The source of a model by lines, split into pieces that are highlighted alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pygments.token import STANDARD_TYPES

from vsym.basics.source import Source, Span
from vsym.languages.protocol import Token
from vsym.languages.registry import language
from vsym.models.counting.model import Model
from vsym.show.page.values import Code, Linked, Listing, Piece

LINES = 2000
"""How many lines of a source are shown."""


def listing(source: Source) -> Listing:
    """The lines of a source, as far as they are shown."""
    lines = list(_lines(language(source.name).tokens(source.text.rstrip())))
    return Listing(source.name, tuple(lines[:LINES]), max(0, len(lines) - LINES))


def formula(text: str, file: str = "") -> Code:
    """A formula or a guard, in the language of a file of this name."""
    return tuple(_piece(token) for token in language(file).tokens(text, formula=True))


def plain(text: str) -> Code:
    """A guard, in which every letter is a name."""
    return tuple(_piece(token) for token in language().tokens(text))


def linked(text: str, span: Span) -> Linked:
    """A name with the line that its declaration begins in."""
    line, _ = span.source.position(span.start)
    return Linked(text, line if line <= LINES else None)


def source_of(model: Model) -> Source:
    """The text that a model was read from."""
    spans = [declared.span for part in (model.groups, model.transitions, model.properties) for declared in part]
    return spans[0].source if spans else Source(model.name, "")


def _lines(found: Iterable[Token]) -> Iterator[Code]:
    line: list[Piece] = []
    for kind, value in found:
        first, *others = value.split("\n")
        line.append(_piece((kind, first)))
        for other in others:
            yield tuple(piece for piece in line if piece[1])
            line = [_piece((kind, other))]
    yield tuple(piece for piece in line if piece[1])


def _piece(token: Token) -> Piece:
    kind, value = token
    return STANDARD_TYPES.get(kind, "") if value.strip() else "", value
