"""Statements in a row, each in one line or in several.

Parts of neighbouring lines that stood below each other in the source do so again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from vsym.basics.frozen import frozen
from vsym.languages.formatting.lines import WIDTH, flat, remark_lines
from vsym.languages.formatting.remarks import Margins, Remark
from vsym.languages.formatting.words import Word


class Statement(Protocol):
    """A declaration, a rule, or a line of a block, in any language."""

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""

    def aligned(self, indent: int, margins: Margins) -> tuple[Word, ...] | None:
        """Its words where it stands in one line that may be aligned with others."""

    def joined(self, indent: int, margins: Margins, padding: Mapping[int, int]) -> str | None:
        """All of it in one line without what ends the line, None where that cannot be or was written otherwise."""

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
    """The words of each statement that stands in one line, and None for all that separates such lines."""
    for statement in statements:
        notes = margins.at(next(statement.words()))
        if notes.above or notes.blank:
            yield None
        yield statement.aligned(indent, margins)


def _paddings(lines: Sequence[tuple[Word, ...] | None], indent: int, margins: Margins) -> Mapping[int, int]:
    """How many more spaces stand before words, and before comments at the ends of lines, by their first characters.

    `lines` are the words of each line, None for what no line is aligned with. Parts of the same kind are aligned where
    they were so in the source, unless a line would become too long by it.
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
