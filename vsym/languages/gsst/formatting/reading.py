"""From the parser's tree to statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lark import Token, Tree

from vsym.languages.formatting.words import Break, Rank, Word
from vsym.languages.gsst.formatting.expressions import expression_words
from vsym.languages.gsst.formatting.statements import Statement

_INLINE = frozenset(
    {
        "block",
        "start_block",
        "start_where",
        "transition_name",
        "partner",
        "others",
        "sweep",
        "move",
        "conditional_target",
        "move_repeat",
        "partners",
        "condition",
        "update",
        "assignment",
        "respects",
        "family",
        "parameter",
    }
)
"""Rules whose tokens belong to the statement around them."""

_INNER = frozenset(
    {
        "system",
        "parameters",
        "define",
        "states",
        "group",
        "shared",
        "stated",
        "lemma",
        "fairness",
        "rank",
        "repeat",
        "initial",
        "transition",
        "line",
        "line_repeat",
        "start_line",
        "start_repeat",
    }
)
"""Rules that are statements of their own."""

_CLAUSES = frozenset({"if", "do", "respects", "where", "with", "others"})
_STOPS = frozenset({"->", "of", "=", *_CLAUSES})


def statements(tree: Tree[Token]) -> tuple[Statement, ...]:
    """The statements below a rule."""
    return tuple(_statement(child) for child in tree.children if isinstance(child, Tree))


def _statement(tree: Tree[Token]) -> Statement:
    parts = [*_parts(tree)]
    inner = [child for _, child in parts if isinstance(child, Tree) and child.data in _INNER]
    outside = [part for part in parts if not isinstance(part[1], Tree) or part[1].data not in _INNER]
    words = _words((rule, child) for rule, child in outside if child != ";" or rule == "others")
    blocks = [part for part in outside if part[1] == "{" and part[0] != "move_repeat"]
    if not blocks:
        return Statement(tuple(words))
    rule, brace = blocks[0]
    start = brace.start_pos if isinstance(brace, Token) else None
    opening = next(place for place, word in enumerate(words) if word.start == start)
    head, tail = words[: opening + 1], words[opening + 1 :]
    return Statement(tuple(head), tuple(_statement(one) for one in inner), tuple(tail), rule == "start_block")


def _parts(tree: Tree[Token]) -> Iterator[tuple[str, Token | Tree[Token]]]:
    """The parts of a statement, each with the rule that it is from."""
    children = tree.children
    while tree.data == "others" and children[-1] == ";":
        children = children[:-1]
    for child in children:
        if isinstance(child, Tree) and child.data in _INLINE:
            yield from _parts(child)
        else:
            yield str(tree.data), child


def _words(parts: Iterable[tuple[str, Token | Tree[Token]]]) -> list[Word]:
    found: list[Word] = []
    rank: Rank | None = None
    stop: str | None = None
    for rule, child in parts:
        words = [_token(child, rule)] if isinstance(child, Token) else [*expression_words(child)]
        if rank is not None:
            words[0] = replace(words[0], rank=rank, stop=stop)
        rank, stop = _following(rule, child)
        found += words
    return found


def _token(token: Token, rule: str) -> Word:
    text = str(token)
    before = text not in "[],;:" or (rule == "shared" and text == ":")
    after = text != "["
    clause = text in _CLAUSES and rule not in ("initial", "partners", "conditional_target")
    rank = Rank(0, Break.CLAUSE) if clause else None
    stop = text if text in _STOPS and rule != "conditional_target" else None
    return Word(text, token.start_pos or 0, token.end_pos or 0, before, after, rank, stop)


def _following(rule: str, child: Token | Tree[Token]) -> tuple[Rank | None, str | None]:
    """The rank and the stop of the word after a part of a statement."""
    match str(child) if isinstance(child, Token) else "":
        case ",":
            return Rank(0, Break.LIST), None
        case ":" if rule not in ("transition_name", "shared", "sweep"):
            return Rank(0, Break.BODY), ":"
        case "=":
            return Rank(0, Break.BODY), None
        case _:
            return None, None
