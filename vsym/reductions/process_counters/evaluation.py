"""What expressions and places are in a state of which little is known: `models/program/evaluation.py`, where every
question that the state would answer forks the run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from vsym.basics.source import Span
from vsym.logic.formula import compare
from vsym.logic.terms import Linear
from vsym.models.program.evaluation import WORD, fault, scalarset_of
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
from vsym.models.program.types import Array, Record, Simple, Union
from vsym.reductions.process_counters.abstract_state import Location
from vsym.reductions.process_counters.frame import Frame, Value, read, whole
from vsym.reductions.process_counters.quantifiers import quantified
from vsym.reductions.process_counters.slots import NAMED, RULE, Process, not_counted


def located(frame: Frame, place: Place) -> Location:
    """Where a place is now; raises FaultError for an index that is none of the array's."""
    match place:
        case Global(variable):
            return Location(None, (variable.name,), variable.type)
        case Local(variable):
            return frame.location(variable)
        case Referenced(reference):
            return frame.location(reference)
        case Item(inner, index):
            around = located(frame, inner)
            assert isinstance(around.type, Array)
            value = defined(frame, index)
            if isinstance(value, Linear):
                number = frame.world.path.number(value, index.span)
                if not around.type.index.code(number):
                    raise fault("index", f"`{inner.span.text}` has no element {number}", index.span)
                return Location(around.memory, (*around.key, number), around.type.element)
            return Location(around.memory, (*around.key, value), around.type.element)
        case Member(inner, name):
            around = located(frame, inner)
            assert isinstance(around.type, Record)
            part = around.type.field(name)
            assert part is not None
            return Location(around.memory, (*around.key, name), part)
        case Entry():
            raise not_counted(RULE, place.span, "multisets are no part of a counter model")
    assert_never(place)


def defined(frame: Frame, expression: Expression) -> Linear | Process:
    """The value of an expression of a simple type; raises FaultError, for an undefined value too."""
    value = evaluate(frame, expression)
    if value is None:
        raise fault("undefined", f"`{expression.span.text}` is undefined", expression.span)
    assert not isinstance(value, tuple)
    return value


def number(frame: Frame, expression: Expression) -> Linear:
    """The same of an expression that is no process."""
    value = defined(frame, expression)
    assert isinstance(value, Linear)
    return value


def truth(frame: Frame, expression: Expression) -> bool:
    """The truth value of a condition; raises FaultError."""
    return not frame.world.path.decide(compare(number(frame, expression), "=", Linear()))


def evaluate(frame: Frame, expression: Expression) -> Value:
    """What an expression is now; raises FaultError."""
    match expression:
        case Constant():
            return _constant(frame, expression)
        case Undefined():
            return None
        case Bound(binder):
            return frame.value(binder)
        case Read(place, checked):
            found = read(frame.world, located(frame, place), place.span)
            if found is None and checked:
                raise fault("undefined", f"`{place.span.text}` is undefined", expression.span)
            return found
        case Unary(operator, operand):
            if operator == "!":
                return Linear((), int(not truth(frame, operand)))
            return _word(frame, number(frame, operand) * -1, expression)
        case Binary():
            return _binary(frame, expression)
        case Ternary(condition, then, otherwise):
            return evaluate(frame, then if truth(frame, condition) else otherwise)
        case Quantified():
            return Linear((), int(_quantified(frame, expression)))
        case IsUndefined(place):
            return Linear((), int(_is_undefined(frame, place)))
        case IsMember():
            return Linear((), int(_is_member(frame, expression)))
        case Call(routine, arguments):
            return frame.invoke(frame, routine, arguments, expression.span)
        case Count():
            raise not_counted(RULE, expression.span, "multisets are no part of a counter model")
    assert_never(expression)


def _constant(frame: Frame, expression: Constant) -> Linear:
    scalarset = frame.world.slots.scalarset
    if scalarset_of(expression.type, expression.value) == scalarset:
        which = f"it speaks of one `{scalarset.name}`, and counters do not say where that one is"
        raise not_counted(NAMED, expression.span, which)
    return Linear((), expression.value)


def _is_member(frame: Frame, expression: IsMember) -> bool:
    value = defined(frame, expression.operand)
    if isinstance(value, Process):
        return frame.world.slots.scalarset == expression.member
    return expression.member.code(frame.world.path.number(value, expression.operand.span)) > 0


