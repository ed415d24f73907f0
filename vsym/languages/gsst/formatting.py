"""A model written anew in the one style: from the parser's tree to statements, each in one line or in several, and to
the words of expressions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from vsym.basics.frozen import frozen
from vsym.basics.source import Source
from vsym.languages.formatting.blocks import rewritten
from vsym.languages.formatting.clauses import Declaration
from vsym.languages.formatting.words import Break, Rank, Style, Word
from vsym.languages.gsst.parse import PARSER
from vsym.languages.gsst.syntax import SPELLINGS
from vsym.languages.parsing import Parser

STYLE = Style(
    line="//",
    closing=frozenset({"}"}),
    # `:` stands here for the word after it.
    stops=("->", "of", "=", "where", "with", "others", ":", "if", "do", "respects"),
)


@frozen
class Layout:
    """The rules of a grammar whose tokens belong to the statement around them, and those that are statements of their
    own."""

    inline: frozenset[str]
    inner: frozenset[str]


LAYOUT = Layout(
    frozenset(
        {
            *("block", "start_block", "start_where", "transition_name", "partner", "partners", "others", "sweep"),
            *("move", "conditional_target", "move_repeat", "condition", "update", "assignment", "respects", "family"),
            "parameter",
        }
    ),
    frozenset(
        {
            *("system", "parameters", "define", "states", "group", "shared", "stated", "lemma", "never", "fairness"),
            *("rank", "repeat", "initial", "transition", "line", "line_repeat", "start_line", "start_repeat"),
        }
    ),
)
_CLAUSES = frozenset({"if", "do", "respects", "where", "with", "others"})
_STOPS = frozenset({"->", "of", "=", *_CLAUSES})


def formatted(source: Source) -> str:
    """The text in the one style, which is the same model with the same comments.

    Raises DiagnosticError with every syntax error, and ChangedError where the new text does not read like
    the old one.
    """
    return restyled(source, PARSER, LAYOUT)


def restyled(source: Source, parser: Parser[Any], layout: Layout) -> str:
    """The text of a grammar whose expressions are those of this language; raises what `formatted` does."""
    tree = parser.tree(source)
    parser.build(source, tree)
    statements = [_statement(child, layout) for child in tree.children if isinstance(child, Tree)]
    return rewritten(source, tree, statements, STYLE, parser.tree)


def _statement(tree: Tree[Token], layout: Layout) -> Declaration:
    parts = [*_parts(tree, layout)]
    inner = [child for _, child in parts if isinstance(child, Tree) and child.data in layout.inner]
    outside = [part for part in parts if not isinstance(part[1], Tree) or part[1].data not in layout.inner]
    words = _words((rule, child) for rule, child in outside if child != ";" or rule == "others")
    blocks = [part for part in outside if part[1] == "{" and part[0] != "move_repeat"]
    if not blocks:
        return Declaration(tuple(words))
    rule, brace = blocks[0]
    start = brace.start_pos if isinstance(brace, Token) else None
    opening = next(place for place, word in enumerate(words) if word.start == start)
    head, tail = words[: opening + 1], words[opening + 1 :]
    body = tuple(_statement(one, layout) for one in inner)
    return Declaration(tuple(head), body, tuple(tail), joinable=rule == "start_block" or len(body) < 2)


def _parts(tree: Tree[Token], layout: Layout) -> Iterator[tuple[str, Token | Tree[Token]]]:
    """The parts of a statement, each with the rule that it is from."""
    children = tree.children
    while tree.data == "others" and children[-1] == ";":
        children = children[:-1]
    for child in children:
        if isinstance(child, Tree) and child.data in layout.inline:
            yield from _parts(child, layout)
        else:
            yield str(tree.data), child


def _words(parts: Iterable[tuple[str, Token | Tree[Token]]]) -> list[Word]:
    line: list[Word] = []
    rank: Rank | None = None
    stop: str | None = None
    for rule, child in parts:
        words = [_token(child, rule)] if isinstance(child, Token) else [*expression_words(child)]
        if rank is not None:
            words[0] = replace(words[0], rank=rank, stop=stop)
        rank, stop = _following(rule, child)
        line += words
    return line


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
        if child == ",":
            following = Rank(depth + 1, Break.LIST)
        else:
            following = Rank(depth + 1, Break.BODY) if rule == "quantified" and child == ":" else None


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
        case "[*":
            return _word(token, after=False)
        case ":" if rule == "fusion":
            return _word(token)
        case "[" | "..":
            return _word(token, before=False, after=False)
        case ":" if rule == "times":
            return _word(token, before=False, after=False)
        case ")" | "]" | "}" | "," | ":" | ";":
            return _word(token, before=False)
        case _ if rule == "size":
            return _word(token, before=first, after=not first)
        case _:
            return _word(token)


def _word(token: Token, *, before: bool = True, after: bool = True, rank: Rank | None = None) -> Word:
    return Word(str(token), token.start_pos or 0, token.end_pos or 0, before, after, rank)
