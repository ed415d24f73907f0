"""The precedence of operators: a flat list of operands and operators gets its shape.

Each level is resolved by cutting the list at its operators, so the depth of the work is the number of levels, whatever
the length of the list. A language defines its levels, and the expression that each piece becomes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, get_args

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.formula import TemporalOperator


class Spanned(Protocol):
    """Anything that stands somewhere in a text."""

    @property
    def span(self) -> Span:
        """The place in the text."""


ExpressionT = TypeVar("ExpressionT", bound=Spanned)
InfixT = TypeVar("InfixT")
PrefixT = TypeVar("PrefixT")

Levels: TypeAlias = Sequence[frozenset[str]]
Until: TypeAlias = Literal["U", "W", "R"]
PathQuantifier: TypeAlias = Literal["A", "E"]


def table(kind: Any) -> Mapping[str, Any]:
    """The members of a Literal by themselves: one that only a grammar has is a KeyError."""
    return MappingProxyType({member: member for member in get_args(kind)})


UNTIL: Mapping[str, Until] = table(Until)
PATH_QUANTIFIERS: Mapping[str, PathQuantifier] = table(PathQuantifier)
ON_PATHS: Mapping[tuple[PathQuantifier, Until], TemporalOperator] = MappingProxyType(
    {
        ("A", "U"): "AU",
        ("A", "W"): "AW",
        ("A", "R"): "AR",
        ("E", "U"): "EU",
        ("E", "W"): "EW",
        ("E", "R"): "ER",
    }
)
"""The operators of formulas such as `A [p U q]`."""

OTHER_SPELLINGS: Mapping[str, Literal["!", "&", "|", "->", "<->", "<=", ">=", "!="]] = MappingProxyType(
    {
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
)
"""The operators that words and signs beyond ASCII stand for, in models of processes and in systems."""


@frozen
class Operator:
    """An operator in a flat list, as the tables of its language spell it."""

    text: str
    span: Span


@frozen
class Precedence(Generic[ExpressionT, InfixT, PrefixT]):
    """The operators of a language, loosest first: the `loose` levels, its prefixes, the `tight` levels, the `signs`.

    `until` are the infix temporal operators, which are the loosest of all inside `A [ ]`. `chain` makes an expression
    of operands with operators of one level between them, `prefixed` of an operand with an operator before it.
    """

    loose: Levels
    tight: Levels
    signs: frozenset[str]
    until: frozenset[str]
    infix: Mapping[str, InfixT]
    prefix: Mapping[str, PrefixT]
    chain: Callable[[tuple[ExpressionT, ...], tuple[InfixT, ...], Span], ExpressionT]
    prefixed: Callable[[PrefixT, ExpressionT, Span], ExpressionT]

    def shape(self, items: Sequence[ExpressionT | Operator], *, path: bool = False) -> ExpressionT:
        """The expression that a flat list means: operands with operators between them and prefixes before them.

        With `path`, the list stands inside `A [ ]` or `E [ ]`.
        """
        return self._loose(items, (self.until, *self.loose) if path else self.loose)

    def _loose(self, items: Sequence[ExpressionT | Operator], levels: Levels) -> ExpressionT:
        cut = self._cut_at_loosest(items, levels)
        if cut is None:
            return self._prefixed(items)
        pieces, operators, tighter = cut
        return self._chain([self._loose(piece, tighter) for piece in pieces], operators)

    def _prefixed(self, items: Sequence[ExpressionT | Operator]) -> ExpressionT:
        """A logical prefix reaches over all comparisons to its right: `p = ! q = r` is `p = !(q = r)`."""
        tail = list(items)
        for position in range(len(items) - 1, -1, -1):
            item = items[position]
            if isinstance(item, Operator) and item.text not in self.signs and _is_prefix(items, position):
                operand = self._tight(tail[position + 1 :], self.tight)
                tail[position:] = [self._before(item, operand)]
        return self._tight(tail, self.tight)

    def _tight(self, items: Sequence[ExpressionT | Operator], levels: Levels) -> ExpressionT:
        cut = self._cut_at_loosest(items, levels)
        if cut is not None:
            pieces, operators, tighter = cut
            return self._chain([self._tight(piece, tighter) for piece in pieces], operators)
        operand = items[-1]
        assert not isinstance(operand, Operator)
        for sign in reversed(items[:-1]):
            assert isinstance(sign, Operator)
            assert sign.text in self.signs, f"`{sign.text}` is of no level of precedence"
            operand = self._before(sign, operand)
        return operand

    def _cut_at_loosest(
        self, items: Sequence[ExpressionT | Operator], levels: Levels
    ) -> tuple[list[Sequence[ExpressionT | Operator]], list[InfixT], Levels] | None:
        """The list cut at the operators of its loosest level, and the levels that may still be found in the pieces."""
        present = {item.text for item in items if isinstance(item, Operator)}
        for number, level in enumerate(levels):
            if present.isdisjoint(level):
                continue
            cuts = [
                (position, item.text)
                for position, item in enumerate(items)
                if isinstance(item, Operator) and item.text in level and not _is_prefix(items, position)
            ]
            if cuts:
                starts = [0, *(position + 1 for position, _ in cuts)]
                ends = [*(position for position, _ in cuts), len(items)]
                pieces = [items[start:end] for start, end in zip(starts, ends, strict=True)]
                return pieces, [self.infix[text] for _, text in cuts], levels[number + 1 :]
        return None

    def _chain(self, operands: Sequence[ExpressionT], operators: Sequence[InfixT]) -> ExpressionT:
        return self.chain(tuple(operands), tuple(operators), _join(operands[0].span, operands[-1].span))

    def _before(self, sign: Operator, operand: ExpressionT) -> ExpressionT:
        return self.prefixed(self.prefix[sign.text], operand, _join(sign.span, operand.span))


def _is_prefix(items: Sequence[object], position: int) -> bool:
    return position == 0 or isinstance(items[position - 1], Operator)


def _join(first: Span, last: Span) -> Span:
    return Span(first.source, first.start, last.end)
