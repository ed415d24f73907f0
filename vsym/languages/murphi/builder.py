"""From the parser's tree to syntax values: expressions by the precedence of operators, types, statements, rules and
declarations.

Operators, loosest first: `->` (to the right), `||`, `&&`, `|`, `&`, the infix temporal operators (to the right), then
`!` and the prefix temporal operators, comparisons, sums, products, and the sign. Inside `A [ ]` the infix temporal
operator is the loosest of all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from lark import Token

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi import words
from vsym.languages.parsing import Children, TreeBuilder, gathered, headed, made, without_tokens
from vsym.languages.precedence import PATH_QUANTIFIERS, UNTIL, Precedence
from vsym.languages.regular_building import PatternBuilder

_ESCAPE = re.compile(r'\\(["\\])')
_DIGITS = 40
"""More digits than any number that may stand has."""

_OPERATORS = {**words.INFIX, **words.PREFIX}

_PRECEDENCE: Precedence[s.Expression, words.InfixOperator, words.PrefixOperator] = Precedence(
    words.LEVELS,
    words.TIGHT,
    frozenset({"-", "+"}),
    frozenset(UNTIL),
    words.INFIX,
    words.PREFIX,
    s.Chain,
    s.Prefix,
)
"""The meaning of a flat list of operands and operators."""


@frozen
class _Otherwise:
    """The statements of an `else`."""

    statements: tuple[d.StatementSyntax, ...]


@frozen
class _Result:
    """The type of a function's result."""

    type: s.TypeExpression
    span: Span


@frozen
class _Priority:
    """A rule's priority with its name."""

    value: s.Expression
    name: s.Text
    span: Span


@frozen
class _Guard:
    """A rule's guard."""

    condition: s.Expression
    span: Span


