"""A model written anew in the one style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.source import Source
from vsym.languages.gsst.formatting.agreement import agrees
from vsym.languages.gsst.formatting.alignment import paddings
from vsym.languages.gsst.formatting.breaking import INDENT, WIDTH, broken, fits, flat, remark_lines
from vsym.languages.gsst.formatting.reading import statements
from vsym.languages.gsst.formatting.remarks import Margins, Remark, margins
from vsym.languages.gsst.formatting.words import Statement, Word
from vsym.languages.gsst.parse import build, parse_tree


class ChangedError(Exception):
    """The formatted text is not the same model with the same comments: a bug of ours."""


def formatted(source: Source) -> str:
    """The text in the one style, which is the same model with the same comments.

    Raises DiagnosticError with every syntax error, and ChangedError where the new text does not read like
    the old one.
    """
    tree = parse_tree(source)
    build(source, tree)
    declared = statements(tree)
    beside = margins(source, [word for one in declared for word in one.words()])
    lines = _block(declared, 0, beside)
    _add_remarks(lines, beside.final().above, 0, beside)
    text = "\n".join([*lines, ""])
    if not agrees(source, tree, text):
        raise ChangedError(f"{source.name}: formatted, this would be another model")
    return text


def _block(block: Sequence[Statement], indent: int, margins: Margins) -> list[str]:
    """The lines of statements in a row."""
    lines: list[str] = []
    padding = paddings([*_alignable(block, indent, margins)], indent, margins)
    for statement in block:
        notes = margins.at(statement.head[0])
        _add_remarks(lines, notes.above, indent, margins)
        if notes.blank and lines:
            lines.append("")
        joined = _joined(statement, indent, margins)
        if joined is None:
            lines += _opened(statement, indent, margins)
            continue
        words = tuple(statement.words())
        text = joined if statement.tail else flat(words, margins, padding)
        end = margins.at(words[-1]).end
        comment = "" if end is None else " " * (2 + padding.get(end.start, 0)) + end.text
        lines.append(" " * indent + text + comment)
    return lines


def _alignable(block: Sequence[Statement], indent: int, margins: Margins) -> Iterator[tuple[Word, ...] | None]:
    """The words of each statement that stands in one line, and None for all that separates such lines."""
    for statement in block:
        notes = margins.at(statement.head[0])
        if notes.above or notes.blank:
            yield None
        yield statement.head if not statement.tail and fits(statement.head, indent, margins) else None


def _opened(statement: Statement, indent: int, margins: Margins) -> list[str]:
    """The lines of a statement that needs several."""
    lines = broken(statement.head, indent, margins)
    if statement.tail:
        inner = _block(statement.body, indent + INDENT, margins)
        _add_remarks(inner, margins.at(statement.tail[0]).above, indent + INDENT, margins)
        lines += [*inner, *broken(statement.tail, indent, margins)]
    return lines


def _joined(statement: Statement, indent: int, margins: Margins) -> str | None:
    """The statement in one line, None where that cannot be or, for a block, where the user wrote it otherwise."""
    words = [*statement.words()]
    if not fits(words, indent, margins):
        return None
    if not statement.tail:
        return flat(words, margins)
    several = len(statement.body) > 1
    if several and not statement.joinable:
        return None
    reach = statement.tail[0] if several else words[len(statement.head)]
    if statement.body and not margins.same_line(statement.head[-1], reach):
        return None
    inner = [_joined(one, indent, margins) for one in statement.body]
    if None in inner:
        return None
    body = "; ".join(text for text in inner if text is not None)
    parts = [flat(statement.head, margins), body, flat(statement.tail, margins)]
    text = " ".join(part for part in parts if part)
    return text if indent + len(text) <= WIDTH else None


def _add_remarks(lines: list[str], remarks: Sequence[Remark], indent: int, margins: Margins) -> None:
    for remark in remarks:
        if remark.blank and lines:
            lines.append("")
        lines += remark_lines(remark, indent, margins)
