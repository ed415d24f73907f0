"""Words written over as many lines as they need."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.languages.formatting.lines import INDENT, cut, cut_at_comments, ended, filled, fits, remark_lines
from vsym.languages.formatting.remarks import Margins
from vsym.languages.formatting.words import Break, Rank, Word

_CLAUSE_INDENT = 4


def broken(words: Sequence[Word], indent: int, margins: Margins, hang: int = INDENT) -> list[str]:
    """The lines of some words, broken at the loosest places first; what stands above the first word is left out.

    The lines after the first are indented by `hang` more, clauses of a statement by 4. Without `hang`, the operators of
    the outermost formula stand below its beginning.
    """
    if fits(words, indent, margins):
        return [ended(words, indent, margins)]
    ranks = [word.rank for word in words[1:] if word.rank is not None]
    if not ranks:
        pieces = cut_at_comments(words, margins)
        if len(pieces) == 1:
            return [ended(words, indent, margins)]
        return _stacked(pieces, indent, indent + _CLAUSE_INDENT, margins)
    loosest = min(ranks)
    pieces = cut(words, lambda rank: rank == loosest)
    inner = hang if hang or loosest.depth == 1 else INDENT
    following = indent + (_CLAUSE_INDENT if loosest.depth == 0 else inner)
    if loosest.kind in (Break.LIST, Break.SUM):
        pieces = filled(pieces, indent, following, margins)
    body = loosest == Rank(0, Break.BODY)
    return _stacked(pieces, indent, following, margins, hang=0 if body else INDENT)


def _stacked(
    pieces: Sequence[Sequence[Word]], indent: int, following: int, margins: Margins, hang: int = INDENT
) -> list[str]:
    lines = broken(pieces[0], indent, margins, following - indent + INDENT)
    for piece in pieces[1:]:
        for remark in margins.at(piece[0]).above:
            lines += remark_lines(remark, following, margins)
        lines += broken(piece, following, margins, hang)
    return lines
