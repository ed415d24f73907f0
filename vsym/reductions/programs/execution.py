"""The walk of statements while a program runs symbolically, `models/program/execution.py` by cases, and the rules and
routines that they make up: from their beginning to their ends, which may be several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import assert_never

from vsym.basics.source import Span
from vsym.models.program import statements as syntax
from vsym.models.program.expressions import Expression, Place, Reference, Variable
from vsym.models.program.program import Routine
from vsym.models.program.types import Simple
from vsym.reductions.programs.evaluation import evaluate, located, number, truth
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import (
    Frame,
    Location,
    Returned,
    Whole,
    checked,
    chosen,
    cleared_codes,
    elements,
    put,
    refused,
    store,
    undefined_codes,
    with_local,
)
from vsym.reductions.programs.predicates import ALWAYS, NEVER, Predicate
from vsym.reductions.programs.trees import EndedError
from vsym.reductions.programs.values import Value, constant, same

OPEN_TURNS, CALLS = 64, 64
"""The most turns of a loop, and the depth of calls, where no state is known to go on."""


def aliased(flow: Flow, frame: Frame, alias: syntax.Bind | syntax.Let) -> Frame:
    """The frame with an alias, bound to its place or value as they are now."""
    match alias:
        case syntax.Bind(reference, place):
            return frame.named(reference.number, located(flow, frame, place))
        case syntax.Let(variable, value):
            inside = with_local(frame, flow, variable)
            store(flow, inside.location(variable), evaluate(flow, frame, value), value.span)
            return inside
    assert_never(alias)


def run(flow: Flow, frame: Frame, body: Sequence[syntax.Statement], routine: Routine | None) -> None:
    """Run statements of a routine, or of a rule where it is None; raises EndedError where no state comes to the end."""
    for statement in body:
        _step(flow, frame, statement, routine)


def _step(flow: Flow, frame: Frame, statement: syntax.Statement, routine: Routine | None) -> None:
    match statement:
        case syntax.If() | syntax.Switch() | syntax.For() | syntax.While() | syntax.Scope():
            _control(flow, frame, statement, routine)
        case syntax.Assign(place, value):
            where = located(flow, frame, place)
            store(flow, where, evaluate(flow, frame, value), value.span)
        case syntax.Clear(place) | syntax.Undefine(place):
            where = located(flow, frame, place)
            codes = cleared_codes if isinstance(statement, syntax.Clear) else undefined_codes
            put(flow, where, codes(flow, where.type))
        case syntax.Fail(message):
            flow.fail(ALWAYS, "error", message, statement.span)
        case syntax.Assert(condition, text):
            wrong = flow.algebra.negate(truth(flow, frame, condition))
            flow.fail(wrong, "assertion", text or f"`{condition.span.text}` is false", statement.span)
        case syntax.Assume(condition):
            flow.narrow(truth(flow, frame, condition))
        case syntax.Invoke(called, arguments):
            frame.invoke(flow, frame, called, arguments, statement.span)
        case syntax.Return():
            _return(flow, frame, statement, routine)
        case syntax.Add() | syntax.Remove() | syntax.RemoveIf():
            raise refused(statement.span, "multisets cannot be run symbolically")
        case _:
            assert_never(statement)


def _return(flow: Flow, frame: Frame, statement: syntax.Return, routine: Routine | None) -> None:
    result = None if statement.value is None else evaluate(flow, frame, statement.value)
    if routine is not None and isinstance(routine.result, Simple) and statement.value is not None:
        assert not isinstance(result, tuple)
        result = flow.trees.leaf(None) if result is None else result
        checked(flow, routine.result, result, statement.value.span)
    frame.returns.append(Returned(flow.since(frame.root), dict(flow.memory), result))
    flow.narrow(NEVER)


def _control(
    flow: Flow,
    frame: Frame,
    statement: syntax.If | syntax.Switch | syntax.For | syntax.While | syntax.Scope,
    routine: Routine | None,
) -> None:
    """Run a conditional, a loop or a scope of aliases."""
    match statement:
        case syntax.If(cases, otherwise):
            _if(flow, frame, cases, otherwise, routine)
        case syntax.Switch(value, _, otherwise):
            _switch(flow, frame, statement, number(flow, frame, value), 0, routine)
        case syntax.For(binder, domain, body):
            for element, where in elements(flow, frame, domain, number):
                inside = frame.named(binder.number, constant(flow.trees, element))
                flow.where(where, partial(run, frame=inside, body=body, routine=routine))
        case syntax.While():
            _while(flow, frame, statement, routine, 0, 0)
        case syntax.Scope(aliases, body):
            for alias in aliases:
                frame = aliased(flow, frame, alias)
            run(flow, frame, body, routine)
        case _:
            assert_never(statement)


def _if(
    flow: Flow,
    frame: Frame,
    cases: Sequence[tuple[Expression, tuple[syntax.Statement, ...]]],
    otherwise: Sequence[syntax.Statement],
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


def _switch(
    flow: Flow, frame: Frame, statement: syntax.Switch, value: Value, first: int, routine: Routine | None
) -> None:
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
    """The states in which one of the alternatives is the value; the next one is evaluated only where it is not."""
    if not labels:
        return NEVER
    here = same(flow.trees, value, number(flow, frame, labels[0]), flow.context)
    rest = flow.unless(here, lambda part: _hit(part, frame, value, labels[1:]))
    return flow.algebra.some((here, rest or NEVER))


def _while(flow: Flow, frame: Frame, loop: syntax.While, routine: Routine | None, turns: int, left_open: int) -> None:
    """Go on with a loop after so many turns; `left_open` of them need not have been reached, as far as is known."""

    def turn(part: Flow) -> None:
        if turns == syntax.TURNS:
            part.fail(ALWAYS, "turns", f"the loop runs for more than {syntax.TURNS} iterations", loop.condition.span)
        run(part, frame, loop.body, routine)

    while (condition := flow.algebra.under(truth(flow, frame, loop.condition), flow.context)) is ALWAYS:
        turn(flow)
        turns += 1
    if condition is NEVER:
        return
    if left_open == OPEN_TURNS:
        raise refused(loop.span, f"this loop may still run after {OPEN_TURNS} iterations")

    def onward(part: Flow) -> None:
        turn(part)
        _while(part, frame, loop, routine, turns + 1, left_open + 1)

    flow.where(condition, onward)


def invoke(
    flow: Flow, frame: Frame, routine: int, arguments: Sequence[Place | Expression], span: Span
) -> Value | Whole | None:
    """The result of a routine, None for a procedure's."""
    called = frame.program.routines[routine]
    if frame.depth == CALLS:
        raise refused(span, f"`{called.name}` is called at a depth of more than {CALLS} calls")
    own = {address for address in flow.memory if address < 0}
    inside = replace(frame, names={}, root=flow, returns=[], depth=frame.depth + 1)
    names: dict[int, Location | Value] = {}
    for parameter, argument in zip(called.parameters, arguments, strict=True):
        match parameter.name:
            case Reference(number=name):
                assert isinstance(argument, Place)
                names[name] = located(flow, frame, argument)
            case Variable() as variable:
                assert isinstance(argument, Expression)
                given = with_local(inside, flow, variable).location(variable)
                names[variable.number] = given
                store(flow, given, evaluate(flow, frame, argument), argument.span)
    inside = replace(inside, names=names)
    result = execute(flow, inside, called.locals, called.body, called, span)
    for address in [address for address in flow.memory if address < 0 and address not in own]:
        del flow.memory[address]
    return result


