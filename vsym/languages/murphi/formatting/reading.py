"""From the parser's tree to statements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lark import Token, Tree

from vsym.languages.formatting.words import Break, Rank, Word
from vsym.languages.murphi.formatting.expressions import (
    Children,
    begins,
    closed,
    part_words,
    token_word,
    tree_words,
)
from vsym.languages.murphi.formatting.statements import Section, Statement

_SECTIONS = frozenset({"constants", "types", "variables"})
_BLOCKS = frozenset(
    {
        *("routine", "rule", "startstate", "ruleset", "choose", "alias_rule"),
        *("decision", "switch", "loop", "repetition", "alias"),
    }
)
"""Rules that are several lines, with blocks below them."""

_LISTED = frozenset({"over", "interval", "chosen", "value", "parameter"})
"""What stands in a list with `;` between its parts."""

_BRANCHES = frozenset({"elsif", "otherwise", "case"})
_AROUND = frozenset({"array", "multiset"})
_BRACED = frozenset({"enum", "union"})


def statements(tree: Tree[Token]) -> tuple[Statement, ...]:
    """The statements, rules or declarations below a rule."""
    return tuple(_statement(child) for child in tree.children if isinstance(child, Tree))


def _statement(tree: Tree[Token]) -> Statement:
    rule = str(tree.data)
    if rule == "typed":
        return _declared(tree)
    if rule in _SECTIONS:
        word = tree.children[0]
        assert isinstance(word, Token)
        return Statement((Section((token_word(word, rule),), statements(tree)),), _is_over(tree))
    if rule == "property" and isinstance(title := tree.children[1], Token) and title.type == "STRING":
        head, condition = part_words(tree.children[:2], ""), closed(part_words(tree.children[2:], ""))
        return Statement((Section(tuple(head), (_formula(condition),)),), _is_over(tree))
    if rule in _BLOCKS:
        *parts, last = _parts(tree)
        parts[0] = _with_semicolon(parts[0]) if rule == "routine" else parts[0]
        return Statement((*parts, _with_semicolon(last)), _is_over(tree))
    return Statement((Section(tuple(closed(tree_words(tree)))),))


def _formula(words: Iterable[Word]) -> Statement:
    """An expression in lines of its own."""
    return Statement((Section(tuple(words), hang=0),))


def _parts(tree: Tree[Token]) -> list[Section | Statement]:
    """The lines of a rule with their blocks."""
    parts: list[Section | Statement] = []
    head: list[Word] = []
    listed = False

    def finish(body: tuple[Statement, ...] = ()) -> None:
        if head or body:
            parts.append(Section(tuple(head), body))
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
            finish(statements(child))
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


def _with_semicolon(part: Section | Statement) -> Section:
    assert isinstance(part, Section)
    return replace(part, head=tuple(closed(part.head)))


def _declared(tree: Tree[Token]) -> Statement:
    """Names with their type, which may be a block, after `array` and `multiset` too."""
    head: list[Word] = []
    while tree.data == "typed" or tree.data in _AROUND:
        head += part_words(tree.children[:-1], str(tree.data))
        inner = tree.children[-1]
        assert isinstance(inner, Tree)
        tree = inner
    if tree.data == "record":
        return _block(head, tree.children[:1], statements(tree), tree.children)
    if tree.data in _BRACED:
        return _block(head, tree.children[:2], _members(tree.children[2:-1]), tree.children)
    return Statement((Section(tuple(closed([*head, *tree_words(tree)]))),))


def _block(head: list[Word], opening: Children, body: tuple[Statement, ...], children: Children) -> Statement:
    """A block that stays in one line as long as no line break follows what opens it."""
    first, before = begins(children[len(opening)]), opening[-1]
    assert isinstance(before, Token)
    tail = closed(part_words(children[-1:], ""))
    start = Section((*head, *part_words(opening, "")), body)
    return Statement((start, Section(tuple(tail))), bool(body) and first.line != before.end_line)


def _members(children: Children) -> tuple[Statement, ...]:
    """Names or types, each with the comma behind it."""
    members: list[list[Token | Tree[Token]]] = []
    for child in children:
        if child == ",":
            members[-1].append(child)
        else:
            members.append([child])
    return tuple(Statement((Section(tuple(part_words(member, ""))),)) for member in members)


def _has_words(part: Token | Tree[Token]) -> bool:
    return isinstance(part, Token) or any(child != ";" for child in part.children)


def _is_over(tree: Tree[Token]) -> bool:
    """Whether a rule is written over several lines."""
    last: Token | Tree[Token] = tree
    while isinstance(last, Tree):
        last = next(child for child in reversed(last.children) if child != ";" and _has_words(child))
    return begins(tree).line != last.end_line
