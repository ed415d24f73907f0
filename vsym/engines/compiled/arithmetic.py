"""Operators of expressions as C, with the least and greatest results, and checks where a result may not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from vsym.basics.source import Span
from vsym.engines.compiled.emission import CALLING, FAULTING, INT64, PURE, READING, Emission, Pointer, Value, literal
from vsym.models.program.expressions import BinaryOperator


def paired(emission: Emission, left: Value, right: Value, combined: Callable[[str, str], str]) -> tuple[str, int]:
    """Two values combined, the left one evaluated first wherever that makes a difference; and what that may do."""
    effects = sorted((left.effect, right.effect))
    if effects[0] < READING or (effects[0] < FAULTING and effects[1] < CALLING):
        return combined(left.text, right.text), effects[1]
    one, other = emission.fresh(), emission.fresh()
    text = f"({{ int64_t {one} = {left.text}; int64_t {other} = {right.text}; {combined(one, other)}; }})"
    return text, effects[1]


def binary(emission: Emission, operator: BinaryOperator, left: Value, right: Value, span: Span) -> Value:
    """An operator of two operands; equality takes UNDEFINED as a value like others."""
    match operator:
        case "&":
            return _truth(f"({left.truth.text} && {right.truth.text})", left, right)
        case "|":
            return _truth(f"({left.truth.text} || {right.truth.text})", left, right)
        case "->":
            return _truth(f"(!{left.truth.text} || {right.truth.text})", left, right)
        case "=":
            return _compared(emission, "==", left, right)
        case "<" | "<=" | ">" | ">=" | "!=":
            return _compared(emission, operator, left, right)
        case "+" | "-" | "*":
            return _exact(emission, operator, left, right, span)
        case "/" | "%":
            return _divided(emission, operator, left, right, span)
    assert_never(operator)


def negated(emission: Emission, operand: Value, span: Span) -> Value:
    """The number with the other sign."""
    return _exact(emission, "-", Value("0", 0, 0), operand, span)


def _truth(text: str, left: Value, right: Value) -> Value:
    return Value(text, 0, 1, max(left.effect, right.effect))


def _compared(emission: Emission, operator: str, left: Value, right: Value) -> Value:
    text, effect = paired(emission, left, right, lambda one, other: f"({one} {operator} {other})")
    return Value(text, 0, 1, effect)


def _exact(emission: Emission, operator: str, left: Value, right: Value, span: Span) -> Value:
    low, high = _ends(operator, left, right)
    if low in INT64 and high in INT64:
        text, effect = paired(emission, left, right, lambda one, other: f"({one} {operator} {other})")
        return Value(text, low, high, effect)
    function = {"+": "add", "-": "sub", "*": "mul"}[operator]
    result, fail = emission.fresh(), emission.fail("overflow", span)
    text, effect = paired(
        emission,
        left,
        right,
        lambda one, other: (
            f"({{ int64_t {result}; if (UNLIKELY(__builtin_{function}_overflow((int64_t){one}, (int64_t){other}, "
            f"&{result}))) {fail} {result}; }})"
        ),
    )
    return Value(text, max(low, INT64[0]), min(high, INT64[-1]), max(effect, FAULTING))


def _ends(operator: str, left: Value, right: Value) -> tuple[int, int]:
    if operator == "+":
        return left.low + right.low, left.high + right.high
    if operator == "-":
        return left.low - right.high, left.high - right.low
    products = [one * other for one in (left.low, left.high) for other in (right.low, right.high)]
    return min(products), max(products)


def _divided(emission: Emission, operator: str, dividend: Value, divisor: Value, span: Span) -> Value:
    """Rounded towards zero, as C does; the least number by -1 is the one case in which it does not fit."""
    most = max(abs(dividend.low), abs(dividend.high))
    one, other = emission.fresh(), emission.fresh()
    checks = ""
    if divisor.low <= 0 <= divisor.high:
        checks += f"if (UNLIKELY(!{other})) {emission.fail('division', span)} "
    text = f"{one} {operator} {other}"
    if dividend.low == INT64[0] and divisor.low <= -1 <= divisor.high:
        if operator == "/":
            overflow = f"{one} == INT64_MIN && {other} == -1"
            checks += f"if (UNLIKELY({overflow})) {emission.fail('overflow', span)} "
        else:
            text = f"{other} == -1 ? 0 : {text}"
    written = f"({{ int64_t {one} = {dividend.text}; int64_t {other} = {divisor.text}; {checks}{text}; }})"
    low, high = (-most, most) if dividend.low < 0 or (operator == "/" and divisor.low < 0) else (0, most)
    effect = max(dividend.effect, divisor.effect, FAULTING if checks else 0)
    return Value(written, max(low, INT64[0]), min(high, INT64[-1]), effect)


def moved(emission: Emission, around: Pointer, code: Value, stride: int) -> Pointer:
    """The element of an array whose index has a code."""
    if PURE in (around.effect, code.effect):
        text = f"({around.text} + ({code.text} - 1) * {stride})"
        return Pointer(text, max(around.effect, code.effect))
    base = emission.fresh()
    text = f"({{ slot_t *{base} = {around.text}; {base} + ({code.text} - 1) * {stride}; }})"
    return Pointer(text, max(around.effect, code.effect))


def chosen(condition: Value, then: Value, otherwise: Value) -> Value:
    """The one or the other."""
    return Value(
        f"({condition.text} ? {then.text} : {otherwise.text})",
        min(then.low, otherwise.low),
        max(then.high, otherwise.high),
        max(condition.effect, then.effect, otherwise.effect),
        then.optional or otherwise.optional,
    )


def nothing() -> Value:
    """No value."""
    return Value("UNDEFINED", 0, 0, optional=True)


def constant(number: int) -> Value:
    """A number."""
    return Value(literal(number), number, number)
