"""A model written anew in the one style: a declaration in a line, or with its clauses in lines of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lark import Token, Tree

from vsym.basics.source import Source
from vsym.languages.formatting.blocks import rewritten
from vsym.languages.formatting.clauses import Declaration
from vsym.languages.formatting.words import Break, Rank, Style, Word
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
    statements = [Declaration(tuple(_words(child))) for child in tree.children if isinstance(child, Tree)]
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
