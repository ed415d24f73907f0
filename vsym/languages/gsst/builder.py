"""From the parser's tree to syntax values."""

from __future__ import annotations

import dataclasses
from typing import Any

from lark import Token

from vsym.basics.source import Span
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst import declared_steps as steps
from vsym.languages.gsst import signs
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.operators import PRECEDENCE
from vsym.languages.gsst.step_builder import StepBuilder
from vsym.languages.gsst.tree_values import Children, without_tokens
from vsym.languages.precedence import Operator


class Builder(StepBuilder):
    """One method per rule of the grammars, each from the children (values and all tokens) to the rule's value."""

    def start(self, children: Children) -> d.File:
        return d.File(without_tokens(children), Span(self._source, 0, len(self._source.text)))

    def system(self, children: Children) -> d.System:
        return d.System(self._identifier(children[1]), self._span(children))

    def parameter(self, children: Children) -> d.Parameter:
        _, name, _, value, *domain = children
        return d.Parameter(self._identifier(name), value, domain[1] if domain else None, self._span(children))

    def define(self, children: Children) -> d.Define:
        _, name, _, body = children
        return d.Define(self._identifier(name), body, self._span(children))

    def states(self, children: Children) -> d.States:
        return d.States(without_tokens(children), self._span(children))

    def family(self, children: Children) -> d.Family:
        name, *ranges = children
        return d.Family(self._identifier(name), tuple(ranges), self._span(children))

    def family_range(self, children: Children) -> Any:
        return self._widened(children)

    def group(self, children: Children) -> d.GroupDeclaration:
        match children:
            case [_, name, _, index, _, over, _, _, size]:
                return d.GroupDeclaration(
                    self._identifier(name), self._identifier(index), over, size, self._span(children)
                )
            case [_, name, _, size]:
                return d.GroupDeclaration(self._identifier(name), None, None, size, self._span(children))
        raise AssertionError(children)

    def shared(self, children: Children) -> d.SharedDeclaration:
        _, name, _, kind, _, initial = children
        over = None if isinstance(kind, Token) else kind
        return d.SharedDeclaration(self._identifier(name), over, initial, self._span(children))

    def stated(self, children: Children) -> d.PropertyDeclaration:
        word, name, _, formula = children
        return d.PropertyDeclaration(signs.PROPERTY_WORDS[word], name, formula, self._span(children))

    lemma = stated

    def fairness(self, children: Children) -> d.FairnessDeclaration:
        return d.FairnessDeclaration(children[1], self._span(children))

    def repeat(self, children: Children) -> steps.Repeat[Any]:
        _, index, _, over, *body = children
        return steps.Repeat(self._identifier(index), over, without_tokens(body), self._span(children))

    start_repeat = repeat
    line_repeat = repeat
    move_repeat = repeat

    def initial(self, children: Children) -> d.Initial:
        span = self._span(children)
        match children[1]:
            case Token():
                return d.StartAnywhere(span)
            case s.Reference() as state:
                return d.StartState(state, span)
            case start:
                found: d.Initial = dataclasses.replace(start, span=span)
                return found

    def start_where(self, children: Children) -> d.StartWhere:
        return d.StartWhere(children[1], self._span(children))

    def start_block(self, children: Children) -> d.StartBlock:
        return d.StartBlock(without_tokens(children), self._span(children))

    def start_line(self, children: Children) -> d.StartLine:
        head, _, state = children
        return d.StartLine(head, state, self._span(children))

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

    def extremum(self, children: Children) -> s.Extremum:
        word, _, left, _, right, _ = children
        return s.Extremum(signs.EXTREMES[word], left, right, self._span(children))

    index_extremum = extremum

    def _items(self, children: Children) -> list[Any]:
        return [
            Operator(signs.SPELLINGS[child], self._span([child])) if isinstance(child, Token) else child
            for child in children
        ]
