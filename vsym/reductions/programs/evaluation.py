"""The walk of expressions and places while a program runs symbolically: `models/program/evaluation.py`, by cases.

In arithmetic on numbers by cases, sums stay sums; a product or a quotient takes its operands apart into cases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, assert_never

from vsym.basics.source import Span
from vsym.models.program import expressions as syntax
from vsym.models.program.memory import WORD
from vsym.models.program.types import Array, Record, Simple, field_offset, width
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import Frame, Location, Whole, chosen, held, quantified, refused, whole
from vsym.reductions.programs.memoisation import recalled
from vsym.reductions.programs.predicates import ALWAYS, NEVER, Context, Predicate, Sum
from vsym.reductions.programs.trees import Leaf, Tree
from vsym.reductions.programs.values import (
    Value,
    constant,
    decoded,
    defined,
    encoded,
    known_value,
    numbers,
    outside,
    same,
    separated,
    undefined,
)

Number: TypeAlias = Tree[Sum]
Arithmetic: TypeAlias = Literal["+", "-", "*", "/", "%"]


def _calculated(flow: Flow, expression: syntax.Binary, sign: Arithmetic, left: Number, right: Number) -> Number:
    """A result of arithmetic; a division by 0 or a result outside 64 bits ends the flow in an error."""
    match sign:
        case "+" | "-":
            factor = 1 if sign == "+" else -1
            result = _combined(flow, left, right, lambda one, other: one.plus(other, factor))
        case "*":
            result = _product(flow, left, right)
        case "/" | "%":
            zero = flow.trees.predicate(right, flow.context, lambda one, here: flow.algebra.compared(one, "=", here))
            message = f"division by zero: `{expression.right.span.text}` is 0"
            flow.fail(zero, "division", message, expression.span)
            dividend, divisor = (separated(flow.trees, one, flow.context) for one in (left, right))
            result = _combined(flow, dividend, divisor, lambda one, other: _divided(sign, one.constant, other.constant))
        case _:
            assert_never(sign)
    return _within_word(flow, result, expression.span)


def _combined(flow: Flow, left: Number, right: Number, of: Callable[[Sum, Sum], Sum | None]) -> Number:
    """The number that two make, by the cases of both; None is for those that do not occur."""
    trees = flow.trees
    if isinstance(left, Leaf) and isinstance(right, Leaf) and (only := of(left.content, right.content)) is not None:
        return trees.leaf(only)

    def made(one: Sum, other: Sum) -> Number | None:
        result = of(one, other)
        return None if result is None else trees.leaf(result)

    return trees.mapped(
        left, flow.context, lambda one, here: trees.attempted(right, here, lambda other, _: made(one, other))
    )


def _related(flow: Flow, left: Number, right: Number, sign: Literal["<=", "<"]) -> Predicate:
    """The states in which one number is at most another one, or less."""
    trees, beyond = flow.trees, int(sign == "<")
    return trees.predicates(
        left,
        right,
        flow.context,
        lambda one, other, here: trees.algebra.compared(one.plus(other, -1).shifted(beyond), "<=", here),
    )


def _within_word(flow: Flow, number: Number, span: Span) -> Number:
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
    """The product, by cases of the factor that has fewer values."""
    apart = [separated(flow.trees, one, flow.context) for one in (left, right)]
    counts = [len(flow.trees.reach(one, flow.context)) for one in apart]
    if counts[0] <= counts[1]:
        return _combined(flow, apart[0], right, lambda one, other: other.times(one.constant))
    return _combined(flow, left, apart[1], lambda one, other: one.times(other.constant))


def _divided(sign: Literal["/", "%"], dividend: int, divisor: int) -> Sum | None:
    """The quotient, rounded towards zero as in C, or the remainder; None for a divisor of 0."""
    if not divisor:
        return None
    quotient = abs(dividend) // abs(divisor) * (1 if (dividend < 0) == (divisor < 0) else -1)
    return Sum((), quotient if sign == "/" else dividend - quotient * divisor)


def located(flow: Flow, frame: Frame, place: syntax.Place) -> Location:
    """The location of a place; an index that is none of the array's ends the flow in an error."""
    match place:
        case syntax.Global(variable):
            return Location(flow.trees.leaf(frame.program.layout.offsets[variable]), variable.type)
        case syntax.Local(name) | syntax.Referenced(name):
            return frame.location(name)
        case syntax.Item():
            return _item(flow, frame, place)
        case syntax.Member(inner, name):
            around = located(flow, frame, inner)
            assert isinstance(around.type, Record)
            part = around.type.field(name)
            assert part is not None
            return around.shifted(flow, field_offset(around.type, name), part)
        case syntax.Entry():
            raise refused(place.span, "elements of multisets cannot be run symbolically")
    assert_never(place)


