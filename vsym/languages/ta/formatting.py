"""An automaton written anew in the one style: a declaration or a rule in a line, or with its clauses in lines of their
own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lark import Token, Tree

from vsym.basics.source import Source
from vsym.languages.formatting.blocks import rewritten
from vsym.languages.formatting.clauses import Declaration
from vsym.languages.formatting.words import Break, Rank, Style, Word
from vsym.languages.ta.parse import PARSER

STYLE = Style(line="//", closing=frozenset({"}"}), stops=("->", "[", "when", "do", "=="))

_INLINE = frozenset({"when", "do", "assignment", "unchanged", "reset"})
"""Rules whose tokens belong to the rule around them."""

_BLOCKS = frozenset({"assumptions", "locations", "inits", "rules", "specifications"})

_KINDS = {
    "->": Break.IMPLIES,
    "||": Break.OR,
    "&&": Break.AND,
    **dict.fromkeys(("==", "!=", "=!", "<", "<=", ">", ">="), Break.COMPARISON),
    **dict.fromkeys("+-", Break.SUM),
}


def formatted(source: Source) -> str:
    """The text in the one style, which is the same automaton with the same comments; raises DiagnosticError with every
    syntax error."""
    tree = PARSER.tree(source)
    PARSER.build(source, tree)
    inner = [child for child in tree.children if isinstance(child, Tree)]
    body = tuple(map(_declaration, inner))
    first = tree.children[0]
    if isinstance(first, Tree):
        tail = [child for child in tree.children if isinstance(child, Token)]
        statements = [*body, *(Declaration((_sign(one, "start"),)) for one in tail)]
    else:
        *head, tail_ = [child for child in tree.children if isinstance(child, Token)]
        statements = [Declaration(tuple(_sign(one, "start") for one in head), body, (_sign(tail_, "start"),))]
    return rewritten(source, tree, statements, STYLE, PARSER.tree)


def _declaration(tree: Tree[Token]) -> Declaration:
    if tree.data not in _BLOCKS:
        return Declaration(tuple(_words(tree)))
    opening = next(place for place, child in enumerate(tree.children) if child == "{")
    head = tuple(_sign(child, "block") for child in tree.children[: opening + 1] if isinstance(child, Token))
    lines: list[list[Word]] = []
    for child in tree.children[opening + 1 : -1]:
        if isinstance(child, Tree):
            lines.append([*(_formula(child) if child.data == "formula" else _words(child))])
        else:
            lines[-1].append(_sign(child, "block"))
    last = tree.children[-1]
    assert isinstance(last, Token)
    body = tuple(Declaration(tuple(line)) for line in lines)
    return Declaration(head, body, (_sign(last, "block"),), joinable=tree.data == "locations", separator="")


def _words(tree: Tree[Token]) -> Iterator[Word]:
    """The words of a declaration in one line, of a line of a block, or of a clause of it."""
    rank: Rank | None = None
    rule = str(tree.data)
    for child in tree.children:
        if isinstance(child, Token):
            words = iter([_sign(child, rule)])
        else:
            words = _words(child) if child.data in _INLINE else _formula(child)
        first = next(words)
        yield first if rank is None else replace(first, rank=rank)
        yield from words
        # A list of names, and the assignments of a step, may go on in the next line.
        listed = child == "," or (rule == "do" and isinstance(child, Tree))
        rank = Rank(1 if rule in _INLINE else 0, Break.LIST) if listed else None
        if child == ":" and rule == "specification":
            rank = Rank(0, Break.BODY)


def _sign(token: Token, rule: str) -> Word:
    text = str(token)
    before = text not in (",", ";", ":", "]", ")", "'") and not (text == "(" and rule in ("unchanged", "reset"))
    clause = text in ("when", "do")
    stop = text if clause or text in ("[", "->", "==") else None
    rank = Rank(0, Break.CLAUSE) if clause else None
    return Word(text, token.start_pos or 0, token.end_pos or 0, before, text not in ("[", "("), rank, stop)


def _formula(tree: Tree[Token], depth: int = 1) -> Iterator[Word]:
    """The words of a formula inside `depth` - 1 others."""
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _formula(child, depth + (tree.data == "parenthesized"))
            continue
        text, start, end = str(child), child.start_pos or 0, child.end_pos or 0
        if tree.data != "formula":
            yield Word(text, start, end, text != ")", text != "(")
        elif child.type == "PREFIX":
            yield Word(text, start, end, after=False)
        else:
            kind = _KINDS.get(text)
            yield Word(text, start, end, rank=None if kind is None else Rank(depth, kind))
