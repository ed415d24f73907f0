"""What expressions and places are in a state: the definition, plain and slow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from vsym.basics.source import Span
from vsym.models.program.expressions import (
    Binary,
    Bound,
    Call,
    Constant,
    Count,
    Domain,
    Entries,
    Entry,
    Expression,
    Global,
    Interval,
    IsMember,
    IsUndefined,
    Item,
    Local,
    Member,
    Place,
    Quantified,
    Read,
    Referenced,
    Ternary,
    Unary,
    Undefined,
)
from vsym.models.program.faults import Fault, FaultError, FaultKind
from vsym.models.program.memory import Frame, Location, Value
from vsym.models.program.types import Array, Multiset, Record, Scalarset, Simple, Union, field_offset, width

WORD = 1 << 63


def fault(kind: FaultKind, message: str, span: Span) -> FaultError:
    """An error of the program, to be raised."""
    return FaultError(Fault(kind, message, span))


def located(frame: Frame, place: Place) -> Location:
    """Where a place is now; raises FaultError for an index that is none of the array's."""
    match place:
        case Global(variable):
            return Location(frame.memory, frame.program.layout.offsets[variable], variable.type)
        case Local(variable):
            return frame.location(variable)
        case Referenced(reference):
            return frame.location(reference)
        case Item(inner, index):
            around = located(frame, inner)
            assert isinstance(around.type, Array)
            value = number(frame, index)
            code = around.type.index.code(value)
            if not code:
                written = _written(value, index)
                raise fault("index", f"`{inner.span.text}` has no element {written}", index.span)
            element = around.type.element
            return Location(around.memory, around.offset + (code - 1) * width(element), element)
        case Member(inner, name):
            around = located(frame, inner)
            assert isinstance(around.type, Record)
            part = around.type.field(name)
            assert part is not None
            return Location(around.memory, around.offset + field_offset(around.type, name), part)
        case Entry(inner, binder):
            around = entry(located(frame, inner), frame.value(binder))
            if not around.memory[around.offset - 1]:
                raise fault("removed", f"`{place.span.text}` was taken out of the multiset before", place.span)
            return around
    assert_never(place)


def entry(multiset: Location, position: int) -> Location:
    """The element at a position from 0 of a multiset; the slot before it says whether it is there."""
    assert isinstance(multiset.type, Multiset)
    element = multiset.type.element
    return Location(multiset.memory, multiset.offset + position * (1 + width(element)) + 1, element)


def occupied(multiset: Location) -> Iterator[int]:
    """The positions of a multiset's elements, each looked at when it is come to."""
    assert isinstance(multiset.type, Multiset)
    for position in range(multiset.type.size):
        if multiset.memory[entry(multiset, position).offset - 1]:
            yield position


def values(frame: Frame, domain: Domain) -> Iterator[int]:
    """The values that a binder goes through, in order; raises FaultError."""
    match domain:
        case Interval(first, last, by):
            start, end = number(frame, first), number(frame, last)
            step = 1 if by is None else number(frame, by)
            if step == 0:
                raise fault("step", "a loop cannot go on in steps of 0", (by or first).span)
            return iter(range(start, end + (1 if step > 0 else -1), step))
        case Entries(place):
            return occupied(located(frame, place))
        case _:
            return domain.values()


def _unordered(frame: Frame, domain: Domain) -> Iterator[tuple[int, ...]]:
    """The values of a quantifier's binder, in order; the elements of a scalarset have none, so that all of them are
    looked at before it stops."""
    for _, together in groupby(values(frame, domain), key=lambda value: scalarset_of(domain, value) or (value,)):
        yield tuple(together)


def scalarset_of(domain: Domain, value: int) -> Scalarset | None:
    """The scalarset that a value of a domain is an element of, if it is one of any."""
    members = domain.members if isinstance(domain, Union) else (domain,)
    return next((member for member in members if isinstance(member, Scalarset) and member.code(value)), None)


