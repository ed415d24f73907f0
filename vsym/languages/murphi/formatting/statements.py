"""Declarations, rules and statements as they are written: in one line, or in several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vsym.basics.frozen import frozen
from vsym.languages.formatting.blocks import add_remarks, block
from vsym.languages.formatting.lines import INDENT, fits, flat
from vsym.languages.formatting.remarks import Margins
from vsym.languages.formatting.words import Word
from vsym.languages.murphi.formatting.breaking import broken


@frozen
class Section:
    """A line, which may be missing, and the block below it; the line is broken with a `hang`."""

    head: tuple[Word, ...]
    body: tuple[Statement, ...] = ()
    hang: int = INDENT

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""
        yield from self.head
        for inner in self.body:
            yield from inner.words()


@frozen
class Statement:
    """Lines with their blocks, as `if`, `else` and `end`, and whole declarations between them; `over` says that the
    user has written it over several lines, and means it."""

    parts: tuple[Section | Statement, ...]
    over: bool = False

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""
        for part in self.parts:
            yield from part.words()

    def aligned(self, indent: int, margins: Margins) -> tuple[Word, ...] | None:
        """Its words if it stands in one line."""
        words = tuple(self.words())
        return words if not self.over and fits(words, indent, margins) else None

    def joined(self, indent: int, margins: Margins, padding: Mapping[int, int]) -> str | None:
        """All of it in one line, None where that cannot be or was written otherwise."""
        words = self.aligned(indent, margins)
        return None if words is None else flat(words, margins, padding)

    def opened(self, indent: int, margins: Margins) -> list[str]:
        """The lines of a statement that needs several."""
        lines: list[str] = []
        inner: list[str] = []
        for number, part in enumerate(self.parts):
            if isinstance(part, Statement):
                lines += [*inner, *block([part], indent, margins)]
                inner = []
                continue
            if part.head:
                first = part.head[0]
                for remark in margins.at(first).above if number else ():
                    last = number + 1 == len(self.parts)
                    deeper = last or margins.column(remark.start) > margins.column(first.start)
                    add_remarks(inner, [remark], indent + INDENT * deeper, margins)
                lines += [*inner, *broken(part.head, indent, margins, part.hang)]
                inner = []
            inner += block(part.body, indent + INDENT, margins)
        return lines + inner
