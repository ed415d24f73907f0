"""The statements of a model as they are written: in one line, or in several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vsym.basics.frozen import frozen
from vsym.languages.formatting.blocks import add_remarks, block
from vsym.languages.formatting.lines import INDENT, WIDTH, fits, flat
from vsym.languages.formatting.remarks import Margins
from vsym.languages.formatting.words import Word
from vsym.languages.gsst.formatting.breaking import broken


@frozen
class Statement:
    """A declaration, or a line of a block.

    Where it has a block of further statements, the `head` ends with `{` and the `tail` begins with `}`. `joinable`
    says whether several statements of the block may stand in one line.
    """

    head: tuple[Word, ...]
    body: tuple[Statement, ...] = ()
    tail: tuple[Word, ...] = ()
    joinable: bool = False

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""
        yield from self.head
        for inner in self.body:
            yield from inner.words()
        yield from self.tail

    def aligned(self, indent: int, margins: Margins) -> tuple[Word, ...] | None:
        """Its words if it has no block and stands in one line."""
        return self.head if not self.tail and fits(self.head, indent, margins) else None

    def joined(self, indent: int, margins: Margins, padding: Mapping[int, int]) -> str | None:
        """The statement in one line, None where that cannot be or, for a block, where the user wrote it otherwise."""
        words = [*self.words()]
        if not fits(words, indent, margins):
            return None
        if not self.tail:
            return flat(words, margins, padding)
        several = len(self.body) > 1
        if several and not self.joinable:
            return None
        reach = self.tail[0] if several else words[len(self.head)]
        if self.body and not margins.same_line(self.head[-1], reach):
            return None
        inner = [one.joined(indent, margins, {}) for one in self.body]
        if None in inner:
            return None
        body = "; ".join(text for text in inner if text is not None)
        parts = [flat(self.head, margins), body, flat(self.tail, margins)]
        text = " ".join(part for part in parts if part)
        return text if indent + len(text) <= WIDTH else None

    def opened(self, indent: int, margins: Margins) -> list[str]:
        """The lines of a statement that needs several."""
        lines = broken(self.head, indent, margins)
        if self.tail:
            inner = block(self.body, indent + INDENT, margins)
            add_remarks(inner, margins.at(self.tail[0]).above, indent + INDENT, margins)
            lines += [*inner, *broken(self.tail, indent, margins)]
        return lines