def execute(
    flow: Flow,
    frame: Frame,
    variables: Sequence[Variable],
    body: Sequence[syntax.Statement],
    routine: Routine | None = None,
    span: Span | None = None,
) -> Value | Whole | None:
    """The result of the body of a rule, or of a routine that is called at the place `span`. All paths through the body
    run to their ends, and vsym joins those that return with the one that reaches the end of the body. Raises EndedError
    where every path ends before."""
    part = flow.fork(ALWAYS)
    returns: list[Returned] = []
    inside = replace(frame, root=part, returns=returns)
    try:
        for variable in variables:
            inside = with_local(inside, part, variable)
        run(part, inside, body, routine)
        if routine is not None and routine.result is not None:
            assert span is not None
            part.fail(ALWAYS, "result", f"`{routine.name}` ends without a result", span)
        returns.append(Returned(part.reached, part.memory, None))
    except EndedError:
        pass
    flow.absorb(part)
    return _rejoined(flow, returns)


def _rejoined(flow: Flow, returns: Sequence[Returned]) -> Value | Whole | None:
    """Go on after a routine, by cases of how it has ended; its local variables are gone."""
    written = dict.fromkeys(address for one in returns for address in one.memory)
    addresses = [address for address in written if address >= 0 or address in flow.memory]
    flow.narrow(flow.algebra.some(one.where for one in returns))
    *before, last = returns
    result = last.result
    ended = [Flow(flow.trees, flow.context, one.memory, flow.read) for one in returns]
    joined = {address: ended[-1].code(address) for address in addresses}
    for one, at in reversed([*zip(before, ended[:-1], strict=True)]):
        joined = {address: flow.trees.choose(one.where, at.code(address), code) for address, code in joined.items()}
        result = chosen(flow, one.where, one.result, result)
    flow.memory.update(joined)
    return result
