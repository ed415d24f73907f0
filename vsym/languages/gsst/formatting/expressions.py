"""The words of an expression: where spaces stand in it, and where a line may be broken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lark import Token, Tree

from vsym.languages.formatting.words import Break, Rank, Word
from vsym.languages.gsst.signs import SPELLINGS

_OPERATIONS = frozenset({"formula", "index", "narrow", "path"})
"""Rules that are lists of operands and operators."""

_CLOSE = frozenset({"bracket", "range", "family_range"})
"""Rules in which sums and products are written without spaces: `L[k-1]`, `1..k-1`."""

_KINDS = {
    "<->": Break.IFF,
    "->": Break.IMPLIES,
    "|": Break.OR,
    "&": Break.AND,
    "\\": Break.AND,
    **dict.fromkeys("UWR", Break.UNTIL),
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), Break.COMPARISON),
    **dict.fromkeys("+-", Break.SUM),
}


def expression_words(tree: Tree[Token], depth: int = 0, *, close: bool = False) -> Iterator[Word]:
    """The words below a rule that stands inside `depth` lists of operands."""
    rule = str(tree.data)
    depth += rule in _OPERATIONS
    close = rule in _CLOSE or (close and rule != "indices")
    following: Rank | None = None
    for place, child in enumerate(tree.children):
        if isinstance(child, Tree):
            words = expression_words(child, depth, close=close)
            if following is not None:
                yield replace(next(words), rank=following)
            yield from words
            following = None
            continue
        word = (
            _operator(child, rule, depth, close=close) if rule in _OPERATIONS else _sign(child, rule, first=not place)
        )
        branch = rule == "conditional" and child.type in ("THEN", "ELSE")
        yield replace(word, rank=Rank(depth + 1, Break.BODY)) if branch else word
        following = _following(child, rule, depth)


def _following(token: Token, rule: str, depth: int) -> Rank | None:
    """The rank of what stands after a token."""
    if token == ",":
        return Rank(depth + 1, Break.LIST)
    return Rank(depth + 1, Break.BODY) if rule == "quantified" and token == ":" else None


def _operator(token: Token, rule: str, depth: int, *, close: bool) -> Word:
    """A token between operands or before one."""
    text = str(token)
    if token.type in ("PREFIX", "MINUS"):
        return _word(token, after=text.isalpha())
    if token.type not in ("INFIX", "EQUALS", "ARROW", "BAR"):
        return _word(token, before=text != "]", after=text != "[")
    if close and text in "+-*/%":
        return _word(token, before=False, after=False)
    kind = _KINDS.get(SPELLINGS[text])
    if rule == "path" and kind is Break.UNTIL:
        kind = Break.BODY
    return _word(token, rank=None if kind is None else Rank(depth, kind))


def _sign(token: Token, rule: str, *, first: bool) -> Word:
    """A token of any other rule."""
    match str(token):
        case "#":
            return _word(token, after=False)
        case "(" | "{":
            return _word(token, before="extremum" not in rule, after=False)
        case "[" | "..":
            return _word(token, before=False, after=False)
        case ")" | "]" | "}" | "," | ":":
            return _word(token, before=False)
        case _ if rule == "size":
            return _word(token, before=first, after=not first)
        case _:
            return _word(token)


def _word(token: Token, *, before: bool = True, after: bool = True, rank: Rank | None = None) -> Word:
    return Word(str(token), token.start_pos or 0, token.end_pos or 0, before, after, rank)
