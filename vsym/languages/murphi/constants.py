"""Expressions of one kind: constants, conditions, numbers."""

from __future__ import annotations

from vsym.basics.source import Span
from vsym.languages.murphi.scope import Scope
from vsym.languages.murphi.syntax import expressions as s
from vsym.languages.murphi.typing import described, is_boolean
from vsym.models.program.expressions import Constant, Expression
from vsym.models.program.types import Range


def constant(node: s.Expression, scope: Scope) -> int | None:
    """The number that an expression is known to be; None where it is none, which has been reported."""
    found = number(node, scope)
    if found is None:
        return None
    if isinstance(found, Constant):
        return found.value
    scope.problems.add("VS319", node.span, "this is not known before the program runs; only constants may stand here")
    return None


def number(node: s.Expression, scope: Scope) -> Expression | None:
    """What a number means; None where it is none, which has been reported."""
    found = scope.value(node)
    return None if found is None or not is_number(found, node.span, scope) else found


def is_number(found: Expression, span: Span, scope: Scope) -> bool:
    """Whether an expression is a number; reported where it is none."""
    if isinstance(found.type, Range):
        return True
    scope.problems.add("VS301", span, f"a number has to stand here, and this is {described(found.type)}")
    return False


def condition(node: s.Expression, scope: Scope) -> Expression | None:
    """What a condition means; None where it is none, which has been reported."""
    found = scope.value(node)
    return None if found is None or not is_condition(found, node.span, scope) else found


def is_condition(found: Expression, span: Span, scope: Scope) -> bool:
    """Whether an expression is a condition; reported where it is none."""
    if is_boolean(found.type):
        return True
    scope.problems.add("VS301", span, f"a condition has to stand here, and this is {described(found.type)}")
    return False
