"""Places in a text as editors count them: lines from 0, and in a line the units that editor and server agreed on."""

from __future__ import annotations

from functools import cached_property

from lsprotocol import types as lsp

from vsym.basics.frozen import frozen
from vsym.basics.source import Source, Span
from vsym.working.columns import units, within


@frozen
class Places:
    """The places of a source whose lines end in plain line breaks, in the units of an encoding."""

    source: Source
    encoding: str = "utf-16"

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(offset + 1 for offset, character in enumerate(self.source.text) if character == "\n")]

    def position(self, offset: int) -> lsp.Position:
        """Where an offset is."""
        line, column = self.source.position(offset)
        return lsp.Position(line - 1, units(self.source.line(line)[: column - 1], self.encoding))

    def range(self, span: Span) -> lsp.Range:
        """Where a stretch is."""
        return lsp.Range(self.position(span.start), self.position(span.end))

    def offset(self, position: lsp.Position) -> int:
        """The offset of a place, which is at the end of its line where that is shorter, and of the text where that is;
        of one inside a character, the offset of that."""
        if position.line >= len(self._starts):
            return len(self.source.text)
        start = self._starts[position.line]
        return start + within(self.source.line(position.line + 1), position.character, self.encoding)

    @property
    def whole(self) -> lsp.Range:
        """All of the text."""
        return lsp.Range(lsp.Position(0, 0), self.position(len(self.source.text)))
