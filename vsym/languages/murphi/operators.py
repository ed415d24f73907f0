"""The precedence of operators: a flat list of operands and operators gets its shape.

Loosest first: `->` (to the right), `||`, `&&`, `|`, `&`, the infix temporal operators (to the right), then `!` and the
prefix temporal operators, comparisons, sums, products, and the sign. Inside `A [ ]` the infix temporal operator is the
loosest of all. A level is resolved by cutting the list at its operators, so the depth of the work is the number of
levels, whatever the length of the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.murphi.signs import INFIX, LEVELS, PREFIX, TIGHT, UNTIL, InfixOperator, PrefixOperator
from vsym.languages.murphi.syntax.expressions import Chain, Expression, Prefix


@frozen
class Operator:
    """An operator in a flat list, spelled in ASCII."""

    text: InfixOperator | PrefixOperator
    span: Span


Item: TypeAlias = Expression | Operator
Levels: TypeAlias = Sequence[frozenset[str]]


def shape(items: Sequence[Item], *, path: bool = False) -> Expression:
    """The expression that a flat list means: operands with operators between them and prefixes before them.

    With `path`, the list stands inside `A [ ]` or `E [ ]`.
    """
    return _loose(items, (frozenset(UNTIL), *LEVELS) if path else LEVELS)


def _loose(items: Sequence[Item], levels: Levels) -> Expression:
    cut = _cut_at_loosest(items, levels)
    if cut is None:
        return _prefixed(items)
    return _chain([_loose(piece, cut.tighter) for piece in cut.pieces], cut.operators)


def _prefixed(items: Sequence[Item]) -> Expression:
    """A logical prefix reaches over all comparisons to its right: `p = ! q = r` is `p = !(q = r)`."""
    tail = list(items)
    for position in range(len(items) - 1, -1, -1):
        item = items[position]
        if isinstance(item, Operator) and item.text not in ("-", "+") and _is_prefix(items, position):
            operand = _tight(tail[position + 1 :], TIGHT)
            tail[position:] = [Prefix(PREFIX[item.text], operand, _join(item.span, operand.span))]
    return _tight(tail, TIGHT)


def _tight(items: Sequence[Item], levels: Levels) -> Expression:
    cut = _cut_at_loosest(items, levels)
    if cut is not None:
        return _chain([_tight(piece, cut.tighter) for piece in cut.pieces], cut.operators)
    operand = items[-1]
    assert not isinstance(operand, Operator)
    for sign in reversed(items[:-1]):
        assert isinstance(sign, Operator)
        operand = Prefix(PREFIX[sign.text], operand, _join(sign.span, operand.span))
    return operand


@frozen
class _Cut:
    """A list cut at the operators of one level, and the levels that may still be found in its pieces."""

    pieces: Sequence[Sequence[Item]]
    operators: Sequence[InfixOperator]
    tighter: Levels


def _cut_at_loosest(items: Sequence[Item], levels: Levels) -> _Cut | None:
    present = {item.text for item in items if isinstance(item, Operator)}
    for number, level in enumerate(levels):
        if not present.isdisjoint(level):
            places = [
                position
                for position, item in enumerate(items)
                if isinstance(item, Operator) and item.text in level and not _is_prefix(items, position)
            ]
            if places:
                starts = [0, *(place + 1 for place in places)]
                pieces = [items[start:end] for start, end in zip(starts, [*places, len(items)], strict=True)]
                operators = [INFIX[item.text] for item in map(items.__getitem__, places) if isinstance(item, Operator)]
                return _Cut(pieces, operators, levels[number + 1 :])
    return None


def _is_prefix(items: Sequence[Item], position: int) -> bool:
    return position == 0 or isinstance(items[position - 1], Operator)


def _chain(operands: Sequence[Expression], operators: Sequence[InfixOperator]) -> Expression:
    return Chain(tuple(operands), tuple(operators), _join(operands[0].span, operands[-1].span))


def _join(first: Span, last: Span) -> Span:
    return Span(first.source, first.start, last.end)
