"""From the parser's tree to the syntax values of declarations."""

from __future__ import annotations

import dataclasses
from typing import Any

from lark import Token

from vsym.basics.source import Span
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst import declared_steps as steps
from vsym.languages.gsst import signs
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.step_builder import StepBuilder
from vsym.languages.gsst.tree_values import Children, without_tokens


class Builder(StepBuilder):
    """One method per rule of gsst.lark, each from the children (values and all tokens) to the rule's value."""

    def start(self, children: Children) -> d.File:
        return d.File(without_tokens(children), Span(self._source, 0, len(self._source.text)))

    def system(self, children: Children) -> d.System:
        return d.System(self._identifier(children[1]), self._span(children))

    def parameters(self, children: Children) -> d.ParameterDeclaration:
        values = without_tokens(children)
        listed = tuple(value for value in values if isinstance(value, d.Parameter))
        domain = None if len(listed) == len(values) else values[-1]
        return d.ParameterDeclaration(listed, domain, self._span(children))

    def parameter(self, children: Children) -> d.Parameter:
        name, *value = children
        return d.Parameter(self._identifier(name), value[1] if value else None, self._span(children))

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
        *head, _, kind, _, initial = children
        indices, ranges = tuple(map(self._identifier, head[3::5])), tuple(head[5::5])
        values = None if isinstance(kind, Token) else kind
        return d.SharedDeclaration(self._identifier(head[1]), indices, ranges, values, initial, self._span(children))

    def stated(self, children: Children) -> d.PropertyDeclaration:
        word, name, _, formula = children
        return d.PropertyDeclaration(signs.PROPERTY_WORDS[word], name, formula, self._span(children))

    lemma = stated

    def fairness(self, children: Children) -> d.FairnessDeclaration:
        return d.FairnessDeclaration(children[1], self._span(children))

    def rank(self, children: Children) -> d.RankDeclaration:
        _, name, _, *levels = children
        return d.RankDeclaration(name, without_tokens(levels), self._span(children))

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
