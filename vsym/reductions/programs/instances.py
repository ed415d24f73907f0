"""What the instances of a program's rules do, each run symbolically once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.models.program.faults import Fault
from vsym.models.program.program import Choice, Program, Rule, Wrapper
from vsym.models.program.semantics import Firing
from vsym.reductions.programs.comparisons import WRITTEN, TooLargeError
from vsym.reductions.programs.domains import elements
from vsym.reductions.programs.evaluation import number, truth
from vsym.reductions.programs.execution import aliased
from vsym.reductions.programs.flow import Code, Flow
from vsym.reductions.programs.frame import Frame, refused
from vsym.reductions.programs.predicates import NEVER, Predicate
from vsym.reductions.programs.routines import execute, invoke
from vsym.reductions.programs.trees import EndedError, Trees
from vsym.reductions.programs.values import constant

SIZE = 100_000
"""How many steps of work an instance of a rule may take: predicates and trees made, and looked at again."""


@frozen
class Ending:
    """Which states end in an error, and in which."""

    where: Predicate
    fault: Fault


@frozen
class Instance:
    """What an instance of a rule does: it is `enabled` where its guard is true, and leads to the codes in `memory` from
    the states of `where`; `guard_endings` and `endings` are the errors of the guard and of the body."""

    firing: Firing
    priority: int
    enabled: Predicate
    where: Predicate
    memory: dict[int, Code]
    guard_endings: tuple[Ending, ...]
    endings: tuple[Ending, ...]


def instances(program: Program, trees: Trees, budget: Budget) -> Iterator[Instance]:
    """Those of all rules, in order; raises RefusedError for a rule that cannot be run, or takes too much."""
    for rule in program.rules:
        trees.algebra.allowed = SIZE
        try:
            for one in _of_rule(program, trees, rule):
                budget.check()
                yield one
                trees.algebra.allowed = SIZE
        except TooLargeError:
            raise refused(rule.span, f"the rule `{rule.name}` has more than {WRITTEN:,} cases") from None


def _of_rule(program: Program, trees: Trees, rule: Rule) -> Iterator[Instance]:
    flow = Flow(trees, trees.algebra.context(), {})
    for chosen, frame, here in unwrapped(flow, blank(program, flow), rule.wrappers, ()):
        firing = Firing(rule.number, chosen)
        if frame is None:
            yield Instance(firing, rule.priority, NEVER, NEVER, {}, _endings(here), ())
        else:
            yield _instance(here, frame, rule, firing)


def blank(program: Program, flow: Flow) -> Frame:
    """No names at all."""
    return Frame(program, invoke, {}, flow, [])


def unwrapped(
    flow: Flow, frame: Frame, wrappers: Sequence[Wrapper], chosen: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Frame | None, Flow]]:
    """The choices of a rule with the names that they give; errors on the way to one stand alone, without a frame."""
    for place, wrapper in enumerate(wrappers):
        try:
            if not isinstance(wrapper, Choice):
                frame = aliased(flow, frame, wrapper)
                continue
            listed = elements(flow, frame, wrapper.domain, number)
        except EndedError:
            break
        if flow.endings:
            yield chosen, None, flow
        for value, where in listed:
            part = flow.fork(where)
            named = frame.named(wrapper.binder.number, constant(flow.trees, value))
            yield from unwrapped(part, named, wrappers[place + 1 :], (*chosen, value))
        return
    else:
        yield chosen, frame, flow
        return
    yield chosen, None, flow


def _instance(flow: Flow, frame: Frame, rule: Rule, firing: Firing) -> Instance:
    try:
        guard = truth(flow, frame, rule.guard)
        if any(address >= 0 for address in flow.memory):
            raise refused(rule.guard.span, "this guard changes the state")
        guard = flow.algebra.under(guard, flow.context)
        flow.narrow(guard)
    except EndedError:
        return Instance(firing, rule.priority, NEVER, NEVER, {}, _endings(flow), ())
    enabled, guard_endings = flow.path, _endings(flow)
    flow.endings = {}
    program = frame.program
    try:
        execute(flow, frame, rule.locals, rule.body)
        assume(flow, program)
        where = flow.path
    except EndedError:
        where = NEVER
    memory = {address: code for address, code in flow.memory.items() if address >= 0} if where is not NEVER else {}
    return Instance(firing, rule.priority, enabled, where, memory, guard_endings, _endings(flow))


def _endings(flow: Flow) -> tuple[Ending, ...]:
    return tuple(Ending(flow.algebra.every((flow.entry, where)), fault) for fault, where in flow.endings.items())


def assume(flow: Flow, program: Program) -> None:
    """Go on only where all assumptions of a program are true."""
    for condition in program.assumptions:
        flow.narrow(truth(flow, blank(program, flow), condition.expression))