def _item(flow: Flow, frame: Frame, item: syntax.Item) -> Location:
    around = located(flow, frame, item.place)
    assert isinstance(around.type, Array)
    index, element = around.type.index, around.type.element
    value = number(flow, frame, item.index)
    if (constant_index := known_value(value)) is not None and (code := index.code(constant_index)):
        return around.shifted(flow, (code - 1) * width(element), element)
    missing = outside(flow.trees, value, index, flow.context)
    flow.fail(missing, "index", f"`{item.place.span.text}` has no element `{item.index.span.text}`", item.index.span)
    codes = separated(flow.trees, encoded(flow.trees, value, index, flow.context), flow.context)
    trees, stride = flow.trees, width(element)

    def element_at(first: int, code: int) -> Tree[int] | None:
        return trees.leaf(first + (code - 1) * stride) if 1 <= code <= index.cardinality else None

    addresses = trees.mapped(
        around.addresses,
        flow.context,
        lambda first, here: trees.attempted(codes, here, lambda code, _: element_at(first, code.constant)),
    )
    return Location(addresses, element)


def number(flow: Flow, frame: Frame, expression: syntax.Expression) -> Value:
    """The value of an expression of a simple type; one that is undefined ends the flow in an error."""
    if isinstance(expression, syntax.Bound):
        return frame.value(expression.binder)
    if isinstance(expression, syntax.Constant):
        return constant(flow.trees, expression.value)
    return _defined(flow, simple(flow, frame, expression), expression)


def simple(flow: Flow, frame: Frame, expression: syntax.Expression) -> Value:
    """The value of an expression of a simple type, undefined or not."""
    value = evaluate(flow, frame, expression)
    if value is None:
        return flow.trees.leaf(None)
    assert not isinstance(value, tuple)
    return value


def _defined(flow: Flow, value: Value, expression: syntax.Expression) -> Value:
    if isinstance(value, Leaf) and isinstance(value.content, Sum):
        return value
    missing = undefined(flow.trees, value, flow.context)
    flow.fail(missing, "undefined", f"`{expression.span.text}` is undefined", expression.span)
    return defined(flow.trees, value, flow.context)


def truth(flow: Flow, frame: Frame, expression: syntax.Expression) -> Predicate:
    """The states in which a condition is true."""
    match expression:
        case syntax.Unary("!", operand):
            return flow.algebra.negate(truth(flow, frame, operand))
        case syntax.Binary("&", left, right):
            first = truth(flow, frame, left)
            second = flow.where(first, lambda rest: truth(rest, frame, right))
            return flow.algebra.every((first, second or NEVER))
        case syntax.Binary("|", left, right):
            first = truth(flow, frame, left)
            second = flow.unless(first, lambda rest: truth(rest, frame, right))
            return flow.algebra.some((first, second or NEVER))
        case syntax.Binary("->", left, right):
            first = truth(flow, frame, left)
            second = flow.where(first, lambda rest: truth(rest, frame, right))
            return flow.algebra.either(first, second or NEVER, ALWAYS)
        case syntax.Binary("=" | "!=" as sign, left, right):
            equal = _equal(flow, frame, left, right)
            return equal if sign == "=" else flow.algebra.negate(equal)
        case syntax.Binary("<" | "<=" | ">" | ">=" as sign, left, right):
            one, other = _number(flow, frame, left), _number(flow, frame, right)
            match sign:
                case "<" | "<=":
                    return _related(flow, one, other, sign)
                case ">":
                    return _related(flow, other, one, "<")
                case ">=":
                    return _related(flow, other, one, "<=")
        case syntax.Quantified():
            return recalled(flow, frame, expression, lambda here: quantified(here, frame, expression, number, truth))
        case syntax.IsUndefined(place):
            codes = whole(flow, located(flow, frame, place))
            trees, algebra, context = flow.trees, flow.algebra, flow.context
            return algebra.every(
                trees.predicate(code, context, lambda one, here: algebra.compared(one, "=", here)) for code in codes
            )
        case syntax.IsMember(operand, member):
            value = number(flow, frame, operand)
            return flow.algebra.negate(outside(flow.trees, value, member, flow.context))
    value = number(flow, frame, expression)
    return flow.trees.predicate(
        numbers(flow.trees, value, flow.context), flow.context, lambda one, here: flow.algebra.compared(one, "!=", here)
    )


