"""Numbers that stand where only constants may: sizes, the ends of ranges, initial values."""

from __future__ import annotations

from vsym.languages.gsst.choices import Choice
from vsym.languages.gsst.expressions import term
from vsym.languages.gsst.numbers import number
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.syntax import Expression
from vsym.logic.terms import Linear


def linear_term(expression: Expression, scope: Scope) -> Linear | None:
    """The meaning of an expression that has to be a number without cases."""
    found = term(expression, scope)
    if not isinstance(found, Choice):
        return found
    scope.problems.add("VS319", expression.span, "this depends on the state, where only constants may stand")
    return None


def size(expression: Expression, scope: Scope) -> Linear | None:
    """The value of an index expression: a number, or a linear term over the parameters that have none."""
    if scope.kept:
        return linear_term(expression, scope.speaking("constant"))
    value = number(expression, scope)
    return None if value is None else Linear((), value)
