"""Words written over as many lines as they need."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.languages.formatting.lines import INDENT, cut, cut_at_comments, ended, filled, fits, remark_lines
from vsym.languages.formatting.remarks import Margins
from vsym.languages.formatting.words import Break, Rank, Word

_BLOCK = frozenset({Break.BLOCK, Break.END})
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def broken(words: Sequence[Word], indent: int, margins: Margins, hang: int = INDENT) -> list[str]:
    """The lines of some words, broken at the loosest places first; what stands above the first word is left out.

    The lines after the first are indented by `hang` more, and by 2 at least inside brackets; the blocks of quantified
    expressions are indented by 2.
    """
    if fits(words, indent, margins):
        return [ended(words, indent, margins)]
    ranks = [word.rank for word in words[1:] if word.rank is not None]
    if not ranks:
        pieces = cut_at_comments(words, margins)
        if len(pieces) == 1:
            return [ended(words, indent, margins)]
        return _stacked(pieces, indent, indent + INDENT, margins)
    loosest = min(ranks)
    if loosest.kind in _BLOCK:
        return _block(words, loosest.depth, indent, margins)
    pieces = cut(words, lambda rank: rank == loosest)
    if loosest.kind is Break.BODY:
        return _stacked(pieces, indent, indent + INDENT, margins, hang=0)
    following = indent + (hang or INDENT * _is_open(pieces[0]))
    if loosest.kind is not Break.CHOICE:
        pieces = filled(pieces, indent, following, margins)
    return _stacked(pieces, indent, following, margins)


def _block(words: Sequence[Word], depth: int, indent: int, margins: Margins) -> list[str]:
    def breaks(rank: Rank) -> bool:
        return rank.depth == depth and rank.kind in _BLOCK

    head, *pieces = cut(words, breaks)
    lines = broken(head, indent, margins)
    for piece in pieces:
        rank = piece[0].rank
        inner = rank is not None and rank.kind is Break.BLOCK
        lines += _above(piece[0], indent + INDENT, margins)
        lines += broken(piece, indent + INDENT * inner, margins, INDENT * (not inner))
    return lines


def _stacked(
    pieces: Sequence[Sequence[Word]], indent: int, following: int, margins: Margins, hang: int = INDENT
) -> list[str]:
    lines = broken(pieces[0], indent, margins, following - indent + INDENT)
    for piece in pieces[1:]:
        lines += _above(piece[0], following, margins)
        lines += broken(piece, following, margins, hang)
    return lines


def _above(word: Word, indent: int, margins: Margins) -> list[str]:
    return [line for remark in margins.at(word).above for line in remark_lines(remark, indent, margins)]


def _is_open(words: Sequence[Word]) -> bool:
    """Whether a bracket is open after some words."""
    return sum(_BRACKETS.get(word.text, 0) for word in words) > 0
