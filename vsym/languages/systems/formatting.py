"""A model written anew in the one style: a declaration in a line, or with its clauses in lines of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lark import Token, Tree

from vsym.basics.frozen import frozen
from vsym.basics.source import Source
from vsym.languages.formatting.blocks import (
    INDENT,
    cut,
    cut_at_comments,
    ended,
    filled,
    fits,
    flat,
    remark_lines,
    rewritten,
)
from vsym.languages.formatting.words import Break, Margins, Rank, Style, Word
from vsym.languages.systems.parse import PARSER

STYLE = Style(
    line="//",
    closing=frozenset({"}"}),
    stops=("=", '"', "if", "do", "error", ":"),
    strings=r'"[^"\n]*"',
)
_CLAUSES = frozenset({"if", "do", "error"})
_FOLLOWING = {":": Break.BODY, "=": Break.BODY, ",": Break.LIST}


def formatted(source: Source) -> str:
    """The text in the one style; raises DiagnosticError with every syntax error."""
    tree = PARSER.tree(source)
    PARSER.build(source, tree)
    statements = [_Statement(tuple(_words(child))) for child in tree.children if isinstance(child, Tree)]
    return rewritten(source, tree, statements, STYLE, PARSER.tree)


def _words(tree: Tree[Token]) -> Iterator[Word]:
    """The words of a declaration or of a clause of one."""
    rank: Rank | None = None
    stop: str | None = None
    for child in tree.children:
        if isinstance(child, Token):
            words = iter([_token(child, str(tree.data))])
        else:
            words = _formula(child) if child.data in ("formula", "range") else _words(child)
        first = next(words)
        yield first if rank is None else replace(first, rank=rank, stop=stop)
        yield from words
        kind = _FOLLOWING.get(child) if isinstance(child, Token) else None
        rank = None if kind is None or tree.data == "words" else Rank(0, kind)
        stop = ":" if child == ":" and tree.data == "stated" else None


def _token(token: Token, rule: str) -> Word:
    text = str(token)
    before = text not in ",}" and (text != ":" or rule == "variable")
    clause = text in _CLAUSES
    stop = text if clause or (text in ("=", ":") and rule in ("parameter", "variable")) else None
    if token.type == "STRING" and rule == "event":
        stop = '"'
    rank = Rank(0, Break.CLAUSE) if clause else None
    return Word(text, token.start_pos or 0, token.end_pos or 0, before, text != "{", rank, stop)


_KINDS = {
    **dict.fromkeys(("<->", "↔"), Break.IFF),
    **dict.fromkeys(("->", "→"), Break.IMPLIES),
    **dict.fromkeys(("|", "∨", "or"), Break.OR),
    **dict.fromkeys(("&", "∧", "and"), Break.AND),
    **dict.fromkeys("UWR", Break.UNTIL),
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "≠", "≤", "≥"), Break.COMPARISON),
    **dict.fromkeys("+-", Break.SUM),
}


def _formula(tree: Tree[Token], depth: int = 0, *, close: bool = False) -> Iterator[Word]:
    """The words of an expression inside `depth` others; in a range, sums and products are `close`."""
    rule = tree.data
    depth, close = depth + (rule in ("formula", "path")), close or rule == "range"
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _formula(child, depth, close=close)
            continue
        text, start, end = str(child), child.start_pos or 0, child.end_pos or 0
        before = after = text != ".."
        rank: Rank | None = None
        if child.type == "PREFIX":
            after = text.isalpha()
        elif child.type in ("INFIX", "EQUALS", "ARROW", "BAR"):
            if close and text in "+-*/%":
                before = after = False
            elif text in _KINDS:
                rank = Rank(depth, Break.BODY if rule == "path" and text in "UWR" else _KINDS[text])
        elif text in "([":
            after = False
        elif text in ")]":
            before = False
        elif child.type in ("THEN", "ELSE"):
            rank = Rank(depth + 1, Break.BODY)
        yield Word(text, start, end, before, after, rank)


@frozen
class _Statement:
    """A declaration."""

    all: tuple[Word, ...]

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""
        return iter(self.all)

    def aligned(self, indent: int, margins: Margins) -> tuple[Word, ...] | None:
        """Its words if it stands in one line."""
        return self.all if fits(self.all, indent, margins) else None

    def joined(self, indent: int, margins: Margins, padding: Mapping[int, int]) -> str | None:
        """The declaration in one line, None where that cannot be."""
        return flat(self.all, margins, padding) if fits(self.all, indent, margins) else None

    def opened(self, indent: int, margins: Margins) -> list[str]:
        """The lines of one that needs several."""
        return _broken(self.all, indent, margins)


def _broken(words: Sequence[Word], indent: int, margins: Margins) -> list[str]:
    """The lines of some words, broken at the loosest places first; what stands above the first word is left out."""
    if fits(words, indent, margins):
        return [ended(words, indent, margins)]
    ranks = [word.rank for word in words[1:] if word.rank is not None]
    loosest = min(ranks, default=None)
    pieces = cut_at_comments(words, margins) if loosest is None else cut(words, lambda rank: rank == loosest)
    if len(pieces) == 1:
        return [ended(words, indent, margins)]
    following = indent + INDENT * (2 if loosest is None or loosest.depth == 0 else 1)
    if loosest is not None and loosest.kind in (Break.LIST, Break.SUM):
        pieces = filled(pieces, indent, following, margins)
    lines = _broken(pieces[0], indent, margins)
    for piece in pieces[1:]:
        for remark in margins.at(piece[0]).above:
            lines += remark_lines(remark, following, margins)
        lines += _broken(piece, following, margins)
    return lines