def values(frame: Frame, domain: Domain, span: Span) -> Iterator[int]:
    """The values that a binder goes through, in order, of a domain that is not that of processes; raises FaultError."""
    match domain:
        case Interval(first, last, by):
            path = frame.world.path
            start, end = path.number(number(frame, first), first.span), path.number(number(frame, last), last.span)
            step = 1 if by is None else path.number(number(frame, by), by.span)
            if step == 0:
                raise fault("step", "a loop cannot go on in steps of 0", (by or first).span)
            return iter(range(start, end + (1 if step > 0 else -1), step))
        case Entries():
            raise not_counted(RULE, span, "multisets are no part of a counter model")
        case _:
            if isinstance(domain, Union) and frame.world.slots.scalarset in domain.members:
                raise not_counted(RULE, span, "it goes through a union with the scalarset")
            return domain.values()


def _quantified(frame: Frame, expression: Quantified) -> bool:
    binder, body, domain = expression.binder, expression.body, expression.domain
    decisive = expression.quantifier == "exists"
    if domain == frame.world.slots.scalarset:
        return quantified(frame, expression, lambda at: truth(frame.named(binder.number, at), body))
    for _, together in groupby(
        values(frame, domain, expression.span), key=lambda value: scalarset_of(domain, value) or (value,)
    ):
        bodies = [truth(frame.named(binder.number, Linear((), value)), body) for value in together]
        if decisive in bodies:
            return decisive
    return not decisive


def _is_undefined(frame: Frame, place: Place) -> bool:
    location = located(frame, place)
    if isinstance(location.type, Simple):
        return read(frame.world, location, place.span) is None
    held = whole(frame.world, location, place.span)
    return all(cell is None or (isinstance(cell, Linear) and _same(frame, cell, Linear())) for cell in held)


def _binary(frame: Frame, expression: Binary) -> Linear:
    left, right = expression.left, expression.right
    match expression.operator:
        case "&":
            return Linear((), int(truth(frame, left) and truth(frame, right)))
        case "|":
            return Linear((), int(truth(frame, left) or truth(frame, right)))
        case "->":
            return Linear((), int(not truth(frame, left) or truth(frame, right)))
        case "=" | "!=" as operator:
            same = equal(frame, _compared(frame, left), _compared(frame, right))
            return Linear((), int(same == (operator == "=")))
        case "<" | "<=" | ">" | ">=" as sign:
            return Linear((), int(frame.world.path.decide(compare(number(frame, left), sign, number(frame, right)))))
        case "+":
            return _word(frame, number(frame, left) + number(frame, right), expression)
        case "-":
            return _word(frame, number(frame, left) - number(frame, right), expression)
        case "*":
            one, other = number(frame, left), number(frame, right)
            if one.terms and other.terms:
                other = Linear((), frame.world.path.number(other, right.span))
            product = other * one.constant if not one.terms else one * other.constant
            return _word(frame, product, expression)
        case "/" | "%" as operator:
            path = frame.world.path
            dividend, divisor = (path.number(number(frame, side), side.span) for side in (left, right))
            if divisor == 0:
                raise fault("division", f"`{right.span.text}` is 0, and something is divided by it", expression.span)
            quotient = abs(dividend) // abs(divisor) * (1 if (dividend < 0) == (divisor < 0) else -1)
            result = quotient if operator == "/" else dividend - quotient * divisor
            return _word(frame, Linear((), result), expression)
    assert_never(expression.operator)


def _compared(frame: Frame, operand: Expression) -> Value:
    """An operand of an equality: only a read that is not checked may be undefined."""
    value = evaluate(frame, operand)
    if value is None and not (isinstance(operand, Read) and not operand.checked):
        raise fault("undefined", f"`{operand.span.text}` is undefined", operand.span)
    return value


def equal(frame: Frame, left: Value, right: Value) -> bool:
    """Whether two values are the same, undefined ones being so."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return all(equal(frame, one, other) for one, other in zip(left, right, strict=True))
    if isinstance(left, Linear) and isinstance(right, Linear):
        return _same(frame, left, right)
    return left == right


def _same(frame: Frame, left: Linear, right: Linear) -> bool:
    return frame.world.path.decide(compare(left, "=", right))


def _word(frame: Frame, result: Linear, expression: Expression) -> Linear:
    inside = frame.world.path.decide(compare(result, ">=", Linear((), -WORD)))
    if not inside or not frame.world.path.decide(compare(result, "<", Linear((), WORD))):
        raise fault("overflow", f"`{expression.span.text}` needs more than 64 bits", expression.span)
    return result
