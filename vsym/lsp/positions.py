"""Places in a text as editors count them: lines from 0, and in a line the units that editor and server have agreed on.

The protocol's own unit is a half of UTF-16, of which characters beyond the first 65,536, such as emoji, take two.
"""

from __future__ import annotations

from functools import cached_property

from lsprotocol import types as lsp

from vsym.basics.frozen import frozen
from vsym.basics.source import Source, Span


def _units(character: str, encoding: str) -> int:
    point = ord(character)
    if encoding == "utf-16":
        return 1 + (point > 0xFFFF)
    if encoding == "utf-8":
        return 1 + (point > 0x7F) + (point > 0x7FF) + (point > 0xFFFF)
    return 1


def within(line: str, units: int, encoding: str) -> int:
    """How many characters of a line so many units are, but for a character that they end in."""
    if line.isascii():
        return min(units, len(line))
    for column, character in enumerate(line):
        units -= _units(character, encoding)
        if units < 0:
            return column
    return len(line)


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
        before = self.source.line(line)[: column - 1]
        if not before.isascii():
            return lsp.Position(line - 1, sum(_units(one, self.encoding) for one in before))
        return lsp.Position(line - 1, column - 1)

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
