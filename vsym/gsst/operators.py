"""The precedence of operators: a flat list of operands and operators gets its shape.

Loosest first: `<->`, `->` (to the right), `|`, `&`, the infix temporal operators (to the right), then `!` and the
prefix temporal operators, comparisons, sums, products, and the sign. Inside `A [ ]` the infix temporal operator is the
loosest of all, so that `A [p & q U r]` needs no parentheses. In index expressions `|` and `&` are set operators and
stand at the same levels. A level is resolved by cutting the list at its operators, so the depth of the work is the
number of levels, whatever the length of the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from vsym.gsst.syntax import Chain, Expression, Prefix
from vsym.source import Span


@dataclass(frozen=True)
class Operator:
    """An operator in a flat list, spelled in ASCII."""

    text: str
    span: Span


Item: TypeAlias = Expression | Operator

UNTIL = frozenset({"U", "W", "R"})
COMPARISON = frozenset({"=", "!=", "<", "<=", ">", ">="})
SUM = frozenset({"+", "-"})
PRODUCT = frozenset({"*", "/", "%"})
_LOOSE = (frozenset({"<->"}), frozenset({"->"}), frozenset({"|"}), frozenset({"&", "\\"}), UNTIL)
_TIGHT = (COMPARISON, SUM, PRODUCT)

SPELLINGS = {
    "not": "!",
    "¬": "!",
    "and": "&",
    "∧": "&",
    "or": "|",
    "∨": "|",
    "→": "->",
    "↔": "<->",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
}


def shape(items: Sequence[Item], *, path: bool = False) -> Expression:
    """The expression that a flat list means: operands with operators between them and prefixes before them.

    With `path`, the list stands inside `A [ ]` or `E [ ]`.
    """
    return _loose(items, (UNTIL, *_LOOSE) if path else _LOOSE)


def _loose(items: Sequence[Item], levels: Sequence[frozenset[str]]) -> Expression:
    for number, level in enumerate(levels):
        pieces, operators = _cut(items, level)
        if operators:
            return _chain([_loose(piece, levels[number + 1 :]) for piece in pieces], operators)
    return _prefixed(items)


def _prefixed(items: Sequence[Item]) -> Expression:
    """A logical prefix reaches over all comparisons to its right: `p = ! q = r` is `p = !(q = r)`."""
    tail = list(items)
    for position in range(len(items) - 1, -1, -1):
        item = items[position]
        if isinstance(item, Operator) and item.text != "-" and _is_prefix(items, position):
            operand = _tight(tail[position + 1 :], _TIGHT)
            tail[position:] = [Prefix(item.text, operand, _join(item.span, operand.span))]
    return _tight(tail, _TIGHT)


def _tight(items: Sequence[Item], levels: Sequence[frozenset[str]]) -> Expression:
    for number, level in enumerate(levels):
        pieces, operators = _cut(items, level)
        if operators:
            return _chain([_tight(piece, levels[number + 1 :]) for piece in pieces], operators)
    operand = items[-1]
    assert not isinstance(operand, Operator)
    for sign in reversed(items[:-1]):
        operand = Prefix("-", operand, _join(sign.span, operand.span))
    return operand


def _cut(items: Sequence[Item], level: frozenset[str]) -> tuple[list[Sequence[Item]], list[str]]:
    pieces: list[Sequence[Item]] = []
    operators: list[str] = []
    start = 0
    for position, item in enumerate(items):
        if isinstance(item, Operator) and item.text in level and not _is_prefix(items, position):
            pieces.append(items[start:position])
            operators.append(item.text)
            start = position + 1
    return [*pieces, items[start:]], operators


def _is_prefix(items: Sequence[Item], position: int) -> bool:
    return position == 0 or isinstance(items[position - 1], Operator)


def _chain(operands: Sequence[Expression], operators: Sequence[str]) -> Expression:
    return Chain(tuple(operands), tuple(operators), _join(operands[0].span, operands[-1].span))


def _join(first: Span, last: Span) -> Span:
    return Span(first.source, first.start, last.end)
