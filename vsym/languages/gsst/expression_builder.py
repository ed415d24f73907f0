"""From the parser's tree to the syntax values of expressions, by the precedence of operators.

Loosest first: `<->`, `->` (to the right), `|`, `&`, the infix temporal operators (to the right), then `!` and the
prefix temporal operators, comparisons, sums, products, and the sign. Inside `A [ ]` the infix temporal operator is the
loosest of all, so that `A [p & q U r]` needs no parentheses. In index expressions `|` and `&` are set operators and
stand at the same levels.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from vsym.languages.gsst import signs
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.signs import COMPARISON, INFIX, PREFIX, PRODUCT, SUM, UNTIL, InfixOperator, PrefixOperator
from vsym.languages.gsst.syntax import Chain, Expression, Prefix
from vsym.languages.gsst.tree_values import Children, TreeValues, without_tokens
from vsym.languages.precedence import Levels, Operator, Precedence

_LOOSE: Levels = (frozenset({"<->"}), frozenset({"->"}), frozenset({"|"}), frozenset({"&", "\\"}), frozenset(UNTIL))

_TIGHT: Levels = (frozenset(COMPARISON), frozenset(SUM), frozenset(PRODUCT))

PRECEDENCE: Precedence[Expression, InfixOperator, PrefixOperator] = Precedence(
    _LOOSE, _TIGHT, frozenset({"-"}), frozenset(UNTIL), INFIX, PREFIX, Chain, Prefix
)
"""What a flat list of operands and operators means."""


class ExpressionBuilder(TreeValues):
    """One method per rule of formula.lark, each from the children (values and all tokens) to the rule's value."""

    def formula(self, children: Children) -> Any:
        return PRECEDENCE.shape(self._items(children))

    index = formula
    narrow = formula

    def path(self, children: Children) -> s.Path:
        body = PRECEDENCE.shape(self._items(children[2:-1]), path=True)
        return s.Path(signs.PATH_QUANTIFIERS[children[0]], body, self._span(children))

    def truth(self, children: Children) -> s.Boolean:
        return s.Boolean(children[0] == "true", self._span(children))

    def deadlock(self, children: Children) -> s.Deadlock:
        return s.Deadlock(self._span(children))

    def number(self, children: Children) -> s.Number:
        return s.Number(str(children[0]), self._span(children))

    def parenthesized(self, children: Children) -> Any:
        return self._widened(children)

    parenthesized_index = parenthesized

    def reference(self, children: Children) -> s.Reference:
        name, *brackets = children
        return s.Reference(str(name), tuple(brackets), self._span(children))

    def bracket(self, children: Children) -> Any:
        return self._widened(children)

    def range(self, children: Children) -> s.Range:
        low, _, high = children
        return s.Range(low, high, self._span(children))

    def everyone(self, children: Children) -> s.Everyone:
        return s.Everyone(self._span(children))

    def indices(self, children: Children) -> s.Indices:
        return s.Indices(without_tokens(children), self._span(children))

    def count(self, children: Children) -> s.CountOf:
        if len(children) == 2:
            return s.CountOf((children[1],), None, self._span(children))
        *states, last = without_tokens(children)
        bracket = None if children[-1] == "}" else last
        return s.CountOf(tuple(states) if bracket else (*states, last), bracket, self._span(children))

    def size(self, children: Children) -> s.SizeOf:
        return s.SizeOf(children[1], self._span(children))

    def members(self, children: Children) -> s.Members:
        before = next(i for i, child in enumerate(children) if child == "in")
        processes = children[2] if children[1] == "of" else None
        states = without_tokens(children[before:])
        word, negated = signs.QUANTITIES[children[0]], children[before - 1] == "not"
        return s.Members(word, processes, negated, states, self._span(children))

    def quantified(self, children: Children) -> s.Quantified:
        word, index, _, over, _, body = children
        return s.Quantified(signs.QUANTIFIERS[word], self._identifier(index), over, body, self._span(children))

    def conditional(self, children: Children) -> s.Conditional:
        _, condition, _, value, _, otherwise = children
        return s.Conditional(condition, value, otherwise, self._span(children))

    def extremum(self, children: Children) -> s.Extremum:
        word, _, left, _, right, _ = children
        return s.Extremum(signs.EXTREMES[word], left, right, self._span(children))

    index_extremum = extremum

    def _items(self, children: Children) -> list[Any]:
        return [
            Operator(signs.SPELLINGS[child], self._span([child])) if isinstance(child, Token) else child
            for child in children
        ]
