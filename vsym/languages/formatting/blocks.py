"""Statements in a row, each in one line or in several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from vsym.languages.formatting.alignment import paddings
from vsym.languages.formatting.lines import remark_lines
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
    padding = paddings([*_alignable(statements, indent, margins)], indent, margins)
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
