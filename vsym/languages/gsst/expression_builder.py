"""From the parser's tree to the syntax values of expressions."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, TypeAlias

from lark import Token, Transformer_NonRecursive

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source, Span
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst import signs
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.limits import PACE
from vsym.languages.gsst.operators import PRECEDENCE
from vsym.languages.precedence import Operator

Children: TypeAlias = list[Any]


class ExpressionBuilder(Transformer_NonRecursive[Token, d.File]):
    """One method per rule of formula.lark, each from the children (values and all tokens) to the rule's value."""

    def __init__(self, source: Source, budget: Budget = UNLIMITED) -> None:
        super().__init__(visit_tokens=False)
        self._source = source
        self._budget = budget
        self._spans = 0

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

    def _identifier(self, token: Token) -> s.Identifier:
        return s.Identifier(str(token), self._span([token]))

    def _span(self, children: Sequence[Any]) -> Span:
        self._spans += 1
        if self._spans % PACE == 0:
            self._budget.check()
        return Span(self._source, _start(children[0]), _end(children[-1]))

    def _widened(self, children: Children) -> Any:
        """The value between brackets, with the brackets in its span."""
        return dataclasses.replace(children[1], span=self._span(children))


def _start(child: Any) -> Any:
    return child.start_pos if isinstance(child, Token) else child.span.start


def _end(child: Any) -> Any:
    if isinstance(child, tuple):
        return _end(child[-1])
    return child.end_pos if isinstance(child, Token) else child.span.end


def without_tokens(children: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if not isinstance(child, Token))
