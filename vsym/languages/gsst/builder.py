"""From the parser's tree to the syntax values of expressions, local transitions and declarations.

Operators, loosest first: `<->`, `->` (to the right), `|`, `&`, the infix temporal operators (to the right), then `!`
and the prefix temporal operators, comparisons, sums, products, and the sign. Inside `A [ ]` the infix temporal operator
is the loosest of all, so that `A [p & q U r]` needs no parentheses. In index expressions `|` and `&` are set operators
and stand at the same levels.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from lark import Token

from vsym.basics.source import Span
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst import declarations as steps
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.declarations import File
from vsym.languages.gsst.syntax import (
    COMPARISON,
    INFIX,
    PREFIX,
    PRODUCT,
    SUM,
    UNTIL,
    Chain,
    Expression,
    InfixOperator,
    Prefix,
    PrefixOperator,
)
from vsym.languages.parsing import Children, TreeBuilder, without_tokens
from vsym.languages.precedence import Levels, Precedence


class ExpressionBuilder(TreeBuilder[File]):
    """One method per rule of formula.lark, each from the children (values and all tokens) to the rule's value."""

    def formula(self, children: Children) -> Any:
        return PRECEDENCE.shape(self._items(children))

    index = formula
    narrow = formula

    def path(self, children: Children) -> s.Path:
        body = PRECEDENCE.shape(self._items(children[2:-1]), path=True)
        return s.Path(s.PATH_QUANTIFIERS[children[0]], body, self._span(children))

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
        word, negated = s.QUANTITIES[children[0]], children[before - 1] == "not"
        return s.Members(word, processes, negated, states, self._span(children))

    def quantified(self, children: Children) -> s.Quantified:
        word, index, _, over, _, body = children
        return s.Quantified(s.QUANTIFIERS[word], self._identifier(index), over, body, self._span(children))

    def conditional(self, children: Children) -> s.Conditional:
        _, condition, _, value, _, otherwise = children
        return s.Conditional(condition, value, otherwise, self._span(children))

    def extremum(self, children: Children) -> s.Extremum:
        word, _, left, _, right, _ = children
        return s.Extremum(s.EXTREMES[word], left, right, self._span(children))

    index_extremum = extremum

    def _items(self, children: Children) -> list[Any]:
        return self._operators(children, s.SPELLINGS)

    def _identifier(self, token: Token) -> s.Identifier:
        return s.Identifier(str(token), self._span([token]))


class StepBuilder(ExpressionBuilder):
    """One method per rule about local transitions, each from the children to the rule's value."""

    def transition(self, children: Children) -> d.Transition:
        arrow = next(i for i, child in enumerate(children) if isinstance(child, Token) and child.type == "ARROW")
        *name, source = children[1:arrow]
        guard, update, block, respects = None, (), None, None
        partner, others = None, None
        for part in children[arrow + 2 :]:
            match part:
                case d.Partner():
                    partner = part
                case d.Others():
                    others = part
                case tuple():
                    update = part
                case d.Block(lines):
                    block = lines
                case d.Respects():
                    respects = part
                case _:
                    guard = part
        return d.Transition(
            name[0] if name else None,
            source,
            children[arrow + 1],
            guard,
            update,
            block,
            respects,
            self._span(children),
            partner,
            others,
        )

    def partner(self, children: Children) -> d.Partner:
        return d.Partner(children[1], self._span(children))

    def move(self, children: Children) -> d.Move:
        source, _, target = children
        return d.Move(source, target, self._span(children))

    def conditional_target(self, children: Children) -> d.ConditionalTarget:
        _, condition, _, target, _, otherwise = children
        return d.ConditionalTarget(condition, target, otherwise, self._span(children))

    def others(self, children: Children) -> d.Others:
        return d.Others(without_tokens(children), self._span([child for child in children if child != ";"]))

    def sweep(self, children: Children) -> d.SweepLine:
        head, *moves = without_tokens(children)
        if isinstance(head, d.Move | d.Repeat):
            return d.SweepLine(None, (head, *moves), self._span(children))
        return d.SweepLine(head, tuple(moves), self._span(children))

    def transition_name(self, children: Children) -> Any:
        return children[0]

    def condition(self, children: Children) -> Any:
        return children[1]

    def update(self, children: Children) -> tuple[d.Assign, ...]:
        return without_tokens(children)

    def assignment(self, children: Children) -> d.Assign:
        variable, _, value = children
        return d.Assign(variable, value, self._span(children))

    def respects(self, children: Children) -> d.Respects:
        return d.Respects(without_tokens(children), self._span(children))

    def block(self, children: Children) -> d.Block:
        return d.Block(without_tokens(children), self._span(children))

    def line(self, children: Children) -> d.GuardLine:
        head, *partners = children[: next(i for i, child in enumerate(children) if child == ":")]
        guard, *update = children[len(partners) + 2 :]
        span = self._span(children)
        return d.GuardLine(head, guard, update[0] if update else (), span, partners[0] if partners else None)

    def partners(self, children: Children) -> Any:
        return children[1]

    def otherwise(self, children: Children) -> d.Otherwise:
        return d.Otherwise(self._span(children))


_LOOSE: Levels = (frozenset({"<->"}), frozenset({"->"}), frozenset({"|"}), frozenset({"&", "\\"}), frozenset(UNTIL))

_TIGHT: Levels = (frozenset(COMPARISON), frozenset(SUM), frozenset(PRODUCT))

PRECEDENCE: Precedence[Expression, InfixOperator, PrefixOperator] = Precedence(
    _LOOSE, _TIGHT, frozenset({"-"}), frozenset(UNTIL), INFIX, PREFIX, Chain, Prefix
)
"""What a flat list of operands and operators means."""


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
        return d.PropertyDeclaration(s.PROPERTY_WORDS[word], name, formula, self._span(children))

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
                initial: d.Initial = dataclasses.replace(start, span=span)
                return initial

    def start_where(self, children: Children) -> d.StartWhere:
        return d.StartWhere(children[1], self._span(children))

    def start_block(self, children: Children) -> d.StartBlock:
        return d.StartBlock(without_tokens(children), self._span(children))

    def start_line(self, children: Children) -> d.StartLine:
        head, _, state = children
        return d.StartLine(head, state, self._span(children))
