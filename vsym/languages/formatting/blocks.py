"""The layout of words in lines, of statements, and of the whole text in the one style of its language; neither the
meaning nor the comments of the text change.

Parts of neighbouring lines that stood below each other in the source do so again.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from lark import Token, Tree

from vsym.basics.frozen import frozen
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.formatting.words import Margins, Rank, Remark, Style, Word, margins

WIDTH = 100
"""The most columns that a line should have."""

INDENT = 2
_UNPADDED: Mapping[int, int] = MappingProxyType({})


def flat(words: Sequence[Word], margins: Margins, padding: Mapping[int, int] = _UNPADDED) -> str:
    """All words in one line, without the comment at its end.

    `padding` gives the number of extra spaces before words, by their first characters.
    """
    parts: list[str] = []
    space = False
    for word in words:
        notes = margins.at(word)
        if parts and ((space and word.before) or notes.left):
            parts.append(" ")
        parts.append(" " * padding.get(word.start, 0))
        parts.append(f"{notes.left}{' ' if word.before else ''}{word.text}" if notes.left else word.text)
        space = word.after
        if notes.right:
            parts.append(f" {notes.right}")
            space = True
    return "".join(parts)


def fits(words: Sequence[Word], indent: int, margins: Margins) -> bool:
    """True where the words can stand in one line that begins with `indent` spaces."""
    if any(margins.at(word).end for word in words[:-1]):
        return False
    if any(word.forced or margins.at(word).above for word in words[1:]):
        return False
    return indent + len(flat(words, margins)) <= WIDTH


def ended(words: Sequence[Word], indent: int, margins: Margins) -> str:
    """The line of some words with the comment at its end."""
    end = margins.at(words[-1]).end
    return " " * indent + flat(words, margins) + (f"  {end.text}" if end else "")


def remark_lines(remark: Remark, indent: int, margins: Margins) -> list[str]:
    """The lines of a remark above a word; further lines of a comment keep their place below its first one."""
    first, *others = remark.text.split("\n")
    moved = indent - margins.column(remark.start)
    lines = [" " * indent + first]
    for line in others:
        text = line.lstrip(" ")
        lines.append(" " * max(0, len(line) - len(text) + moved) + text if text else "")
    return lines


@frozen
class Breaking:
    """The way in which a language breaks lines: `at` makes the lines of words by their loosest rank, with an
    indentation and a hang; words that only comments break continue indented by `further`."""

    at: Callable[[Rank, Sequence[Word], int, Margins, int], list[str]]
    further: int = INDENT

    def broken(self, words: Sequence[Word], indent: int, margins: Margins, hang: int = INDENT) -> list[str]:
        """The lines of some words, broken at the loosest places first, without the comments above the first word.

        The lines after the first are indented by `hang` more.
        """
        if fits(words, indent, margins):
            return [ended(words, indent, margins)]
        ranks = [word.rank for word in words[1:] if word.rank is not None]
        if ranks:
            return self.at(min(ranks), words, indent, margins, hang)
        pieces = cut_at_comments(words, margins)
        if len(pieces) == 1:
            return [ended(words, indent, margins)]
        return self.stacked(pieces, indent, indent + self.further, margins)

    def stacked(
        self, pieces: Sequence[Sequence[Word]], indent: int, following: int, margins: Margins, hang: int = INDENT
    ) -> list[str]:
        """The lines of pieces; those after the first are indented by `following`."""
        lines = self.broken(pieces[0], indent, margins, following - indent + INDENT)
        for piece in pieces[1:]:
            lines += above(piece[0], following, margins)
            lines += self.broken(piece, following, margins, hang)
        return lines


def above(word: Word, indent: int, margins: Margins) -> list[str]:
    """The lines of the remarks above a word."""
    return [line for remark in margins.at(word).above for line in remark_lines(remark, indent, margins)]


def cut(words: Sequence[Word], breaks: Callable[[Rank], bool]) -> list[Sequence[Word]]:
    """The words cut before each that has a rank of which `breaks` is true."""
    inside = range(1, len(words))
    return _cut_at(words, [place for place in inside if (rank := words[place].rank) is not None and breaks(rank)])


def cut_at_comments(words: Sequence[Word], margins: Margins) -> list[Sequence[Word]]:
    """The words cut where a comment needs a line break."""
    inside = range(1, len(words))
    return _cut_at(words, [p for p in inside if margins.at(words[p]).above or margins.at(words[p - 1]).end])


def filled(pieces: Sequence[Sequence[Word]], indent: int, following: int, margins: Margins) -> list[Sequence[Word]]:
    """The pieces, as many in one line as fit; lines after the first are indented by `following`."""
    lines: list[Sequence[Word]] = [pieces[0]]
    for piece in pieces[1:]:
        joined = [*lines[-1], *piece]
        if fits(joined, following if len(lines) > 1 else indent, margins):
            lines[-1] = joined
        else:
            lines.append(piece)
    return lines


def _cut_at(words: Sequence[Word], places: Sequence[int]) -> list[Sequence[Word]]:
    return [words[start:end] for start, end in itertools.pairwise([0, *places, len(words)])]


def rewritten(
    source: Source,
    tree: Tree[Token],
    statements: Sequence[Statement],
    style: Style,
    parse_tree: Callable[[Source], Tree[Token]],
    spelling: Callable[[Token], str] = str,
) -> str:
    """The text of a source that was parsed to `tree`, whose words the statements are, in the one style.

    Raises ChangedError where the new text does not read like the old one.
    """
    beside = margins(source, [word for one in statements for word in one.words()], style)
    lines = block(statements, 0, beside)
    add_remarks(lines, beside.final().above, 0, beside)
    text = "\n".join([*lines, ""])
    if not agrees(source, tree, text, style, parse_tree, spelling):
        raise _ChangedError(f"{source.name}: formatting would change the meaning")
    return text


class _ChangedError(Exception):
    """The formatted text does not mean the same, or has other comments: a bug of ours."""


def agrees(
    source: Source,
    tree: Tree[Token],
    text: str,
    style: Style,
    parse_tree: Callable[[Source], Tree[Token]],
    spelling: Callable[[Token], str] = str,
) -> bool:
    """True where a new text for a source, which was parsed to `tree`, differs in spaces, line breaks and `;` alone, and
    in how words are spelled that have one `spelling`."""
    try:
        read = parse_tree(Source(source.name, text))
    except DiagnosticError:
        return False
    same = [*_shape(read, spelling)] == [*_shape(tree, spelling)]
    return same and style.comments(text) == style.comments(source.text)


def _shape(tree: Tree[Token], spelling: Callable[[Token], str]) -> Iterator[str | int]:
    """Rules with their numbers of children, and tokens, in the order of the text; `;` has no meaning."""
    stack: list[Token | Tree[Token]] = [tree]
    while stack:
        part = stack.pop()
        if isinstance(part, Token):
            yield spelling(part)
            continue
        children = [child for child in part.children if child != ";"]
        yield str(part.data)
        yield len(children)
        stack += reversed(children)


class Statement(Protocol):
    """A declaration, a rule, or a line of a block, in any language."""

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""

    def aligned(self, indent: int, margins: Margins) -> tuple[Word, ...] | None:
        """Its words where it stands in one line that may be aligned with others."""

    def joined(self, indent: int, margins: Margins, padding: Mapping[int, int]) -> str | None:
        """The statement in one line without the comment at its end; None where that cannot be or was written
        otherwise."""

    def opened(self, indent: int, margins: Margins) -> list[str]:
        """The lines where it needs several."""


def block(statements: Sequence[Statement], indent: int, margins: Margins) -> list[str]:
    """The lines of statements in a row."""
    lines: list[str] = []
    padding = _paddings([*_alignable(statements, indent, margins)], indent, margins)
    for statement in statements:
        words = tuple(statement.words())
        notes = margins.at(words[0])
        add_remarks(lines, notes.above, indent, margins)
        if notes.blank and lines:
            lines.append("")
        text = statement.joined(indent, margins, padding)
        if text is None:
            lines += statement.opened(indent, margins)
            continue
        end = margins.at(words[-1]).end
        comment = "" if end is None else " " * (2 + padding.get(end.start, 0)) + end.text
        lines.append(" " * indent + text + comment)
    return lines


def add_remarks(lines: list[str], remarks: Sequence[Remark], indent: int, margins: Margins) -> None:
    """Add comments that stand in lines of their own."""
    for remark in remarks:
        if remark.blank and lines:
            lines.append("")
        lines += remark_lines(remark, indent, margins)


def _alignable(statements: Sequence[Statement], indent: int, margins: Margins) -> Iterator[tuple[Word, ...] | None]:
    """The words of each statement that stands in one line, and None for everything that separates such lines."""
    for statement in statements:
        notes = margins.at(next(statement.words()))
        if notes.above or notes.blank:
            yield None
        yield statement.aligned(indent, margins)


def _paddings(lines: Sequence[tuple[Word, ...] | None], indent: int, margins: Margins) -> Mapping[int, int]:
    """The further spaces before words, and before comments at the ends of lines, by their first characters.

    `lines` are the words of each line, None for a line that no other line is aligned with. Parts of the same kind are
    aligned where the source aligns them, unless a line would become too long.
    """
    padding: dict[int, int] = {}
    for stop in margins.style.stops:
        for run in _runs([_stopped(words, stop, margins) for words in lines]):
            _align(run, indent, margins, padding)
    for run in _runs([_commented(words, margins) for words in lines]):
        _align(run, indent, margins, padding)
    return padding


@frozen
class _Stop:
    """A place to be aligned: the words left of it and right of it, its first character and its column in the source."""

    left: tuple[Word, ...]
    right: tuple[Word, ...]
    start: int
    column: int


def _stopped(words: tuple[Word, ...] | None, stop: str, margins: Margins) -> _Stop | None:
    for place, word in enumerate(words or ()):
        if words and word.stop == stop and margins.same_line(words[0], word):
            return _Stop(words[:place], words[place:], word.start, margins.column(word.start))
    return None


def _commented(words: tuple[Word, ...] | None, margins: Margins) -> _Stop | None:
    end = margins.at(words[-1]).end if words else None
    if not words or end is None:
        return None
    return _Stop(words, (), end.start, margins.column(end.start))


def _runs(stops: Sequence[_Stop | None]) -> Iterator[list[_Stop]]:
    """The longest runs of neighbouring stops in one column."""
    run: list[_Stop] = []
    for stop in stops:
        if run and (stop is None or stop.column != run[-1].column):
            yield run
            run = []
        if stop is not None:
            run.append(stop)
    if run:
        yield run


def _align(run: Sequence[_Stop], indent: int, margins: Margins, padding: dict[int, int]) -> None:
    widths = [len(flat(stop.left, margins, padding)) for stop in run]
    widest = max(widths)
    missing = [widest - width for width in widths]
    lengths = [
        indent + len(flat((*stop.left, *stop.right), margins, {**padding, stop.start: more}))
        for stop, more in zip(run, missing, strict=True)
    ]
    if max(lengths) <= WIDTH:
        padding.update((stop.start, more) for stop, more in zip(run, missing, strict=True) if more)
