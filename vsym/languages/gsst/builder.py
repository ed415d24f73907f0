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
from vsym.languages.gsst import syntax as s
from vsym.languages.parsing import Children, TreeBuilder, gathered, made, without_tokens
from vsym.languages.precedence import PATH_QUANTIFIERS, UNTIL, Precedence
from vsym.languages.regular_building import PatternBuilder

PRECEDENCE: Precedence[s.Expression, s.InfixOperator, s.PrefixOperator] = Precedence(
    (frozenset({"<->"}), frozenset({"->"}), frozenset({"|"}), frozenset({"&", "\\"}), frozenset(UNTIL)),
    (frozenset(s.COMPARISON), frozenset(s.SUM), frozenset(s.PRODUCT)),
    frozenset({"-"}),
    frozenset(UNTIL),
    s.INFIX,
    s.PREFIX,
    s.Chain,
    s.Prefix,
)
"""The meaning of a flat list of operands and operators."""


class Builder(PatternBuilder):
    """One method per rule of gsst.lark and formula.lark."""

    def start(self, children: Children) -> d.File:
        return d.File(without_tokens(children), Span(self._source, 0, len(self._source.text)))

    hint = TreeBuilder.only

    def formula(self, children: Children) -> Any:
        return PRECEDENCE.shape(self._operators(children, s.SPELLINGS))

    index = narrow = formula

    def path(self, children: Children) -> s.Path:
        body = PRECEDENCE.shape(self._operators(children[2:-1], s.SPELLINGS), path=True)
        return s.Path(PATH_QUANTIFIERS[children[0]], body, self._span(children))

    def truth(self, children: Children) -> s.Boolean:
        return s.Boolean(children[0] == "true", self._span(children))

    def number(self, children: Children) -> s.Number:
        return s.Number(str(children[0]), self._span(children))

    def reference(self, children: Children) -> s.Reference:
        name, *brackets = children
        return s.Reference(str(name), tuple(brackets), self._span(children))

    parenthesized = parenthesized_index = bracket = family_range = TreeBuilder.widened
    deadlock = made(s.Deadlock)
    range = made(s.Range)
    everyone = made(s.Everyone)
    indices = gathered(s.Indices)

    def union(self, children: Children) -> s.Chain:
        operators = tuple(s.SETS[s.SPELLINGS[sign]] for sign in children[1::2])
        return s.Chain(tuple(children[::2]), operators, self._span(children))

    def numbered(self, children: Children) -> s.Indices:
        span = self._span(children)
        piece = children[0] if len(children) == 1 else s.Range(children[0], children[-1], span)
        return s.Indices((piece,), span)

    size = made(s.SizeOf)
    conditional = made(s.Conditional)

    def count(self, children: Children) -> s.CountOf:
        if len(children) == 2:
            return s.CountOf((children[1],), None, self._span(children))
        *states, last = without_tokens(children)
        bracket = None if children[-1] == "}" else last
        return s.CountOf(tuple(states) if bracket else (*states, last), bracket, self._span(children))

    def members(self, children: Children) -> s.Members:
        before = next(i for i, child in enumerate(children) if child == "in")
        processes = children[2] if children[1] == "of" else None
        states = without_tokens(children[before:])
        word, negated = s.QUANTITIES[children[0]], children[before - 1] == "not"
        return s.Members(word, processes, negated, states, self._span(children))

    def quantified(self, children: Children) -> s.Quantified:
        index, over, body = self._values(children)
        return s.Quantified(s.QUANTIFIERS[children[0]], index, over, body, self._span(children))

    def extremum(self, children: Children) -> s.Extremum:
        left, right = self._values(children)
        return s.Extremum(s.EXTREMES[children[0]], left, right, self._span(children))

    index_extremum = extremum

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
        title, target, span = name[0] if name else None, children[arrow + 1], self._span(children)
        return d.Transition(title, source, target, guard, update, block, respects, span, partner, others)

    transition_name = condition = partners = TreeBuilder.only
    update = TreeBuilder.listed
    partner = made(d.Partner)
    move = made(d.Move)
    conditional_target = made(d.ConditionalTarget)
    assignment = made(d.Assign)
    respects = gathered(d.Respects)
    block = gathered(d.Block)
    otherwise = made(d.Otherwise)

    def others(self, children: Children) -> d.Others:
        return d.Others(without_tokens(children), self._span([child for child in children if child != ";"]))

    def sweep(self, children: Children) -> d.SweepLine:
        head, *moves = without_tokens(children)
        if isinstance(head, d.Move | d.Repeat):
            return d.SweepLine(None, (head, *moves), self._span(children))
        return d.SweepLine(head, tuple(moves), self._span(children))

    def line(self, children: Children) -> d.GuardLine:
        head, *partners = children[: next(i for i, child in enumerate(children) if child == ":")]
        guard, *update = children[len(partners) + 2 :]
        span = self._span(children)
        return d.GuardLine(head, guard, update[0] if update else (), span, partners[0] if partners else None)

    system = made(d.System)
    define = made(d.Define)
    states = gathered(d.States)
    fairness = made(d.FairnessDeclaration)

    def parameters(self, children: Children) -> d.ParameterDeclaration:
        values = without_tokens(children)
        listed = tuple(value for value in values if isinstance(value, d.Parameter))
        domain = None if len(listed) == len(values) else values[-1]
        return d.ParameterDeclaration(listed, domain, self._span(children))

    def parameter(self, children: Children) -> d.Parameter:
        name, *value = self._values(children)
        return d.Parameter(name, value[0] if value else None, self._span(children))

    def family(self, children: Children) -> d.Family:
        name, *ranges = self._values(children)
        return d.Family(name, tuple(ranges), self._span(children))

    def group(self, children: Children) -> d.GroupDeclaration:
        name, *indices, size = self._values(children)
        index, over = indices or (None, None)
        return d.GroupDeclaration(name, index, over, size, self._span(children))

    def shared(self, children: Children) -> d.SharedDeclaration:
        *head, _, kind, _, first = children
        name, *family = self._values(head)
        values = None if isinstance(kind, Token) else kind
        initial = None if isinstance(first, Token) else first
        return d.SharedDeclaration(name, tuple(family[::2]), tuple(family[1::2]), values, initial, self._span(children))

    def stated(self, children: Children) -> d.PropertyDeclaration:
        name, formula = self._values(children)
        return d.PropertyDeclaration(s.PROPERTY_WORDS[children[0]], name, formula, self._span(children))

    lemma = stated
    never = made(d.NeverDeclaration)

    def rank(self, children: Children) -> d.RankDeclaration:
        name, *levels = without_tokens(children)
        return d.RankDeclaration(name, tuple(levels), self._span(children))

    def repeat(self, children: Children) -> d.Repeat[Any]:
        index, over, *body = self._values(children)
        return d.Repeat(index, over, tuple(body), self._span(children))

    start_repeat = line_repeat = move_repeat = repeat

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

    start_where = made(d.StartWhere)
    start_block = gathered(d.StartBlock)
    start_line = made(d.StartLine)

    def _token(self, token: Token) -> s.Identifier:
        return s.Identifier(str(token), self._span([token]))
