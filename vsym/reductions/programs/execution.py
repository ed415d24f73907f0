"""What statements and routines do while a program runs symbolically: `models/program/execution.py`, by cases."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from vsym.models.program.expressions import Expression
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
from vsym.models.program.types import Simple
from vsym.reductions.programs.domains import elements
from vsym.reductions.programs.evaluation import evaluate, located, number, truth
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import Frame, Returned, refused, with_local
from vsym.reductions.programs.predicates import ALWAYS, NEVER, Predicate
from vsym.reductions.programs.storage import checked, cleared_codes, put, store, undefined_codes
from vsym.reductions.programs.values import Value, constant, same

OPEN_TURNS, CALLS = 64, 64
"""How often a loop may turn, and how deep routines may call each other, where no state is known to go on."""


def aliased(flow: Flow, frame: Frame, alias: Bind | Let) -> Frame:
    """The frame with an alias, bound to its place or value as they are now."""
    match alias:
        case Bind(reference, place):
            return frame.named(reference.number, located(flow, frame, place))
        case Let(variable, value):
            inside = with_local(frame, flow, variable)
            store(flow, inside.location(variable), evaluate(flow, frame, value), value.span)
            return inside
    assert_never(alias)


def run(flow: Flow, frame: Frame, body: Sequence[Statement], routine: Routine | None) -> None:
    """Run statements of a routine, or of a rule where it is None; raises EndedError where no state comes to the end."""
    for statement in body:
        _step(flow, frame, statement, routine)


def _step(flow: Flow, frame: Frame, statement: Statement, routine: Routine | None) -> None:
    match statement:
        case If() | Switch() | For() | While() | Scope():
            _control(flow, frame, statement, routine)
        case Assign(place, value):
            where = located(flow, frame, place)
            store(flow, where, evaluate(flow, frame, value), value.span)
        case Clear(place):
            where = located(flow, frame, place)
            put(flow, where, cleared_codes(flow, where.type))
        case Undefine(place):
            where = located(flow, frame, place)
            put(flow, where, undefined_codes(flow, where.type))
        case Fail(message):
            flow.fail(ALWAYS, "error", message, statement.span)
        case Assert(condition, text):
            wrong = flow.algebra.negate(truth(flow, frame, condition))
            flow.fail(wrong, "assertion", text or f"`{condition.span.text}` is false", statement.span)
        case Assume(condition):
            flow.narrow(truth(flow, frame, condition))
        case Invoke(called, arguments):
            frame.invoke(flow, frame, called, arguments, statement.span)
        case Return():
            _return(flow, frame, statement, routine)
        case Add() | Remove() | RemoveIf():
            raise refused(statement.span, "multisets cannot be run symbolically")
        case _:
            assert_never(statement)


def _return(flow: Flow, frame: Frame, statement: Return, routine: Routine | None) -> None:
    result = None if statement.value is None else evaluate(flow, frame, statement.value)
    if routine is not None and isinstance(routine.result, Simple) and statement.value is not None:
        assert not isinstance(result, tuple)
        result = flow.trees.leaf(None) if result is None else result
        checked(flow, routine.result, result, statement.value.span)
    frame.returns.append(Returned(flow.since(frame.root), dict(flow.memory), result))
    flow.narrow(NEVER)


def _control(flow: Flow, frame: Frame, statement: If | Switch | For | While | Scope, routine: Routine | None) -> None:
    """Run what a statement chooses or repeats."""
    match statement:
        case If(cases, otherwise):
            _if(flow, frame, cases, otherwise, routine)
        case Switch(value, _, otherwise):
            _switch(flow, frame, statement, number(flow, frame, value), 0, routine)
        case For(binder, domain, body):
            for element, where in elements(flow, frame, domain, number):
                inside = frame.named(binder.number, constant(flow.trees, element))
                _where(flow, where, inside, body, routine)
        case While():
            _while(flow, frame, statement, routine, 0, 0)
        case Scope(aliases, body):
            for alias in aliases:
                frame = aliased(flow, frame, alias)
            run(flow, frame, body, routine)
        case _:
            assert_never(statement)


def _where(flow: Flow, where: Predicate, frame: Frame, body: Sequence[Statement], routine: Routine | None) -> None:
    """Run statements where a condition is true."""
    flow.branch(where, lambda part: run(part, frame, body, routine), _stay)


def _stay(_: Flow) -> None:
    return None


def _if(
    flow: Flow,
    frame: Frame,
    cases: Sequence[tuple[Expression, tuple[Statement, ...]]],
    otherwise: Sequence[Statement],
    routine: Routine | None,
) -> None:
    if not cases:
        run(flow, frame, otherwise, routine)
        return
    (condition, body), *rest = cases
    flow.branch(
        truth(flow, frame, condition),
        lambda part: run(part, frame, body, routine),
        lambda part: _if(part, frame, rest, otherwise, routine),
    )


def _switch(flow: Flow, frame: Frame, statement: Switch, value: Value, first: int, routine: Routine | None) -> None:
    """Run the first case from one on that has the value."""
    if first == len(statement.cases):
        run(flow, frame, statement.otherwise, routine)
        return
    labels, body = statement.cases[first]
    flow.branch(
        _hit(flow, frame, value, labels),
        lambda part: run(part, frame, body, routine),
        lambda part: _switch(part, frame, statement, value, first + 1, routine),
    )


def _hit(flow: Flow, frame: Frame, value: Value, labels: Sequence[Expression]) -> Predicate:
    """Where one of the alternatives is the value; the next one is evaluated only where it is not."""
    if not labels:
        return NEVER
    here = same(flow.trees, value, number(flow, frame, labels[0]), flow.context)
    _, rest = flow.branch(here, _stay, lambda part: _hit(part, frame, value, labels[1:]))
    return flow.algebra.some((here, rest or NEVER))


def _while(flow: Flow, frame: Frame, loop: While, routine: Routine | None, turns: int, left_open: int) -> None:
    while (condition := flow.algebra.under(truth(flow, frame, loop.condition), flow.context)) is ALWAYS:
        if turns == TURNS:
            flow.fail(ALWAYS, "turns", f"the loop turns more than {TURNS} times", loop.condition.span)
        turns += 1
        run(flow, frame, loop.body, routine)
    if condition is NEVER:
        return
    if left_open == OPEN_TURNS:
        raise refused(loop.span, f"after {OPEN_TURNS} turns this loop may still turn")
    flow.branch(
        condition, partial(_turned, frame=frame, loop=loop, routine=routine, turns=turns, left_open=left_open), _stay
    )


def _turned(flow: Flow, frame: Frame, loop: While, routine: Routine | None, turns: int, left_open: int) -> None:
    """Go on with a loop where its condition is true for so many turns."""
    if turns == TURNS:
        flow.fail(ALWAYS, "turns", f"the loop turns more than {TURNS} times", loop.condition.span)
    run(flow, frame, loop.body, routine)
    _while(flow, frame, loop, routine, turns + 1, left_open + 1)
