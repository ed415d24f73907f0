"""The walk of expressions and places in a state, plain and slow: one for the definition and for runs that fork."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from vsym.models.program import expressions as syntax
from vsym.models.program.machine import LocationT, Machine, NumberT, WholeT, fault
from vsym.models.program.types import Ringset, Scalarset, Union


def located(frame: Machine[LocationT, NumberT, WholeT], place: syntax.Place) -> LocationT:
    """The location of a place now; raises FaultError for an index that is none of the array's."""
    match place:
        case syntax.Global(variable):
            return frame.variable(variable)
        case syntax.Local(name) | syntax.Referenced(name):
            return frame.location(name)
        case syntax.Item(inner, index):
            around = located(frame, inner)
            return frame.element(around, number(frame, index), place)
        case syntax.Member(inner, name):
            return frame.field(located(frame, inner), name)
        case syntax.Entry():
            return frame.entry(place)
    assert_never(place)


def values(frame: Machine[LocationT, NumberT, WholeT], domain: syntax.Domain) -> Iterator[int]:
    """The values that a binder goes through, in order; raises FaultError."""
    match domain:
        case syntax.Interval(first, last, by):
            start, end = (frame.known(number(frame, bound), bound.span) for bound in (first, last))
            step = 1 if by is None else frame.known(number(frame, by), by.span)
            if step == 0:
                raise fault("step", "the step of this loop is 0", (by or first).span)
            return iter(range(start, end + (1 if step > 0 else -1), step))
        case syntax.Entries():
            return frame.entries(domain)
        case _:
            return domain.values()


def scalarset_of(domain: syntax.Domain, value: int) -> Scalarset | None:
    """The scalarset that a value of a domain is an element of, if it is one of any."""
    members = domain.members if isinstance(domain, Union) else (domain,)
    return next((member for member in members if isinstance(member, Scalarset) and member.code(value)), None)


def unordered(domain: syntax.Domain, value: int) -> Scalarset | Ringset | None:
    """The scalarset or ringset that a value of a domain is an element of, if it is one of any: such have no order."""
    return domain if isinstance(domain, Ringset) else scalarset_of(domain, value)


def number(frame: Machine[LocationT, NumberT, WholeT], expression: syntax.Expression) -> NumberT:
    """The value of an expression of a simple type; raises FaultError, also for an undefined value."""
    value = evaluate(frame, expression)
    if value is None:
        raise fault("undefined", f"`{expression.span.text}` is undefined", expression.span)
    assert not isinstance(value, tuple)
    return value


def truth(frame: Machine[LocationT, NumberT, WholeT], expression: syntax.Expression) -> bool:
    """The truth value of a condition; raises FaultError."""
    return frame.holds(number(frame, expression))


def evaluate(frame: Machine[LocationT, NumberT, WholeT], expression: syntax.Expression) -> NumberT | WholeT | None:
    """The value of an expression now; raises FaultError."""
    match expression:
        case syntax.Constant():
            return frame.constant(expression)
        case syntax.Undefined():
            return None
        case syntax.Bound(binder):
            return frame.value(binder)
        case syntax.Read(place, checked):
            held = frame.read(located(frame, place), place.span)
            if held is None and checked:
                raise fault("undefined", f"`{place.span.text}` is undefined", expression.span)
            return held
        case syntax.Unary("!", operand):
            return frame.literal(not truth(frame, operand))
        case syntax.Unary(_, operand):
            return _word(frame, frame.added(frame.literal(0), "-", number(frame, operand)), expression)
        case syntax.Binary():
            return _binary(frame, expression)
        case syntax.Ternary(condition, then, otherwise):
            return evaluate(frame, then if truth(frame, condition) else otherwise)
        case syntax.Quantified():
            return frame.literal(_quantified(frame, expression))
        case syntax.Count():
            return frame.count(expression)
        case syntax.IsUndefined(place):
            return frame.literal(frame.is_undefined(located(frame, place), place.span))
        case syntax.IsMember(operand, member):
            return frame.literal(frame.is_member(number(frame, operand), member, operand.span))
        case syntax.Call(routine, arguments):
            return frame.call(routine, arguments, expression.span)
    assert_never(expression)


def _quantified(frame: Machine[LocationT, NumberT, WholeT], expression: syntax.Quantified) -> bool:
    binder, domain, body = expression.binder, expression.domain, expression.body
    together = frame.quantified(expression, lambda value: truth(frame.named(binder.number, value), body))
    if together is not None:
        return together
    decisive = expression.quantifier == "exists"
    # The elements of a scalarset or a ringset have no order: all of them are evaluated before the loop stops.
    for _, turns in groupby(values(frame, domain), key=lambda value: unordered(domain, value) or (value,)):
        if decisive in [truth(frame.bound(binder, value), body) for value in tuple(turns)]:
            return decisive
    return not decisive


def _binary(frame: Machine[LocationT, NumberT, WholeT], expression: syntax.Binary) -> NumberT:
    left, right = expression.left, expression.right
    match expression.operator:
        case "&":
            return frame.literal(truth(frame, left) and truth(frame, right))
        case "|":
            return frame.literal(truth(frame, left) or truth(frame, right))
        case "->":
            return frame.literal(not truth(frame, left) or truth(frame, right))
        case "=" | "!=" as operator:
            same = frame.same(_operand(frame, left), _operand(frame, right))
            return frame.literal(same == (operator == "="))
        case "<" | "<=" | ">" | ">=" as sign:
            return frame.literal(frame.compared(number(frame, left), sign, number(frame, right)))
        case "+" | "-" as sign:
            return _word(frame, frame.added(number(frame, left), sign, number(frame, right)), expression)
        case "*":
            product = frame.multiplied(number(frame, left), number(frame, right), right.span)
            return _word(frame, product, expression)
        case "/" | "%" as operator:
            dividend, divisor = (frame.known(number(frame, side), side.span) for side in (left, right))
            if divisor == 0:
                raise fault("division", f"division by zero: `{right.span.text}` is 0", expression.span)
            quotient = abs(dividend) // abs(divisor) * (1 if (dividend < 0) == (divisor < 0) else -1)
            result = quotient if operator == "/" else dividend - quotient * divisor
            return _word(frame, frame.literal(result), expression)
    assert_never(expression.operator)


def _operand(frame: Machine[LocationT, NumberT, WholeT], operand: syntax.Expression) -> NumberT | WholeT | None:
    """An operand of an equality: only a read that is not checked may be undefined."""
    value = evaluate(frame, operand)
    if value is None and not (isinstance(operand, syntax.Read) and not operand.checked):
        raise fault("undefined", f"`{operand.span.text}` is undefined", operand.span)
    return value


def _word(frame: Machine[LocationT, NumberT, WholeT], result: NumberT, expression: syntax.Expression) -> NumberT:
    if not frame.fits(result):
        raise fault("overflow", f"`{expression.span.text}` needs more than 64 bits", expression.span)
    return result
