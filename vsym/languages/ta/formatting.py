"""An automaton written anew in the one style: a declaration or a rule in a line, or with its clauses in lines of their
own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lark import Token, Tree

from vsym.basics.frozen import frozen
from vsym.basics.source import Source
from vsym.languages.formatting.blocks import (
    INDENT,
    WIDTH,
    Breaking,
    add_remarks,
    block,
    cut,
    filled,
    fits,
    flat,
    rewritten,
)
from vsym.languages.formatting.words import Break, Margins, Rank, Style, Word
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
        statements = [*body, *(_Statement((_sign(one, "start"),)) for one in tail)]
    else:
        *head, tail_ = [child for child in tree.children if isinstance(child, Token)]
        statements = [_Statement(tuple(_sign(one, "start") for one in head), body, (_sign(tail_, "start"),))]
    return rewritten(source, tree, statements, STYLE, PARSER.tree)


def _declaration(tree: Tree[Token]) -> _Statement:
    if tree.data not in _BLOCKS:
        return _Statement(tuple(_words(tree)))
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
    body = tuple(_Statement(tuple(line)) for line in lines)
    return _Statement(head, body, (_sign(last, "block"),), joinable=tree.data == "locations")


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


@frozen
class _Statement:
    """A declaration or a line; with a block of others, the `head` ends with `{` and the `tail` is `}`. A `joinable` one
    may stand in one line."""

    head: tuple[Word, ...]
    body: tuple[_Statement, ...] = ()
    tail: tuple[Word, ...] = ()
    joinable: bool = False

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""
        yield from self.head
        for inner in self.body:
            yield from inner.words()
        yield from self.tail

    def aligned(self, indent: int, margins: Margins) -> tuple[Word, ...] | None:
        """Its words where it has no block and stands in one line."""
        return self.head if not self.tail and fits(self.head, indent, margins) else None

    def joined(self, indent: int, margins: Margins, padding: Mapping[int, int]) -> str | None:
        """The statement in one line; None where that cannot be, or, for a block, where it was written otherwise."""
        words = [*self.words()]
        if not fits(words, indent, margins):
            return None
        if not self.tail:
            return flat(words, margins, padding)
        if not self.joinable or not margins.same_line(self.head[-1], self.tail[0]):
            return None
        text = flat(words, margins)
        return text if indent + len(text) <= WIDTH else None

    def opened(self, indent: int, margins: Margins) -> list[str]:
        """The lines of a statement that needs several."""
        lines = _BREAKING.broken(self.head, indent, margins)
        if self.tail:
            inner = block(self.body, indent + INDENT, margins)
            add_remarks(inner, margins.at(self.tail[0]).above, indent + INDENT, margins)
            lines += [*inner, *_BREAKING.broken(self.tail, indent, margins)]
        return lines


def _broken_at(loosest: Rank, words: Sequence[Word], indent: int, margins: Margins, hang: int) -> list[str]:
    """The lines of words that are broken at a rank; clauses are indented by 4."""
    pieces = cut(words, lambda rank: rank == loosest)
    following = indent + (2 * INDENT if loosest.depth == 0 else hang)
    if loosest.kind in (Break.LIST, Break.SUM):
        pieces = filled(pieces, indent, following, margins)
    body = loosest == Rank(0, Break.BODY)
    return _BREAKING.stacked(pieces, indent, following, margins, hang=0 if body else INDENT)


_BREAKING = Breaking(_broken_at, 2 * INDENT)
