"""The walk of statements and routines, plain and slow: one for the definition and for runs that fork."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, assert_never

from vsym.basics.source import Span
from vsym.models.program import statements as syntax
from vsym.models.program.evaluation import evaluate, located, number, truth, values
from vsym.models.program.expressions import Expression, Place, Reference, Variable
from vsym.models.program.faults import CALLS
from vsym.models.program.machine import LocationT, Machine, NumberT, WholeT, fault
from vsym.models.program.program import Routine
from vsym.models.program.types import Simple

MachineT = TypeVar("MachineT", bound=Machine[Any, Any, Any])

_FRAMES_PER_CALL = 60


class DroppedError(Exception):
    """The `condition` of an `assume` statement is false in a frame: the instance does not fire."""

    def __init__(self, frame: Any, condition: Expression) -> None:
        self.frame, self.condition = frame, condition
        super().__init__(condition.span.text)


class ReturnedError(Exception):
    """The end of a routine, with its result."""

    def __init__(self, value: Any, span: Span) -> None:
        self.value, self.span = value, span


def execute(
    frame: Machine[LocationT, NumberT, WholeT], variables: Sequence[Variable], body: Sequence[syntax.Statement]
) -> None:
    """Run the body of a rule; raises FaultError, and DroppedError at an assumption that is false."""
    try:
        _run(_with_locals(frame, variables), body)
    except ReturnedError:
        return


def _with_locals(frame: MachineT, variables: Sequence[Variable]) -> MachineT:
    """The frame with these local variables, undefined."""
    fresh = {one.number: frame.fresh(one.type, frame.program.span) for one in variables}
    return frame.with_names({**frame.names, **fresh}, frame.depth)


def aliased(frame: MachineT, alias: syntax.Bind | syntax.Let) -> MachineT:
    """The frame with an alias, bound to its place or value as they are now; raises FaultError."""
    match alias:
        case syntax.Bind(reference, place):
            return frame.named(reference.number, located(frame, place))
        case syntax.Let(variable, value):
            inside = _with_locals(frame, (variable,))
            frame.store(inside.location(variable), evaluate(frame, value), value.span)
            return inside
    assert_never(alias)


def invoke(
    frame: Machine[LocationT, NumberT, WholeT], routine: int, arguments: Sequence[Place | Expression], span: Span
) -> NumberT | WholeT | None:
    """The result of a routine, None for a procedure's; raises FaultError and DroppedError."""
    called = frame.program.routines[routine]
    if frame.depth == 0:
        with _deep():
            return _invoked(frame, called, arguments, span)
    if (refusal := frame.too_deep(called, span)) is not None:
        raise refusal
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


def _invoked(
    frame: Machine[LocationT, NumberT, WholeT], called: Routine, arguments: Sequence[Place | Expression], span: Span
) -> NumberT | WholeT | None:
    names: dict[int, LocationT | NumberT] = {}
    for parameter, argument in zip(called.parameters, arguments, strict=True):
        match parameter.name:
            case Reference(number=name):
                assert isinstance(argument, Place)
                names[name] = located(frame, argument)
            case Variable(number=name, type=of):
                names[name] = given = frame.fresh(of, argument.span)
                assert isinstance(argument, Expression)
                frame.store(given, evaluate(frame, argument), argument.span)
    inside = frame.with_names(names, frame.depth + 1)
    try:
        _run(_with_locals(inside, called.locals), called.body)
    except ReturnedError as returned:
        value: NumberT | WholeT | None = returned.value
        if isinstance(called.result, Simple):
            frame.require_result(called.result, value, returned.span)
        return value
    if called.result is not None:
        raise fault("result", f"`{called.name}` ends without a result", span)
    return None


def _run(frame: Machine[LocationT, NumberT, WholeT], body: Sequence[syntax.Statement]) -> None:
    for statement in body:
        _step(frame, statement)


def _step(frame: Machine[LocationT, NumberT, WholeT], statement: syntax.Statement) -> None:
    match statement:
        case syntax.If() | syntax.Switch() | syntax.For() | syntax.While() | syntax.Scope() | syntax.Return():
            _control(frame, statement)
        case syntax.Add() | syntax.Remove() | syntax.RemoveIf():
            frame.change(statement)
        case syntax.Assign(place, value):
            where = located(frame, place)
            frame.store(where, evaluate(frame, value), value.span)
        case syntax.Clear(place) | syntax.Undefine(place):
            frame.fill(located(frame, place), statement.span, cleared=isinstance(statement, syntax.Clear))
        case syntax.Fail(message):
            raise fault("error", message, statement.span)
        case syntax.Assert(condition, text):
            if not truth(frame, condition):
                raise fault("assertion", text or f"`{condition.span.text}` is false", statement.span)
        case syntax.Assume(condition):
            if not truth(frame, condition):
                raise DroppedError(frame, condition)
        case syntax.Invoke(routine, arguments):
            frame.call(routine, arguments, statement.span)
        case _:
            assert_never(statement)


def _control(
    frame: Machine[LocationT, NumberT, WholeT],
    statement: syntax.If | syntax.Switch | syntax.For | syntax.While | syntax.Scope | syntax.Return,
) -> None:
    """Run a conditional, a loop, a scope or a return."""
    match statement:
        case syntax.If(cases, otherwise):
            _run(frame, next((body for condition, body in cases if truth(frame, condition)), otherwise))
        case syntax.Switch(value, alternatives, otherwise):
            chosen = number(frame, value)
            hits = (
                body
                for labels, body in alternatives
                if any(frame.same(number(frame, label), chosen) for label in labels)
            )
            _run(frame, next(hits, otherwise))
        case syntax.For(binder, domain, body):
            if frame.repeated(statement, lambda one: _run(frame.named(binder.number, one), body)):
                return
            for element in values(frame, domain):
                _run(frame.bound(binder, element), body)
        case syntax.While(condition, body):
            turns = 0
            while truth(frame, condition):
                if turns == syntax.TURNS:
                    raise fault("turns", f"the loop runs for more than {syntax.TURNS} iterations", condition.span)
                turns += 1
                _run(frame, body)
        case syntax.Scope(aliases, body):
            for alias in aliases:
                frame = aliased(frame, alias)
            _run(frame, body)
        case syntax.Return(result):
            raise ReturnedError(None if result is None else evaluate(frame, result), (result or statement).span)
        case _:
            assert_never(statement)
