"""Conditions of a program as atoms of formulas."""

from __future__ import annotations

from vsym.basics.source import Span
from vsym.languages.murphi.scope import Scope
from vsym.logic.formula import Formula, Truth, compare
from vsym.logic.terms import Atom, Linear, linear
from vsym.models.program.expressions import Constant, Expression
from vsym.models.program.program import Condition


def truth(atom: Atom) -> Formula:
    """The formula that an atom is 1."""
    return compare(linear([(atom, 1)]), "=", Linear((), 1))


def atom(expression: Expression, span: Span, scope: Scope) -> Condition:
    """A condition with its text, which says of which instance it is."""
    return Condition(expression, spelled(span, scope))


def predicate(expression: Expression, span: Span, scope: Scope) -> Formula:
    """The formula that a condition is true."""
    if isinstance(expression, Constant):
        return Truth(bool(expression.value))
    return truth(atom(expression, span, scope))


def spelled(span: Span, scope: Scope) -> str:
    """The text of a condition on one line, with the values of its instance."""
    values = ", ".join(f"{name} = {value}" for name, value in scope.instance)
    text = " ".join(span.text.split())
    return f"{text} [{values}]" if values else text