def number(frame: Frame, expression: Expression) -> int:
    """The value of an expression of a simple type; raises FaultError, for an undefined value too."""
    value = evaluate(frame, expression)
    if value is None:
        raise fault("undefined", f"`{expression.span.text}` is undefined", expression.span)
    assert isinstance(value, int)
    return value


def truth(frame: Frame, expression: Expression) -> bool:
    """The truth value of a condition; raises FaultError."""
    return bool(number(frame, expression))


def evaluate(frame: Frame, expression: Expression) -> Value:
    """What an expression is now; raises FaultError."""
    match expression:
        case Constant(value):
            return value
        case Undefined():
            return None
        case Bound(binder):
            return frame.value(binder)
        case Read(place, checked):
            found = located(frame, place).value()
            if found is None and checked:
                raise fault("undefined", f"`{place.span.text}` is undefined", expression.span)
            return found
        case Unary(operator, operand):
            return int(not truth(frame, operand)) if operator == "!" else _word(-number(frame, operand), expression)
        case Binary():
            return _binary(frame, expression)
        case Ternary(condition, then, otherwise):
            return evaluate(frame, then if truth(frame, condition) else otherwise)
        case Quantified():
            return int(_quantified(frame, expression))
        case Count(binder, place, body):
            return sum(truth(frame.bound(binder, value), body) for value in occupied(located(frame, place)))
        case IsUndefined(place):
            return int(not any(located(frame, place).codes()))
        case IsMember(operand, member):
            return int(member.code(number(frame, operand)) > 0)
        case Call(routine, arguments):
            return frame.invoke(frame, routine, arguments, expression.span)
    assert_never(expression)


def _quantified(frame: Frame, expression: Quantified) -> bool:
    decisive = expression.quantifier == "exists"
    for together in _unordered(frame, expression.domain):
        bodies = [truth(frame.bound(expression.binder, value), expression.body) for value in together]
        if decisive in bodies:
            return decisive
    return not decisive


def _binary(frame: Frame, expression: Binary) -> int:
    left, right = expression.left, expression.right
    match expression.operator:
        case "&":
            return int(truth(frame, left) and truth(frame, right))
        case "|":
            return int(truth(frame, left) or truth(frame, right))
        case "->":
            return int(not truth(frame, left) or truth(frame, right))
        case "=":
            return int(_compared(frame, left) == _compared(frame, right))
        case "!=":
            return int(_compared(frame, left) != _compared(frame, right))
        case "<":
            return int(number(frame, left) < number(frame, right))
        case "<=":
            return int(number(frame, left) <= number(frame, right))
        case ">":
            return int(number(frame, left) > number(frame, right))
        case ">=":
            return int(number(frame, left) >= number(frame, right))
        case "+":
            return _word(number(frame, left) + number(frame, right), expression)
        case "-":
            return _word(number(frame, left) - number(frame, right), expression)
        case "*":
            return _word(number(frame, left) * number(frame, right), expression)
        case "/" | "%" as operator:
            dividend, divisor = number(frame, left), number(frame, right)
            if divisor == 0:
                raise fault("division", f"`{right.span.text}` is 0, and something is divided by it", expression.span)
            quotient = abs(dividend) // abs(divisor) * (1 if (dividend < 0) == (divisor < 0) else -1)
            return _word(quotient if operator == "/" else dividend - quotient * divisor, expression)
    assert_never(expression.operator)


def _compared(frame: Frame, operand: Expression) -> Value:
    """An operand of an equality: only a read that is not checked may be undefined."""
    value = evaluate(frame, operand)
    if value is None and not (isinstance(operand, Read) and not operand.checked):
        raise fault("undefined", f"`{operand.span.text}` is undefined", operand.span)
    return value


def _word(result: int, expression: Expression) -> int:
    if not -WORD <= result < WORD:
        raise fault("overflow", f"`{expression.span.text}` needs more than 64 bits", expression.span)
    return result


def _written(value: int, index: Expression) -> str:
    """An index as the program writes it."""
    return index.type.text(value) if isinstance(index.type, Simple) and index.type.code(value) else str(value)
