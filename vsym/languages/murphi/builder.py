"""From the parser's tree to syntax values: statements, rules and declarations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from lark import Token

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.expression_builder import ExpressionBuilder
from vsym.languages.parsing import Children, without_tokens


@frozen
class _Body:
    """The statements of a block."""

    statements: tuple[d.StatementSyntax, ...]


@frozen
class _Otherwise:
    """The statements of an `else`."""

    statements: tuple[d.StatementSyntax, ...]


@frozen
class _Rules:
    """The rules of a block."""

    rules: tuple[d.RuleLike, ...]


@frozen
class _Result:
    """The type of a function's result."""

    type: s.TypeExpression


@frozen
class _Priority:
    """A rule's priority with its name."""

    value: s.Expression
    name: s.Text


@frozen
class _Guard:
    """A rule's guard."""

    condition: s.Expression


class Builder(ExpressionBuilder):
    """The methods for the rules of the grammar around expressions."""

    def model(self, children: Children) -> d.File:
        return d.File(without_tokens(children), (), Span(self._source, 0, len(self._source.text)))

    def annotation(self, children: Children) -> d.Annotation:
        span = self._span(children)
        if children[0].type == "FAIR":
            return d.Fair(self._text(children[1]) if isinstance(children[1], Token) else children[1], span)
        if children[0].type == "HINT":
            return d.Hint(children[1], span)
        logic, name, _, formula = children
        title = self._text(name) if name.type == "STRING" else self._name(name)
        return d.StatedFormula(self._name(logic), title, formula, span)

    def constants(self, children: Children) -> d.Constants:
        return d.Constants(without_tokens(children), self._span(children))

    def types(self, children: Children) -> d.Types:
        return d.Types(without_tokens(children), self._span(children))

    def variables(self, children: Children) -> d.Variables:
        return d.Variables(without_tokens(children), self._span(children))

    def value(self, children: Children) -> d.Naming:
        return d.Naming(self._names(children), children[-1], self._span(children))

    def routine(self, children: Children) -> d.RoutineSyntax:
        formals = tuple(child for child in children if isinstance(child, d.Formal))
        results = [child.type for child in children if isinstance(child, _Result)]
        return d.RoutineSyntax(
            self._name(children[1]),
            formals,
            results[0] if results else None,
            _sections(children),
            _statements(children, _Body),
            self._span(children),
        )

    def parameter(self, children: Children) -> d.Formal:
        typed = children[-1]
        return d.Formal(typed.names, typed.type, len(children) == 2, self._span(children))

    def result(self, children: Children) -> _Result:
        return _Result(children[1])

    def rule(self, children: Children) -> d.RuleSyntax:
        name, priority, guard = None, None, None
        for child in children[1:]:
            match child:
                case Token(type="STRING"):
                    name = self._text(child)
                case _Priority(value, title):
                    name, priority = title, value
                case _Guard(condition):
                    guard = condition
        body = _statements(children, _Body)
        return d.RuleSyntax(name, priority, guard, _sections(children), body, self._span(children))

    def priority(self, children: Children) -> _Priority:
        return _Priority(children[0], self._text(children[1]))

    def guard(self, children: Children) -> _Guard:
        return _Guard(children[0])

    def startstate(self, children: Children) -> d.StartSyntax:
        name = self._title(children)
        return d.StartSyntax(name, _sections(children), _statements(children, _Body), self._span(children))

    def property(self, children: Children) -> d.Stating:
        [condition] = without_tokens(children)
        return d.Stating(children[0].lower(), self._title(children), condition, self._span(children))

    def ruleset(self, children: Children) -> d.Ruleset:
        *quantifiers, rules = without_tokens(children)
        return d.Ruleset(tuple(quantifiers), rules.rules, self._span(children))

    def choose(self, children: Children) -> d.Choosers:
        *chosen, rules = without_tokens(children)
        return d.Choosers(tuple(chosen), rules.rules, self._span(children))

    def chosen(self, children: Children) -> d.Chosen:
        return d.Chosen(self._name(children[0]), children[2], self._span(children))

    def alias_rule(self, children: Children) -> d.AliasedRules:
        *aliases, rules = without_tokens(children)
        return d.AliasedRules(tuple(aliases), rules.rules, self._span(children))

    def rules(self, children: Children) -> _Rules:
        return _Rules(without_tokens(children))

    def body(self, children: Children) -> _Body:
        return _Body(without_tokens(children))

    def assign(self, children: Children) -> d.Assigning:
        place, _, value = children
        return d.Assigning(place, value, self._span(children))

    def error(self, children: Children) -> d.Failing:
        return d.Failing(self._text(children[1]), self._span(children))

    def put(self, children: Children) -> d.Putting:
        return d.Putting(next(iter(without_tokens(children)), None), self._span(children))

    def clear(self, children: Children) -> d.Clearing:
        word: Literal["clear", "undefine"] = "clear" if children[0].type == "CLEAR" else "undefine"
        return d.Clearing(word, children[1], self._span(children))

    undefine = clear

    def decision(self, children: Children) -> d.Deciding:
        first = d.Case((children[1],), children[3].statements, self._span(children[:3]))
        cases = (first, *(child for child in children if isinstance(child, d.Case)))
        return d.Deciding(cases, _statements(children, _Otherwise), self._span(children))

    def elsif(self, children: Children) -> d.Case:
        return d.Case((children[1],), children[3].statements, self._span(children[:3]))

    def otherwise(self, children: Children) -> _Otherwise:
        return _Otherwise(children[1].statements)

    def switch(self, children: Children) -> d.Switching:
        cases = tuple(child for child in children if isinstance(child, d.Case))
        return d.Switching(children[1], cases, _statements(children, _Otherwise), self._span(children))

    def case(self, children: Children) -> d.Case:
        return d.Case(children[1].values, children[3].statements, self._span(children[:1]))

    def loop(self, children: Children) -> d.Looping:
        *quantifiers, body = without_tokens(children)
        return d.Looping(tuple(quantifiers), body.statements, self._span(children))

    def repetition(self, children: Children) -> d.Repeating:
        return d.Repeating(children[1], children[3].statements, self._span(children))

    def returning(self, children: Children) -> d.Returning:
        return d.Returning(next(iter(without_tokens(children)), None), self._span(children))

    def alias(self, children: Children) -> d.Aliasing:
        *aliases, body = without_tokens(children)
        return d.Aliasing(tuple(aliases), body.statements, self._span(children))

    def add(self, children: Children) -> d.Adding:
        return d.Adding(children[2], children[4], self._span(children))

    def remove(self, children: Children) -> d.Removing:
        return d.Removing(self._name(children[2]), children[4], None, self._span(children))

    def remove_if(self, children: Children) -> d.Removing:
        return d.Removing(self._name(children[2]), children[4], children[6], self._span(children))

    def _title(self, children: Children) -> s.Text | None:
        strings = (child for child in children if isinstance(child, Token) and child.type == "STRING")
        return next((self._text(token) for token in strings), None)


def _sections(children: Sequence[Any]) -> tuple[d.Section, ...]:
    return tuple(child for child in children if isinstance(child, d.Constants | d.Types | d.Variables))


def _statements(children: Sequence[Any], kind: type[_Body | _Otherwise]) -> tuple[d.StatementSyntax, ...]:
    return next((child.statements for child in children if isinstance(child, kind)), ())
