"""From the parser's tree to syntax values: types, and expressions by the precedence of operators.

Loosest first: `->` (to the right), `||`, `&&`, `|`, `&`, the infix temporal operators (to the right), then `!` and the
prefix temporal operators, comparisons, sums, products, and the sign. Inside `A [ ]` the infix temporal operator is the
loosest of all.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from lark import Token

from vsym.basics.frozen import frozen
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi import words
from vsym.languages.murphi.syntax import Chain, Expression, Prefix
from vsym.languages.murphi.words import INFIX, LEVELS, PREFIX, TIGHT, UNTIL, InfixOperator, PrefixOperator
from vsym.languages.parsing import Children, TreeBuilder, without_tokens
from vsym.languages.precedence import Precedence

_ESCAPE = re.compile(r'\\(["\\])')
_DIGITS = 40
"""More digits than any number that may stand has."""

_OPERATORS = {**words.INFIX, **words.PREFIX}


_PRECEDENCE: Precedence[Expression, InfixOperator, PrefixOperator] = Precedence(
    LEVELS, TIGHT, frozenset({"-", "+"}), frozenset(UNTIL), INFIX, PREFIX, Chain, Prefix
)
"""What a flat list of operands and operators means."""


@frozen
class _Arguments:
    """What stands between the parentheses of a call."""

    values: tuple[s.Expression, ...]


class ExpressionBuilder(TreeBuilder[Any]):
    """One method per rule of the grammar, each from the children (values and all tokens) to the rule's value."""

    def typed(self, children: Children) -> s.Typed:
        return s.Typed(self._names(children), children[-1], self._span(children))

    def type_name(self, children: Children) -> s.Name:
        token = children[0]
        return s.Name("boolean" if token.type == "BOOLEAN" else str(token), self._span(children))

    def real(self, children: Children) -> s.RealOf:
        return s.RealOf(self._span(children))

    def range(self, children: Children) -> s.RangeOf:
        low, _, high = children
        return s.RangeOf(low, high, self._span(children))

    def enum(self, children: Children) -> s.EnumOf:
        return s.EnumOf(self._names(children), self._span(children))

    def record(self, children: Children) -> s.RecordOf:
        return s.RecordOf(without_tokens(children), self._span(children))

    def array(self, children: Children) -> s.ArrayOf:
        index, element = without_tokens(children)
        return s.ArrayOf(index, element, self._span(children))

    def scalarset(self, children: Children) -> s.ScalarsetOf:
        return s.ScalarsetOf(children[2], self._span(children))

    def union(self, children: Children) -> s.UnionOf:
        return s.UnionOf(without_tokens(children), self._span(children))

    def multiset(self, children: Children) -> s.MultisetOf:
        size, element = without_tokens(children)
        return s.MultisetOf(size, element, self._span(children))

    def over(self, children: Children) -> s.Over:
        return s.Over(self._name(children[0]), children[2], self._span(children))

    def interval(self, children: Children) -> s.Along:
        first, last, *by = without_tokens(children[1:])
        return s.Along(self._name(children[0]), first, last, by[0] if by else None, self._span(children))

    def operation(self, children: Children) -> Any:
        return _PRECEDENCE.shape(self._operators(children, _OPERATORS))

    def ternary(self, children: Children) -> s.Choosing:
        condition, _, then, _, otherwise = children
        return s.Choosing(condition, then, otherwise, self._span(children))

    def number(self, children: Children) -> s.Number:
        digits = str(children[0])[:_DIGITS]
        return s.Number(int(digits, 16 if digits[:2].lower() == "0x" else 10), self._span(children))

    def undefined(self, children: Children) -> s.NoValue:
        return s.NoValue(self._span(children))

    def designator(self, children: Children) -> s.Designator:
        name, *steps = children
        return s.Designator(self._name(name), tuple(steps), self._span(children))

    def index(self, children: Children) -> s.Index:
        return s.Index(children[1], self._span(children))

    def member(self, children: Children) -> s.Field:
        return s.Field(self._name(children[1]), self._span(children))

    def call(self, children: Children) -> s.Calling:
        return s.Calling(self._name(children[0]), children[2].values, self._span(children))

    def arguments(self, children: Children) -> _Arguments:
        return _Arguments(without_tokens(children))

    def parenthesized(self, children: Children) -> Any:
        return self._widened(children)

    def quantified(self, children: Children) -> s.Quantifying:
        word: Literal["forall", "exists"] = "forall" if children[0].type == "FORALL" else "exists"
        *quantifiers, body = without_tokens(children)
        return s.Quantifying(word, tuple(quantifiers), body, self._span(children))

    def is_undefined(self, children: Children) -> s.AskUndefined:
        return s.AskUndefined(children[2], self._span(children))

    def is_member(self, children: Children) -> s.AskMember:
        return s.AskMember(children[2], children[4], self._span(children))

    def count(self, children: Children) -> s.Counting:
        _, _, name, _, multiset, _, condition, _ = children
        return s.Counting(self._name(name), multiset, condition, self._span(children))

    def path(self, children: Children) -> s.Path:
        return s.Path(words.PATH_QUANTIFIERS[children[0]], children[2], self._span(children))

    def path_body(self, children: Children) -> Any:
        return _PRECEDENCE.shape(self._operators(children, _OPERATORS), path=True)

    def _names(self, children: Children) -> tuple[s.Name, ...]:
        return tuple(self._name(child) for child in children if isinstance(child, Token) and child.type == "NAME")

    def _name(self, token: Token) -> s.Name:
        return s.Name(str(token), self._span([token]))

    def _text(self, token: Token) -> s.Text:
        return s.Text(_ESCAPE.sub(r"\1", str(token)[1:-1]), self._span([token]))
