"""Declarations as written, and how the parser's tree becomes them; expressions are those of all formulas."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from lark import Token

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst.expression_builder import ExpressionBuilder
from vsym.languages.gsst.syntax import Expression, Identifier, Range
from vsym.languages.gsst.tree_values import Children, without_tokens


@frozen
class SystemName:
    """`system name`."""

    name: Identifier
    span: Span


@frozen
class Parameter:
    """`param name = value`."""

    name: Identifier
    value: Expression
    span: Span


@frozen
class Declared:
    """`var name : values`, which are a range, words, or `bool` where there are none."""

    name: Identifier
    values: Range | tuple[Identifier, ...] | None
    span: Span


@frozen
class Stated:
    """A predicate behind a word: what is true of all states, of the initial ones, or again and again."""

    word: Literal["domain", "init", "fairness"]
    formula: Expression
    span: Span


@frozen
class Assignment:
    """`variable := value`."""

    variable: Identifier
    value: Expression
    span: Span


@frozen
class EventDeclaration:
    """An event with its label, its guard and its assignments, or the error that it is."""

    name: Identifier
    label: str | None
    guard: Expression | None
    update: tuple[Assignment, ...]
    error: str | None
    span: Span


@frozen
class Asked:
    """A property."""

    logic: Literal["ctl", "ltl", "invariant"]
    name: Identifier
    formula: Expression
    span: Span


Declaration: TypeAlias = SystemName | Parameter | Declared | Stated | EventDeclaration | Asked


@frozen
class File:
    """What a text declares."""

    declarations: tuple[Declaration, ...]
    span: Span


def expressions(declared: Declaration) -> tuple[Expression, ...]:
    """The expressions that stand in a declaration, in their order."""
    match declared:
        case Parameter(_, value):
            return (value,)
        case Declared(_, Range(low, high)):
            return (low, high)
        case Stated(_, formula) | Asked(_, _, formula):
            return (formula,)
        case EventDeclaration(_, _, guard, update):
            return (*(() if guard is None else (guard,)), *(one.value for one in update))
    return ()


class Builder(ExpressionBuilder):
    """One method per rule of systems.lark, each from the children (values and all tokens) to the rule's value."""

    def start(self, children: Children) -> File:
        return File(tuple(children), Span(self._source, 0, len(self._source.text)))

    def system(self, children: Children) -> SystemName:
        return SystemName(self._identifier(children[1]), self._span(children))

    def parameter(self, children: Children) -> Parameter:
        return Parameter(self._identifier(children[1]), children[3], self._span(children))

    def variable(self, children: Children) -> Declared:
        values = None if isinstance(children[3], Token) else children[3]
        return Declared(self._identifier(children[1]), values, self._span(children))

    def words(self, children: Children) -> tuple[Identifier, ...]:
        return tuple(self._identifier(child) for child in children if child.type == "NAME")

    def domain(self, children: Children) -> Stated:
        return Stated(children[0].value, children[1], self._span(children))

    initial = domain
    fairness = domain

    def event(self, children: Children) -> EventDeclaration:
        label = error = guard = None
        update: tuple[Assignment, ...] = ()
        for child in children[2:]:
            match child:
                case Token():
                    label = str(child)[1:-1]
                case ("if", condition, _):
                    guard = condition
                case ("error", text, _):
                    error = text
                case (_, assignments, _):
                    update = assignments
        return EventDeclaration(self._identifier(children[1]), label, guard, update, error, self._whole(children))

    def condition(self, children: Children) -> Any:
        return ("if", children[1], children[1])

    def update(self, children: Children) -> Any:
        assignments = without_tokens(children)
        return ("do", assignments, assignments[-1])

    def error(self, children: Children) -> Any:
        return ("error", str(children[1])[1:-1], children[1])

    def assignment(self, children: Children) -> Assignment:
        return Assignment(self._identifier(children[0]), children[2], self._span(children))

    def stated(self, children: Children) -> Asked:
        return Asked(children[0].value, self._identifier(children[1]), children[3], self._span(children))

    def _whole(self, children: Children) -> Span:
        """The stretch of an event, up to the last word of its last clause."""
        last = children[-1]
        return self._span([*children[:-1], last[2] if isinstance(last, tuple) else last])
