"""Declarations that stand in a line, or with their clauses in lines of their own, or around a block of lines in braces:
the statements of all languages but that of programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.languages.formatting.blocks import INDENT, WIDTH, Breaking, add_remarks, block, cut, filled, fits, flat
from vsym.languages.formatting.words import Break, Margins, Rank, Word

_CLAUSE_INDENT = 2 * INDENT


@frozen
class Declaration:
    """A declaration, or a line of a block.

    Where it has a block of further lines, the `head` ends with `{` and the `tail` begins with `}`. A block that is
    `joinable` may stand in one line, its lines with a `separator` between them, if the user wrote it so.
    """

    head: tuple[Word, ...]
    body: tuple[Declaration, ...] = ()
    tail: tuple[Word, ...] = ()
    joinable: bool = False
    separator: str = ";"

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
        """The declaration in one line, None where that cannot be or, for a block, where the user wrote it otherwise."""
        words = [*self.words()]
        if not fits(words, indent, margins):
            return None
        if not self.tail:
            return flat(words, margins, padding)
        last = self.tail[0] if len(self.body) > 1 else words[len(self.head)]
        if not self.joinable or (self.body and not margins.same_line(self.head[-1], last)):
            return None
        inner = [one.joined(indent, margins, {}) for one in self.body]
        if None in inner:
            return None
        body = f"{self.separator} ".join(text for text in inner if text is not None)
        text = " ".join(part for part in (flat(self.head, margins), body, flat(self.tail, margins)) if part)
        return text if indent + len(text) <= WIDTH else None

    def opened(self, indent: int, margins: Margins) -> list[str]:
        """The lines of a declaration that needs several."""
        lines = _BREAKING.broken(self.head, indent, margins)
        if self.tail:
            inner = block(self.body, indent + INDENT, margins)
            add_remarks(inner, margins.at(self.tail[0]).above, indent + INDENT, margins)
            lines += [*inner, *_BREAKING.broken(self.tail, indent, margins)]
        return lines


def _broken_at(loosest: Rank, words: Sequence[Word], indent: int, margins: Margins, hang: int) -> list[str]:
    """The lines of words that are broken at a rank, clauses of a declaration indented by 4. Without `hang`, the
    operators of the outermost formula stand below its beginning."""
    pieces = cut(words, lambda rank: rank == loosest)
    inner = hang if hang or loosest.depth == 1 else INDENT
    following = indent + (_CLAUSE_INDENT if loosest.depth == 0 else inner)
    if loosest.kind in (Break.LIST, Break.SUM):
        pieces = filled(pieces, indent, following, margins)
    body = loosest == Rank(0, Break.BODY)
    return _BREAKING.stacked(pieces, indent, following, margins, hang=0 if body else INDENT)


_BREAKING = Breaking(_broken_at, _CLAUSE_INDENT)
