"""Rules and routines that run symbolically: from their beginning to their ends, which may be several."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.source import Span
from vsym.models.program.expressions import Expression, Place, Reference, Variable
from vsym.models.program.program import Routine
from vsym.models.program.statements import Statement
from vsym.reductions.programs.evaluation import evaluate, located
from vsym.reductions.programs.execution import run
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import Frame, Location, Returned, Whole, refused, with_local
from vsym.reductions.programs.predicates import ALWAYS
from vsym.reductions.programs.storage import chosen, store
from vsym.reductions.programs.trees import EndedError
from vsym.reductions.programs.values import Value

CALLS = 64
"""How deep routines may call each other."""


def execute(flow: Flow, frame: Frame, variables: Sequence[Variable], body: Sequence[Statement]) -> None:
    """Run the body of a rule; raises EndedError where no state comes to its end."""
    _called(flow, frame, variables, body)


def invoke(
    flow: Flow, frame: Frame, routine: int, arguments: Sequence[Place | Expression], span: Span
) -> Value | Whole | None:
    """The result of a routine, None for a procedure's."""
    called = frame.program.routines[routine]
    if frame.depth == CALLS:
        raise refused(span, f"`{called.name}` is called more than {CALLS} calls deep")
    own = {address for address in flow.memory if address < 0}
    inside = Frame(frame.program, frame.invoke, {}, flow, [], frame.depth + 1)
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
    inside = Frame(frame.program, frame.invoke, names, flow, [], frame.depth + 1)
    result = _called(flow, inside, called.locals, called.body, called, span)
    for address in [address for address in flow.memory if address < 0 and address not in own]:
        del flow.memory[address]
    return result


def _called(
    flow: Flow,
    frame: Frame,
    variables: Sequence[Variable],
    body: Sequence[Statement],
    routine: Routine | None = None,
    span: Span | None = None,
) -> Value | Whole | None:
    """Run a body to its ends, and join what has returned with what came to the last one."""
    part = flow.fork(ALWAYS)
    returns: list[Returned] = []
    inside = Frame(frame.program, frame.invoke, frame.names, part, returns, frame.depth)
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
    kept = [address for address in written if address >= 0 or address in flow.memory]
    flow.narrow(flow.algebra.some(one.where for one in returns))
    *before, last = returns
    result = last.result
    ended = [Flow(flow.trees, flow.context, one.memory, flow.read) for one in returns]
    joined = {address: ended[-1].code(address) for address in kept}
    for one, at in reversed([*zip(before, ended[:-1], strict=True)]):
        joined = {address: flow.trees.choose(one.where, at.code(address), code) for address, code in joined.items()}
        result = chosen(flow, one.where, one.result, result)
    flow.memory.update(joined)
    return result
