"""What statements and routines do to a state of which little is known: `models/program/execution.py`, forking.

The definition, `reductions/programs/execution.py` and this follow the same statements one by one, and have in common
what needs no state: errors, limits, words. What holds a state is of three kinds, so that no walk serves them all: there
every value is known; there values are trees, and paths join again after each statement; here a run goes one way, values
are terms or processes, and it begins anew for the next way. The definition stays what can be read against a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from vsym.basics.source import Span
from vsym.logic.terms import Linear
from vsym.models.program.evaluation import fault
from vsym.models.program.expressions import Expression, Place, Reference, Variable
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
from vsym.models.program.types import Simple, described
from vsym.reductions.process_counters.abstract_state import Location
from vsym.reductions.process_counters.evaluation import defined, equal, evaluate, located, truth, values
from vsym.reductions.process_counters.frame import NOTHING, Frame, Meaning, Value, blank, empty, encoded, store
from vsym.reductions.process_counters.quantifiers import DroppedError, ReturnedError, repeated
from vsym.reductions.process_counters.slots import RULE, cells, not_counted

CALLS = 40
"""How deep routines may call each other where they fork."""


def execute(frame: Frame, variables: Sequence[Variable], body: Sequence[Statement]) -> None:
    """Run the body of a rule; raises FaultError, and DroppedError at an assumption that is false."""
    try:
        _run(with_locals(frame, variables), body)
    except ReturnedError:
        return


def with_locals(frame: Frame, variables: Sequence[Variable]) -> Frame:
    """The frame with these local variables, undefined."""
    for one in variables:
        frame = frame.named(one.number, blank(one.type, frame.world, frame.program.span))
    return frame


def aliased(frame: Frame, alias: Bind | Let) -> Frame:
    """The frame with an alias, bound to its place or value as they are now; raises FaultError."""
    match alias:
        case Bind(reference, place):
            return frame.named(reference.number, located(frame, place))
        case Let(variable, value):
            inside = with_locals(frame, (variable,))
            _store(inside, inside.location(variable), evaluate(frame, value), value.span)
            return inside
    assert_never(alias)


def invoke(frame: Frame, routine: int, arguments: Sequence[Place | Expression], span: Span) -> Value:
    """The result of a routine, None for a procedure's; raises FaultError and DroppedError."""
    called = frame.program.routines[routine]
    if frame.depth == CALLS:
        raise not_counted(RULE, span, f"`{called.name}` is called {CALLS} calls deep")
    return _invoked(frame, called, arguments, span)


def _invoked(frame: Frame, called: Routine, arguments: Sequence[Place | Expression], span: Span) -> Value:
    names: dict[int, Meaning] = {}
    for parameter, argument in zip(called.parameters, arguments, strict=True):
        match parameter.name:
            case Reference(number=name):
                assert isinstance(argument, Place)
                names[name] = located(frame, argument)
            case Variable(number=name, type=of):
                names[name] = given = blank(of, frame.world, argument.span)
                assert isinstance(argument, Expression)
                _store(frame, given, evaluate(frame, argument), argument.span)
    inside = Frame(frame.program, frame.world, frame.invoke, names, frame.depth + 1)
    try:
        _run(with_locals(inside, called.locals), called.body)
    except ReturnedError as returned:
        result, value = called.result, returned.value
        if not isinstance(result, Simple) or not isinstance(value, Linear):
            return value
        if encoded(frame.world, result, value, returned.span) is NOTHING:
            raise _outside(result, returned.span) from None
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
            raise not_counted(RULE, statement.span, "multisets are no part of a counter model")
        case Assign(place, value):
            where = located(frame, place)
            _store(frame, where, evaluate(frame, value), value.span)
        case Clear(place):
            _fill(frame, located(frame, place), statement)
        case Undefine(place):
            _fill(frame, located(frame, place), statement)
        case Fail(message):
            raise fault("error", message, statement.span)
        case Assert(condition, text):
            if not truth(frame, condition):
                raise fault("assertion", text or f"`{condition.span.text}` is false", statement.span)
        case Assume(condition):
            if not truth(frame, condition):
                raise DroppedError
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
            chosen = defined(frame, value)
            hits = (
                body
                for labels, body in alternatives
                if any(equal(frame, defined(frame, label), chosen) for label in labels)
            )
            _run(frame, next(hits, otherwise))
        case For(binder, domain, body):
            if domain == frame.world.slots.scalarset:
                repeated(frame, statement, lambda process: _run(frame.named(binder.number, process), body))
            else:
                for element in values(frame, domain, statement.span):
                    _run(frame.named(binder.number, Linear((), element)), body)
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
            raise ReturnedError(None if result is None else evaluate(frame, result), (result or statement).span)
        case _:
            assert_never(statement)


def _fill(frame: Frame, location: Location, statement: Clear | Undefine) -> None:
    """Give every slot of a place the first value of its type or none, those of all processes too."""
    world = frame.world
    for key, of in cells(location.type, world.slots.scalarset, location.key):
        assert isinstance(of, Simple)
        cell = Linear((), 1) if isinstance(statement, Clear) else empty(of, world)
        world.put(location.memory, key, cell, of, statement.span)


def _store(frame: Frame, where: Location, value: Value, span: Span) -> None:
    """Put a value; raises FaultError where it is none of the type."""
    if not store(frame.world, where, value, span):
        assert isinstance(where.type, Simple)
        raise _outside(where.type, span)


def _outside(of: Simple, span: Span) -> Exception:
    return fault("range", f"`{span.text}` is outside {described(of)}", span)