def _equal(flow: Flow, frame: Frame, left: syntax.Expression, right: syntax.Expression) -> Predicate:
    one, other = _compared(flow, frame, left), _compared(flow, frame, right)
    if isinstance(one, tuple):
        assert isinstance(other, tuple)
        return flow.algebra.every(same(flow.trees, a, b, flow.context) for a, b in zip(one, other, strict=True))
    assert not isinstance(other, tuple)
    return same(flow.trees, one, other, flow.context)


def _compared(flow: Flow, frame: Frame, operand: syntax.Expression) -> Value | Whole:
    """An operand of an equality: only a read that is not checked may be undefined."""
    value = evaluate(flow, frame, operand)
    if isinstance(value, tuple):
        return value
    value = flow.trees.leaf(None) if value is None else value
    return value if isinstance(operand, syntax.Read) and not operand.checked else _defined(flow, value, operand)


def _number(flow: Flow, frame: Frame, expression: syntax.Expression) -> Number:
    return numbers(flow.trees, number(flow, frame, expression), flow.context)


def evaluate(flow: Flow, frame: Frame, expression: syntax.Expression) -> Value | Whole | None:
    """The value of an expression; None where it is undefined, or a procedure was called."""
    match expression:
        case syntax.Constant(known):
            return constant(flow.trees, known)
        case syntax.Undefined():
            return None
        case syntax.Bound(binder):
            return frame.value(binder)
        case syntax.Read(place, checked):
            location = located(flow, frame, place)
            if not isinstance(location.type, Simple):
                return whole(flow, location)
            value = decoded(flow.trees, held(flow, location), location.type, flow.context)
            return _defined(flow, value, syntax.Read(place, checked, location.type, place.span)) if checked else value
        case syntax.Unary("-", operand):
            trees, value = flow.trees, _number(flow, frame, operand)
            negative = trees.mapped(value, flow.context, lambda one, _: trees.leaf(one.times(-1)))
            return _within_word(flow, negative, expression.span)
        case syntax.Binary("+" | "-" | "*" | "/" | "%" as sign, left, right):
            one, other = _number(flow, frame, left), _number(flow, frame, right)
            return _calculated(flow, expression, sign, one, other)
        case syntax.Ternary():
            return _chosen(flow, frame, expression)
        case syntax.Call(routine, arguments):
            span = expression.span
            results = recalled(
                flow, frame, expression, lambda here: (frame.invoke(here, frame, routine, arguments, span),)
            )
            return results[0]
        case syntax.Count():
            raise refused(expression.span, "multisets cannot be run symbolically")
        case syntax.Unary() | syntax.Binary() | syntax.Quantified() | syntax.IsUndefined() | syntax.IsMember():
            where = truth(flow, frame, expression)
            return flow.trees.choose(where, constant(flow.trees, 1), constant(flow.trees, 0))
    assert_never(expression)


def _chosen(flow: Flow, frame: Frame, expression: syntax.Ternary) -> Value | Whole | None:
    condition = truth(flow, frame, expression.condition)
    then, otherwise = flow.branch(
        condition,
        lambda rest: (evaluate(rest, frame, expression.then),),
        lambda rest: (evaluate(rest, frame, expression.otherwise),),
    )
    if then is None or otherwise is None:
        ((only,),) = [one for one in (then, otherwise) if one is not None]
        return only
    return chosen(flow, condition, then[0], otherwise[0])
