"""Arithmetic of ringsets: an element and a number of steps make an element, two elements the number of steps between.

Both are the same wherever a ring begins. In a program they are arithmetic of numbers modulo the size.
"""

from __future__ import annotations

from vsym.basics.source import Span
from vsym.languages.murphi.folding import binary
from vsym.languages.murphi.scope import Scope
from vsym.languages.murphi.typing import TURNING, described, is_number, mismatch, same
from vsym.models.program.expressions import BinaryOperator, Constant, Expression
from vsym.models.program.types import INTEGER, Ringset


def turned(
    left: Expression, operator: BinaryOperator, right: Expression, span: Span, scope: Scope
) -> Expression | None:
    """`left + right` or `left - right`, one of them an element of a ringset; None where that is nothing, which has been
    reported."""
    match left.type, right.type:
        case Ringset() as ring, number if is_number(number):
            return _shifted(left, ring, right, operator, span)
        case number, Ringset() as ring if is_number(number) and operator == "+":
            return _shifted(right, ring, left, operator, span)
        case Ringset() as ring, Ringset() as other if operator == "-":
            if same(ring, other):
                size = Constant(ring.cardinality, INTEGER, span)
                apart = binary("-", binary("+", left, size, INTEGER, span), right, INTEGER, span)
                return binary("%", apart, size, INTEGER, span)
            mismatch(ring, other, "the right side", right.span, scope)
            return None
    what = f"`{operator}` does not go with {described(left.type)} on its left and {described(right.type)} on its right"
    scope.problems.add("VS341", span, what, TURNING)
    return None


def _shifted(element: Expression, ring: Ringset, steps: Expression, sign: BinaryOperator, span: Span) -> Expression:
    """The element that is some steps on, or back: `%` of a negative number is negative, so that nothing is below 0."""
    size = Constant(ring.cardinality, INTEGER, span)
    if isinstance(steps, Constant):
        forward = (steps.value if sign == "+" else -steps.value) % ring.cardinality
        moved = binary("+", element, Constant(forward, INTEGER, steps.span), INTEGER, span)
    else:
        rest = binary("%", steps, size, INTEGER, steps.span)
        moved = binary(sign, binary("+", element, size, INTEGER, span), rest, INTEGER, span)
    return binary("%", moved, size, ring, span)
