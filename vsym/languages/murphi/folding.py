"""Operators applied to the meanings of their operands: where all of these are known, to a constant."""

from __future__ import annotations

from typing import assert_never

from vsym.basics.source import Span
from vsym.languages.murphi.words import LARGEST
from vsym.models.program.expressions import Binary, BinaryOperator, Constant, Expression, Ternary, Unary
from vsym.models.program.types import BOOLEAN, Simple


def negated(operand: Expression, span: Span) -> Expression:
    """Not the operand."""
    if isinstance(operand, Constant):
        return Constant(1 - operand.value, BOOLEAN, span)
    return Unary("!", operand, BOOLEAN, span)


def minus(operand: Expression, kind: Simple, span: Span) -> Expression:
    """The operand with the other sign."""
    if isinstance(operand, Constant):
        return Constant(-operand.value, kind, span)
    return Unary("-", operand, kind, span)


def binary(operator: BinaryOperator, left: Expression, right: Expression, kind: Simple, span: Span) -> Expression:
    """The operator applied; an operation that would be an error stays one for its evaluation."""
    if isinstance(left, Constant):
        if isinstance(right, Constant):
            value = _result(operator, left.value, right.value)
            if value is not None and abs(value) <= LARGEST:
                return Constant(value, kind, span)
        elif operator in ("&", "|", "->"):
            decisive = operator == "|"
            if bool(left.value) is decisive:
                return Constant(int(operator != "&"), kind, span)
            return right
    return Binary(operator, left, right, kind, span)


def ternary(whole: Ternary) -> Expression:
    """The expression that a known condition chooses, or the whole."""
    if isinstance(whole.condition, Constant):
        return whole.then if whole.condition.value else whole.otherwise
    return whole


def _result(operator: BinaryOperator, left: int, right: int) -> int | None:
    """The value, or None where there is none."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" | "%" if right == 0:
            return None
        case "/":
            quotient = abs(left) // abs(right)
            return quotient if (left < 0) == (right < 0) else -quotient
        case "%":
            remainder = abs(left) % abs(right)
            return -remainder if left < 0 else remainder
        case "<" | ">":
            return int(left < right if operator == "<" else left > right)
        case "<=" | ">=":
            return int(left <= right if operator == "<=" else left >= right)
        case "=" | "!=":
            return int((left == right) == (operator == "="))
        case "&":
            return left & right
        case "|":
            return left | right
        case "->":
            return int(not left or bool(right))
    assert_never(operator)
