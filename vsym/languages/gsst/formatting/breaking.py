"""Words written over as many lines as they need."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from vsym.languages.gsst.formatting.remarks import Margins, Remark
from vsym.languages.gsst.formatting.words import Break, Rank, Word

WIDTH = 100
"""How many columns a line should have at most."""

INDENT = 2
_CLAUSE_INDENT = 4
_UNPADDED: Mapping[int, int] = MappingProxyType({})


def flat(words: Sequence[Word], margins: Margins, padding: Mapping[int, int] = _UNPADDED) -> str:
    """All words in one line, without what ends the line.

    `padding` says how many more spaces stand before words, by their first characters.
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
    """Whether the words can stand in one line that begins with `indent` spaces."""
    if any(margins.at(word).end for word in words[:-1]) or any(margins.at(word).above for word in words[1:]):
        return False
    return indent + len(flat(words, margins)) <= WIDTH


def broken(words: Sequence[Word], indent: int, margins: Margins, hang: int = INDENT) -> list[str]:
    """The lines of some words, broken at the loosest places first; what stands above the first word is left out.

    The lines after the first are indented by `hang` more, clauses of a statement by 4. Without `hang`, the operators of
    the outermost formula stand below its beginning.
    """
    if fits(words, indent, margins):
        return [_ended(words, indent, margins)]
    ranks = [word.rank for word in words[1:] if word.rank is not None]
    if not ranks:
        pieces = _cut_at_comments(words, margins)
        if len(pieces) == 1:
            return [_ended(words, indent, margins)]
        return _stacked(pieces, indent, indent + _CLAUSE_INDENT, margins)
    loosest = min(ranks)
    pieces = _cut(words, loosest)
    inner = hang if hang or loosest.depth == 1 else INDENT
    following = indent + (_CLAUSE_INDENT if loosest.depth == 0 else inner)
    if loosest.kind in (Break.LIST, Break.SUM):
        pieces = _filled(pieces, indent, following, margins)
    body = loosest == Rank(0, Break.BODY)
    return _stacked(pieces, indent, following, margins, hang=0 if body else INDENT)


def remark_lines(remark: Remark, indent: int, margins: Margins) -> list[str]:
    """The lines of a remark above a word; further lines of a comment keep their place below its first one."""
    first, *others = remark.text.split("\n")
    moved = indent - margins.column(remark.start)
    lines = [" " * indent + first]
    for line in others:
        text = line.lstrip(" ")
        lines.append(" " * max(0, len(line) - len(text) + moved) + text if text else "")
    return lines


def _ended(words: Sequence[Word], indent: int, margins: Margins) -> str:
    end = margins.at(words[-1]).end
    return " " * indent + flat(words, margins) + (f"  {end.text}" if end else "")


def _stacked(
    pieces: Sequence[Sequence[Word]], indent: int, following: int, margins: Margins, hang: int = INDENT
) -> list[str]:
    lines = broken(pieces[0], indent, margins, following - indent + INDENT)
    for piece in pieces[1:]:
        for remark in margins.at(piece[0]).above:
            lines += remark_lines(remark, following, margins)
        lines += broken(piece, following, margins, hang)
    return lines


def _cut(words: Sequence[Word], rank: Rank) -> list[Sequence[Word]]:
    places = [0, *(place for place, word in enumerate(words) if place and word.rank == rank), len(words)]
    return [words[start:end] for start, end in itertools.pairwise(places)]


def _cut_at_comments(words: Sequence[Word], margins: Margins) -> list[Sequence[Word]]:
    inside = range(1, len(words))
    places = [place for place in inside if margins.at(words[place]).above or margins.at(words[place - 1]).end]
    return [words[start:end] for start, end in zip([0, *places], [*places, len(words)], strict=True)]


def _filled(pieces: Sequence[Sequence[Word]], indent: int, following: int, margins: Margins) -> list[Sequence[Word]]:
    """The pieces, as many in one line as fit."""
    lines: list[Sequence[Word]] = [pieces[0]]
    for piece in pieces[1:]:
        joined = [*lines[-1], *piece]
        if fits(joined, following if len(lines) > 1 else indent, margins):
            lines[-1] = joined
        else:
            lines.append(piece)
    return lines
