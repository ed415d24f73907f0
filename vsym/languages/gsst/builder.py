"""From the parser's tree to syntax values."""

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


class Builder(Transformer_NonRecursive[Token, d.File]):
    """One method per rule of the grammars, each from the children (values and all tokens) to the rule's value."""

    def __init__(self, source: Source, budget: Budget = UNLIMITED) -> None:
        super().__init__(visit_tokens=False)
        self._source = source
        self._budget = budget
        self._spans = 0

    def start(self, children: Children) -> d.File:
        return d.File(_without_tokens(children), Span(self._source, 0, len(self._source.text)))

    def system(self, children: Children) -> d.System:
        return d.System(self._identifier(children[1]), self._span(children))

    def parameter(self, children: Children) -> d.Parameter:
        _, name, _, value, *domain = children
        return d.Parameter(self._identifier(name), value, domain[1] if domain else None, self._span(children))

    def define(self, children: Children) -> d.Define:
        _, name, _, body = children
        return d.Define(self._identifier(name), body, self._span(children))

    def states(self, children: Children) -> d.States:
        return d.States(_without_tokens(children), self._span(children))

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

    def repeat(self, children: Children) -> d.Repeat[Any]:
        _, index, _, over, *body = children
        return d.Repeat(self._identifier(index), over, _without_tokens(body), self._span(children))

    start_repeat = repeat
    line_repeat = repeat

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
        return d.StartBlock(_without_tokens(children), self._span(children))

    def start_line(self, children: Children) -> d.StartLine:
        head, _, state = children
        return d.StartLine(head, state, self._span(children))

    def transition(self, children: Children) -> d.Transition:
        arrow = next(i for i, child in enumerate(children) if isinstance(child, Token) and child.type == "ARROW")
        *name, source = children[1:arrow]
        guard, update, block, respects = None, (), None, None
        for part in children[arrow + 2 :]:
            match part:
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
        )

    def transition_name(self, children: Children) -> Any:
        return children[0]

    def condition(self, children: Children) -> Any:
        return children[1]

    def update(self, children: Children) -> tuple[d.Assign, ...]:
        return _without_tokens(children)

    def assignment(self, children: Children) -> d.Assign:
        variable, _, value = children
        return d.Assign(self._identifier(variable), value, self._span(children))

    def respects(self, children: Children) -> d.Respects:
        return d.Respects(_without_tokens(children), self._span(children))

    def block(self, children: Children) -> d.Block:
        return d.Block(_without_tokens(children), self._span(children))

    def line(self, children: Children) -> d.GuardLine:
        head, _, guard, *update = children
        return d.GuardLine(head, guard, update[0] if update else (), self._span(children))

    def otherwise(self, children: Children) -> d.Otherwise:
        return d.Otherwise(self._span(children))

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
        return s.Indices(_without_tokens(children), self._span(children))

    def count(self, children: Children) -> s.CountOf:
        if len(children) == 2:
            return s.CountOf((children[1],), None, self._span(children))
        *states, last = _without_tokens(children)
        bracket = None if children[-1] == "}" else last
        return s.CountOf(tuple(states) if bracket else (*states, last), bracket, self._span(children))

    def size(self, children: Children) -> s.SizeOf:
        return s.SizeOf(children[1], self._span(children))

    def members(self, children: Children) -> s.Members:
        before = next(i for i, child in enumerate(children) if child == "in")
        processes = children[2] if children[1] == "of" else None
        states = _without_tokens(children[before:])
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


def _without_tokens(children: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if not isinstance(child, Token))
