"""What statements and routines do to a state: the definition, plain and slow."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from vsym.basics.source import Span
from vsym.models.program.evaluation import (
    entry,
    evaluate,
    fault,
    located,
    number,
    occupied,
    truth,
    values,
)
from vsym.models.program.expressions import Expression, Place, Reference, Variable
from vsym.models.program.faults import CALLS, FaultError
from vsym.models.program.memory import Frame, Location, Value
from vsym.models.program.program import Routine
from vsym.models.program.statements import (
    TURNS,
    Add,
    Assert,
    Assign,
    Assume,
    Bind,
    Clear,
    Fail,
    For,
    If,
    Invoke,
    Let,
    Remove,
    RemoveIf,
    Return,
    Scope,
    Statement,
    Switch,
    Undefine,
    While,
)
from vsym.models.program.types import Multiset, Simple, Type, described, width

_FRAMES_PER_CALL = 60


class DroppedError(Exception):
    """The `condition` of an `assume` statement is false in a frame: the instance does not fire."""

    def __init__(self, frame: Frame, condition: Expression) -> None:
        self.frame, self.condition = frame, condition
        super().__init__(condition.span.text)


class _Returned(Exception):  # noqa: N818 - the end of a routine is no error
    def __init__(self, value: Value, span: Span) -> None:
        self.value, self.span = value, span


def execute(frame: Frame, locals_: Sequence[Variable], body: Sequence[Statement]) -> None:
    """Run the body of a rule; raises FaultError, and DroppedError at an assumption that is false."""
    try:
        _run(with_locals(frame, locals_), body)
    except _Returned:
        return


def with_locals(frame: Frame, variables: Sequence[Variable]) -> Frame:
    """The frame with these local variables, undefined."""
    fresh = {one.number: Location([0] * width(one.type), 0, one.type) for one in variables}
    return Frame(frame.program, frame.memory, frame.invoke, {**frame.names, **fresh}, frame.depth)


def aliased(frame: Frame, alias: Bind | Let) -> Frame:
    """The frame with an alias, bound to its place or value as they are now; raises FaultError."""
    match alias:
        case Bind(reference, place):
            return frame.named(reference.number, located(frame, place))
        case Let(variable, value):
            inside = with_locals(frame, (variable,))
            _store(inside.location(variable), evaluate(frame, value), value.span)
            return inside
    assert_never(alias)


def invoke(frame: Frame, routine: int, arguments: Sequence[Place | Expression], span: Span) -> Value:
    """The result of a routine, None for a procedure's; raises FaultError and DroppedError."""
    called = frame.program.routines[routine]
    if frame.depth == 0:
        with _deep():
            return _invoked(frame, called, arguments, span)
    if frame.depth == CALLS:
        raise fault("depth", f"`{called.name}` is called {CALLS} calls deep", span)
    return _invoked(frame, called, arguments, span)