class Builder(PatternBuilder):
    """One method per rule of murphi.lark."""

    valued = frozenset({"NAME", "STRING"})

    def model(self, children: Children) -> d.File:
        return d.File(without_tokens(children), (), Span(self._source, 0, len(self._source.text)))

    def annotation(self, children: Children) -> d.Annotation:
        span, values = self._span(children), self._values(children)
        match children[0].type:
            case "FAIR":
                return d.Fair(values[0], span)
            case "HINT":
                return d.Hint(values[0], span)
            case "NEVER":
                return d.StatedNever(values[0], values[1], span)
        logic, name, formula = values
        return d.StatedFormula(logic, name, formula, span)

    def operation(self, children: Children) -> Any:
        return _PRECEDENCE.shape(self._operators(children, _OPERATORS))

    def path(self, children: Children) -> s.Path:
        return s.Path(PATH_QUANTIFIERS[children[0]], children[2], self._span(children))

    def path_body(self, children: Children) -> Any:
        return _PRECEDENCE.shape(self._operators(children, _OPERATORS), path=True)

    def number(self, children: Children) -> s.Number:
        digits = str(children[0])[:_DIGITS]
        return s.Number(int(digits, 16 if digits[:2].lower() == "0x" else 10), self._span(children))

    def designator(self, children: Children) -> s.Designator:
        name, *steps = self._values(children)
        return s.Designator(name, tuple(steps), self._span(children))

    def quantified(self, children: Children) -> s.Quantifying:
        word: Literal["forall", "exists"] = "forall" if children[0].type == "FORALL" else "exists"
        *quantifiers, body = without_tokens(children)
        return s.Quantifying(word, tuple(quantifiers), body, self._span(children))

    def interval(self, children: Children) -> s.Along:
        name, first, last, *by = self._values(children)
        return s.Along(name, first, last, by[0] if by else None, self._span(children))

    parenthesized = TreeBuilder.widened
    undefined = made(s.NoValue)
    index = made(s.Index)
    member = made(s.Field)
    call = made(s.Calling)
    arguments = TreeBuilder.listed
    ternary = made(s.Choosing)
    over = made(s.Over)
    is_undefined = made(s.AskUndefined)
    is_member = made(s.AskMember)
    count = made(s.Counting)

    def type_name(self, children: Children) -> s.Name:
        token = children[0]
        return s.Name("boolean" if token.type == "BOOLEAN" else str(token), self._span(children))

    def real(self, children: Children) -> s.RealOf:
        return s.RealOf(self._span(children))

    range = made(s.RangeOf)
    enum = gathered(s.EnumOf)
    typed = headed(s.Typed)
    record = gathered(s.RecordOf)
    array = made(s.ArrayOf)
    scalarset = made(s.ScalarsetOf)
    ringset = made(s.RingsetOf)
    union = gathered(s.UnionOf)
    multiset = made(s.MultisetOf)

    constants = gathered(d.Constants)
    types = gathered(d.Types)
    variables = gathered(d.Variables)
    value = headed(d.Naming)

    def routine(self, children: Children) -> d.RoutineSyntax:
        formals = tuple(child for child in children if isinstance(child, d.Formal))
        result = next((child.type for child in children if isinstance(child, _Result)), None)
        name, body = self._token(children[1]), _body(children)
        return d.RoutineSyntax(name, formals, result, _sections(children), body, self._span(children))

    result = made(_Result)

    def parameter(self, children: Children) -> d.Formal:
        typed = children[-1]
        return d.Formal(typed.names, typed.type, len(children) == 2, self._span(children))

    def rule(self, children: Children) -> d.RuleSyntax:
        name, priority, guard = self._title(children), None, None
        for child in children:
            match child:
                case _Priority(value, title):
                    name, priority = title, value
                case _Guard(condition):
                    guard = condition
        return d.RuleSyntax(name, priority, guard, _sections(children), _body(children), self._span(children))

    priority = made(_Priority)
    guard = made(_Guard)

    def startstate(self, children: Children) -> d.StartSyntax:
        return d.StartSyntax(self._title(children), _sections(children), _body(children), self._span(children))

    def property(self, children: Children) -> d.Stating:
        [condition] = without_tokens(children)
        return d.Stating(children[0].lower(), self._title(children), condition, self._span(children))

    ruleset = headed(d.Ruleset)
    choose = headed(d.Choosers)
    chosen = made(d.Chosen)
    alias_rule = headed(d.AliasedRules)
    rules = body = TreeBuilder.listed

    assign = made(d.Assigning)
    error = made(d.Failing)

    def put(self, children: Children) -> d.Putting:
        return d.Putting(next(iter(without_tokens(children)), None), self._span(children))

    def returning(self, children: Children) -> d.Returning:
        return d.Returning(next(iter(without_tokens(children)), None), self._span(children))

    def clear(self, children: Children) -> d.Clearing:
        word: Literal["clear", "undefine"] = "clear" if children[0].type == "CLEAR" else "undefine"
        return d.Clearing(word, children[1], self._span(children))

    undefine = clear

    def decision(self, children: Children) -> d.Deciding:
        cases = (self.elsif(children), *(child for child in children if isinstance(child, d.Case)))
        return d.Deciding(cases, _otherwise(children), self._span(children))

    def elsif(self, children: Children) -> d.Case:
        return d.Case((children[1],), children[3], self._span(children[:3]))

    def switch(self, children: Children) -> d.Switching:
        cases = tuple(child for child in children if isinstance(child, d.Case))
        return d.Switching(children[1], cases, _otherwise(children), self._span(children))

    def case(self, children: Children) -> d.Case:
        return d.Case(children[1], children[3], self._span(children[:1]))

    def otherwise(self, children: Children) -> _Otherwise:
        return _Otherwise(children[1])

    loop = headed(d.Looping)
    repetition = made(d.Repeating)
    alias = headed(d.Aliasing)
    add = made(d.Adding)

    def remove(self, children: Children) -> d.Removing:
        name, multiset = self._values(children)
        return d.Removing(name, multiset, None, self._span(children))

    remove_if = made(d.Removing)

    def _title(self, children: Children) -> s.Text | None:
        strings = (child for child in children if isinstance(child, Token) and child.type == "STRING")
        return next((self._token(token) for token in strings), None)

    def _token(self, token: Token) -> Any:
        span = self._span([token])
        return s.Name(str(token), span) if token.type == "NAME" else s.Text(_ESCAPE.sub(r"\1", str(token)[1:-1]), span)


def _sections(children: Sequence[Any]) -> tuple[d.Section, ...]:
    return tuple(child for child in children if isinstance(child, d.Constants | d.Types | d.Variables))


def _body(children: Sequence[Any]) -> tuple[d.StatementSyntax, ...]:
    return next((child for child in children if isinstance(child, tuple)), ())


def _otherwise(children: Sequence[Any]) -> tuple[d.StatementSyntax, ...]:
    return next((child.statements for child in children if isinstance(child, _Otherwise)), ())
