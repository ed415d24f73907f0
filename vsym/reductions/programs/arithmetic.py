"""Arithmetic on numbers by cases: sums stay sums, and of a product or a quotient the operands are taken apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, assert_never

from vsym.basics.source import Span
from vsym.models.program.evaluation import WORD
from vsym.models.program.expressions import Binary
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.predicates import NEVER, Context, Predicate, Sum
from vsym.reductions.programs.trees import Leaf, Tree
from vsym.reductions.programs.values import separated

Number: TypeAlias = Tree[Sum]
Arithmetic: TypeAlias = Literal["+", "-", "*", "/", "%"]


def calculated(flow: Flow, expression: Binary, sign: Arithmetic, left: Number, right: Number) -> Number:
    """A result of arithmetic; a division by 0 or a result outside 64 bits ends the flow in an error."""
    match sign:
        case "+" | "-":
            factor = 1 if sign == "+" else -1
            result = combined(flow, left, right, lambda one, other: one.plus(other, factor))
        case "*":
            result = _product(flow, left, right)
        case "/" | "%":
            zero = flow.trees.predicate(right, flow.context, lambda one, here: flow.algebra.compared(one, "=", here))
            message = f"`{expression.right.span.text}` is 0, and something is divided by it"
            flow.fail(zero, "division", message, expression.span)
            dividend, divisor = (separated(flow.trees, one, flow.context) for one in (left, right))
            rounded = _quotient if sign == "/" else _remainder

            def divided(one: Sum, other: Sum) -> Sum | None:
                return Sum((), rounded(one.constant, other.constant)) if other.constant else None

            result = combined(flow, dividend, divisor, divided)
        case _:
            assert_never(sign)
    return within_word(flow, result, expression.span)


def combined(flow: Flow, left: Number, right: Number, of: Callable[[Sum, Sum], Sum | None]) -> Number:
    """What two numbers make, by the cases of both; None is for those that do not occur."""
    trees = flow.trees
    if isinstance(left, Leaf) and isinstance(right, Leaf) and (known := of(left.content, right.content)) is not None:
        return trees.leaf(known)

    def made(one: Sum, other: Sum) -> Number | None:
        result = of(one, other)
        return None if result is None else trees.leaf(result)

    return trees.mapped(
        left, flow.context, lambda one, known: trees.attempted(right, known, lambda other, _: made(one, other))
    )


def related(flow: Flow, left: Number, right: Number, sign: Literal["<=", "<"]) -> Predicate:
    """Where one number is at most another one, or less."""
    trees, beyond = flow.trees, int(sign == "<")

    def one(first: Sum, known: Context) -> Predicate:
        return trees.predicate(
            right,
            known,
            lambda second, here: trees.algebra.compared(first.plus(second, -1).shifted(beyond), "<=", here),
        )

    return trees.predicate(left, flow.context, one)


def negated(flow: Flow, number: Number, span: Span) -> Number:
    """The number with the other sign."""
    trees = flow.trees
    result = trees.mapped(number, flow.context, lambda one, _: trees.leaf(one.times(-1)))
    return within_word(flow, result, span)


def within_word(flow: Flow, number: Number, span: Span) -> Number:
    """The number; where it is outside 64 bits, the flow ends in an error."""
    if isinstance(number, Leaf) and not number.content.terms and -WORD <= number.content.constant < WORD:
        return number

    def beyond(one: Sum, here: Context) -> Predicate:
        low, high = flow.algebra.ends(one, here)
        if low >= -WORD and high < WORD:
            return NEVER
        return flow.algebra.some(
            (
                flow.algebra.compared(one.shifted(WORD + 1), "<=", here),
                flow.algebra.compared(one.shifted(-WORD), ">=", here),
            )
        )

    where = flow.trees.predicate(number, flow.context, beyond)
    flow.fail(where, "overflow", f"`{span.text}` needs more than 64 bits", span)
    return number


def _product(flow: Flow, left: Number, right: Number) -> Number:
    """By the values of one of two: of the one that has fewer."""
    apart = [separated(flow.trees, one, flow.context) for one in (left, right)]
    counts = [len(flow.trees.reach(one, flow.context)) for one in apart]
    if counts[0] <= counts[1]:
        return combined(flow, apart[0], right, lambda one, other: other.times(one.constant))
    return combined(flow, left, apart[1], lambda one, other: one.times(other.constant))


def _quotient(dividend: int, divisor: int) -> int:
    """Rounded towards zero, as in C."""
    rounded = abs(dividend) // abs(divisor)
    return rounded if (dividend < 0) == (divisor < 0) else -rounded


def _remainder(dividend: int, divisor: int) -> int:
    """What the quotient leaves, with the dividend's sign."""
    return dividend - _quotient(dividend, divisor) * divisor