@contextmanager
def _deep() -> Iterator[None]:
    """Allow as many nested calls of Python's as CALLS calls of routines take."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + _FRAMES_PER_CALL * CALLS)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _invoked(frame: Frame, called: Routine, arguments: Sequence[Place | Expression], span: Span) -> Value:
    names: dict[int, Location | int] = {}
    for parameter, argument in zip(called.parameters, arguments, strict=True):
        match parameter.name:
            case Reference(number=name):
                assert isinstance(argument, Place)
                names[name] = located(frame, argument)
            case Variable(number=name, type=of):
                names[name] = given = Location([0] * width(of), 0, of)
                assert isinstance(argument, Expression)
                _store(given, evaluate(frame, argument), argument.span)
    inside = Frame(frame.program, frame.memory, frame.invoke, names, frame.depth + 1)
    try:
        _run(with_locals(inside, called.locals), called.body)
    except _Returned as returned:
        result, value = called.result, returned.value
        if isinstance(result, Simple) and isinstance(value, int) and not result.code(value):
            raise _outside(result, value, returned.span) from None
        return value
    if called.result is not None:
        raise fault("result", f"`{called.name}` ends without a result", span)
    return None


def _run(frame: Frame, body: Sequence[Statement]) -> None:
    for statement in body:
        _step(frame, statement)


def _step(frame: Frame, statement: Statement) -> None:
    match statement:
        case If() | Switch() | For() | While() | Scope() | Return():
            _control(frame, statement)
        case Add() | Remove() | RemoveIf():
            _change(frame, statement)
        case Assign(place, value):
            where = located(frame, place)
            _store(where, evaluate(frame, value), value.span)
        case Clear(place):
            located(frame, place).clear()
        case Undefine(place):
            located(frame, place).undefine()
        case Fail(message):
            raise fault("error", message, statement.span)
        case Assert(condition, text):
            if not truth(frame, condition):
                raise fault("assertion", text or f"`{condition.span.text}` is false", statement.span)
        case Assume(condition):
            if not truth(frame, condition):
                raise DroppedError(frame, condition)
        case Invoke(routine, arguments):
            frame.invoke(frame, routine, arguments, statement.span)
        case _:
            assert_never(statement)


def _control(frame: Frame, statement: If | Switch | For | While | Scope | Return) -> None:
    """Run what a statement chooses or repeats."""
    match statement:
        case If(cases, otherwise):
            _run(frame, next((body for condition, body in cases if truth(frame, condition)), otherwise))
        case Switch(value, alternatives, otherwise):
            chosen = number(frame, value)
            hits = (body for labels, body in alternatives if any(number(frame, label) == chosen for label in labels))
            _run(frame, next(hits, otherwise))
        case For(binder, domain, body):
            for element in values(frame, domain):
                _run(frame.bound(binder, element), body)
        case While(condition, body):
            turns = 0
            while truth(frame, condition):
                if turns == TURNS:
                    raise fault("turns", f"the loop turns more than {TURNS} times", condition.span)
                turns += 1
                _run(frame, body)
        case Scope(aliases, body):
            for alias in aliases:
                frame = aliased(frame, alias)
            _run(frame, body)
        case Return(result):
            raise _Returned(None if result is None else evaluate(frame, result), (result or statement).span)
        case _:
            assert_never(statement)


def _change(frame: Frame, statement: Add | Remove | RemoveIf) -> None:
    """Put elements into a multiset or take some out."""
    match statement:
        case Add(element, place):
            value = evaluate(frame, element)
            multiset = located(frame, place)
            assert isinstance(multiset.type, Multiset)
            size, taken = multiset.type.size, set(occupied(multiset))
            free = next((position for position in range(size) if position not in taken), None)
            if free is None:
                raise fault("full", f"`{place.span.text}` is full: it has {size} elements", statement.span)
            where = entry(multiset, free)
            _store(where, value, element.span)
            where.memory[where.offset - 1] = 1
        case Remove(binder, place):
            multiset = located(frame, place)
            _take(multiset, frame.value(binder), statement.span)
        case RemoveIf(binder, place, condition):
            multiset = located(frame, place)
            for position in occupied(multiset):
                if truth(frame.bound(binder, position), condition):
                    _take(multiset, position, statement.span)
        case _:
            assert_never(statement)


def _take(multiset: Location, position: int, span: Span) -> None:
    where = entry(multiset, position)
    if not where.memory[where.offset - 1]:
        raise fault("removed", "this element was taken out of the multiset before", span)
    where.undefine()
    where.memory[where.offset - 1] = 0


def _outside(of: Type, value: Value, span: Span) -> FaultError:
    assert isinstance(of, Simple)
    assert isinstance(value, int)
    return fault("range", f"`{span.text}` is {value}, which is outside {described(of)}", span)


def _store(where: Location, value: Value, span: Span) -> None:
    """Put a value; raises FaultError where it is none of the type."""
    if not where.store(value):
        raise _outside(where.type, value, span)
