"""A program written anew in the one style: from the parser's tree to statements, each in one line or in several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from lark import Token, Tree

from vsym.basics.frozen import frozen
from vsym.basics.source import Source
from vsym.languages.formatting.blocks import (
    INDENT,
    Breaking,
    above,
    add_remarks,
    block,
    cut,
    filled,
    fits,
    flat,
    rewritten,
)
from vsym.languages.formatting.words import Break, Margins, Rank, Style, Word
from vsym.languages.murphi.expression_formatting import (
    Children,
    begins,
    closed,
    part_words,
    spelling,
    token_word,
    tree_words,
)
from vsym.languages.murphi.parse import PARSER
from vsym.languages.murphi.words import KEYWORDS

_ENDS = ("}", *(word for word in KEYWORDS if word.startswith("end")))

STYLE = Style(
    line="--",
    closing=frozenset({*_ENDS, *(f"{word};" for word in _ENDS)}),
    strings=r'["“](?:\\(?s:.)|[^\\"”])*["”]',
    verbatim="--!",
)


_SECTIONS = frozenset({"constants", "types", "variables"})

_BLOCKS = frozenset(
    {
        *("routine", "rule", "startstate", "ruleset", "choose", "alias_rule"),
        *("decision", "switch", "loop", "repetition", "alias"),
    }
)
"""Rules that are several lines, with blocks below them."""

_LISTED = frozenset({"over", "interval", "chosen", "value", "parameter"})
"""The rules whose lists have `;` between their parts."""

_BRANCHES = frozenset({"elsif", "otherwise", "case"})

_AROUND = frozenset({"array", "multiset"})

_BRACED = frozenset({"enum", "union"})

_BLOCK = frozenset({Break.BLOCK, Break.END})

_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def formatted(source: Source) -> str:
    """The text in the one style, which is the same program with the same comments and annotations.

    Raises DiagnosticError with every syntax error, and ChangedError where the new text does not read like
    the old one.
    """
    tree = PARSER.tree(source)
    if tree.children or PARSER.scan(source).annotations:
        PARSER.parse(source, whole=False, tree=tree)
    return rewritten(source, tree, _statements(tree), STYLE, PARSER.tree, spelling)


def _statements(tree: Tree[Token]) -> tuple[_Statement, ...]:
    """The statements, rules or declarations below a rule."""
    return tuple(_statement(child) for child in tree.children if isinstance(child, Tree))


def _statement(tree: Tree[Token]) -> _Statement:
    rule = str(tree.data)
    if rule == "typed":
        return _declared(tree)
    if rule in _SECTIONS:
        word = tree.children[0]
        assert isinstance(word, Token)
        return _Statement((_Section((token_word(word, rule),), _statements(tree)),), _is_over(tree))
    if rule == "property" and isinstance(title := tree.children[1], Token) and title.type == "STRING":
        head, condition = part_words(tree.children[:2], ""), closed(part_words(tree.children[2:], ""))
        return _Statement((_Section(tuple(head), (_formula(condition),)),), _is_over(tree))
    if rule in _BLOCKS:
        *parts, last = _parts(tree)
        parts[0] = _with_semicolon(parts[0]) if rule == "routine" else parts[0]
        return _Statement((*parts, _with_semicolon(last)), _is_over(tree))
    return _Statement((_Section(tuple(closed(tree_words(tree)))),))


def _formula(words: Iterable[Word]) -> _Statement:
    """An expression in lines of its own."""
    return _Statement((_Section(tuple(words), hang=0),))


def _parts(tree: Tree[Token]) -> list[_Section | _Statement]:
    """The lines of a rule with their blocks."""
    parts: list[_Section | _Statement] = []
    head: list[Word] = []
    listed = False

    def finish(body: tuple[_Statement, ...] = ()) -> None:
        if head or body:
            parts.append(_Section(tuple(head), body))
        head.clear()

    for child in tree.children:
        if child == ";":
            continue
        if isinstance(child, Token):
            if child.type == "BEGIN" or child.type.startswith("END"):
                finish()
            rank = Rank(0, Break.END) if child.type == "THEN" else None
            head.append(replace(token_word(child, str(tree.data)), rank=rank))
        elif child.data in ("body", "rules"):
            finish(_statements(child))
        elif child.data in _SECTIONS:
            finish()
            parts.append(_statement(child))
        elif child.data in _BRANCHES:
            finish()
            parts += _parts(child)
        elif child.data == "guard":
            *condition, arrow = part_words(child.children, "guard")
            finish((_formula(condition),))
            head.append(arrow)
        else:
            words = tree_words(child)
            if listed and child.data in _LISTED:
                head[-1:] = closed(head[-1:])
                words[0] = replace(words[0], rank=Rank(0, Break.LIST))
            head += words
        listed = isinstance(child, Tree) and child.data in _LISTED
    finish()
    return parts


def _with_semicolon(part: _Section | _Statement) -> _Section:
    assert isinstance(part, _Section)
    return replace(part, head=tuple(closed(part.head)))


def _declared(tree: Tree[Token]) -> _Statement:
    """Names with their type, which may be a block, also after `array` and `multiset`."""
    head: list[Word] = []
    while tree.data == "typed" or tree.data in _AROUND:
        head += part_words(tree.children[:-1], str(tree.data))
        inner = tree.children[-1]
        assert isinstance(inner, Tree)
        tree = inner
    if tree.data == "record":
        return _block(head, tree.children[:1], _statements(tree), tree.children)
    if tree.data in _BRACED:
        return _block(head, tree.children[:2], _members(tree.children[2:-1]), tree.children)
    return _Statement((_Section(tuple(closed([*head, *tree_words(tree)]))),))


def _block(head: list[Word], opening: Children, body: tuple[_Statement, ...], children: Children) -> _Statement:
    """A block that stays in one line as long as no line break follows its opening words."""
    first, before = begins(children[len(opening)]), opening[-1]
    assert isinstance(before, Token)
    tail = closed(part_words(children[-1:], ""))
    start = _Section((*head, *part_words(opening, "")), body)
    return _Statement((start, _Section(tuple(tail))), bool(body) and first.line != before.end_line)


def _members(children: Children) -> tuple[_Statement, ...]:
    """Names or types, each with the comma after it."""
    members: list[list[Token | Tree[Token]]] = []
    for child in children:
        if child == ",":
            members[-1].append(child)
        else:
            members.append([child])
    return tuple(_Statement((_Section(tuple(part_words(member, ""))),)) for member in members)


def _is_over(tree: Tree[Token]) -> bool:
    """True where a rule is written over several lines."""
    last: Token | Tree[Token] = tree
    while isinstance(last, Tree):
        last = next(
            child
            for child in reversed(last.children)
            if child != ";" and (isinstance(child, Token) or any(part != ";" for part in child.children))
        )
    return begins(tree).line != last.end_line


@frozen
class _Section:
    """A line, which may be missing, and the block below it; the line is broken with a `hang`."""

    head: tuple[Word, ...]
    body: tuple[_Statement, ...] = ()
    hang: int = INDENT

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""
        yield from self.head
        for inner in self.body:
            yield from inner.words()


@frozen
class _Statement:
    """Lines with their blocks, as `if`, `else` and `end`, and whole declarations between them; `over` tells if the user
    has written the statement over several lines, which then stay."""

    parts: tuple[_Section | _Statement, ...]
    over: bool = False

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""
        for part in self.parts:
            yield from part.words()

    def aligned(self, indent: int, margins: Margins) -> tuple[Word, ...] | None:
        """Its words if it stands in one line."""
        words = tuple(self.words())
        return words if not self.over and fits(words, indent, margins) else None

    def joined(self, indent: int, margins: Margins, padding: Mapping[int, int]) -> str | None:
        """All of it in one line, None where that cannot be or was written otherwise."""
        words = self.aligned(indent, margins)
        return None if words is None else flat(words, margins, padding)

    def opened(self, indent: int, margins: Margins) -> list[str]:
        """The lines of a statement that needs several."""
        lines: list[str] = []
        inner: list[str] = []
        for number, part in enumerate(self.parts):
            if isinstance(part, _Statement):
                lines += [*inner, *block([part], indent, margins)]
                inner = []
                continue
            if part.head:
                first = part.head[0]
                for remark in margins.at(first).above if number else ():
                    last = number + 1 == len(self.parts)
                    deeper = last or margins.column(remark.start) > margins.column(first.start)
                    add_remarks(inner, [remark], indent + INDENT * deeper, margins)
                lines += [*inner, *_BREAKING.broken(part.head, indent, margins, part.hang)]
                inner = []
            inner += block(part.body, indent + INDENT, margins)
        return lines + inner


def _broken_at(loosest: Rank, words: Sequence[Word], indent: int, margins: Margins, hang: int) -> list[str]:
    """The lines of words that are broken at a rank, indented by 2 at least inside brackets; the blocks of quantified
    expressions are indented by 2."""
    if loosest.kind in _BLOCK:
        return _as_block(words, loosest.depth, indent, margins)
    pieces = cut(words, lambda rank: rank == loosest)
    if loosest.kind is Break.BODY:
        return _BREAKING.stacked(pieces, indent, indent + INDENT, margins, hang=0)
    opened = sum(_BRACKETS.get(word.text, 0) for word in pieces[0])
    following = indent + (hang or INDENT * (opened > 0))
    if loosest.kind is not Break.CHOICE:
        pieces = filled(pieces, indent, following, margins)
    return _BREAKING.stacked(pieces, indent, following, margins)


_BREAKING = Breaking(_broken_at)


def _as_block(words: Sequence[Word], depth: int, indent: int, margins: Margins) -> list[str]:
    def breaks(rank: Rank) -> bool:
        return rank.depth == depth and rank.kind in _BLOCK

    head, *pieces = cut(words, breaks)
    lines = _BREAKING.broken(head, indent, margins)
    for piece in pieces:
        rank = piece[0].rank
        inner = rank is not None and rank.kind is Break.BLOCK
        lines += above(piece[0], indent + INDENT, margins)
        lines += _BREAKING.broken(piece, indent + INDENT * inner, margins, INDENT * (not inner))
    return lines
