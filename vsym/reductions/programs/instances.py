"""The instances of a program's rules, each run symbolically once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.models.program.faults import Fault
from vsym.models.program.program import Choice, Program, Rule, Wrapper
from vsym.models.program.semantics import Firing
from vsym.reductions.programs.evaluation import number, truth
from vsym.reductions.programs.execution import aliased, execute, invoke
from vsym.reductions.programs.flow import Code, Flow
from vsym.reductions.programs.frame import Frame, elements, refused
from vsym.reductions.programs.memoisation import Transport, outline
from vsym.reductions.programs.predicates import ALWAYS, NEVER, WRITTEN, Predicate, TooLargeError
from vsym.reductions.programs.rule_classes import Outline
from vsym.reductions.programs.trees import EndedError, Trees
from vsym.reductions.programs.values import constant

SIZE = 100_000
"""The most steps of work for an instance of a rule: predicates and trees that are made or visited again."""


@frozen
class Ending:
    """The states that end in an error, and the error."""

    where: Predicate
    fault: Fault


@frozen
class Instance:
    """The effect of an instance of a rule: it is `enabled` where its guard is true, `fires` where no `assume` statement
    is false besides, and leads to the codes in `memory` from the states of `where`; `guard_endings` and `endings` are
    the errors of the guard and of the body. It may be `like` another one."""

    firing: Firing
    priority: int
    enabled: Predicate
    fires: Predicate
    where: Predicate
    memory: dict[int, Code]
    guard_endings: tuple[Ending, ...]
    endings: tuple[Ending, ...]
    like: Likeness | None = field(default=None, compare=False, repr=False)


@frozen
class Likeness:
    """Another instance that does the same, and the slots in the place of its slots."""

    instance: Instance
    slots: Mapping[int, int]


def instances(program: Program, trees: Trees, budget: Budget) -> Iterator[Instance]:
    """The instances of all rules, in order; raises RefusedError for a rule that cannot be run or is too large."""
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
    for chosen, frame, here in _unwrapped(flow, blank(program, flow), rule.wrappers, ()):
        firing = Firing(rule.number, chosen)
        if frame is None:
            yield Instance(firing, rule.priority, NEVER, NEVER, NEVER, {}, _endings(here), ())
        else:
            yield _shared(here, frame, rule, firing)


def blank(program: Program, flow: Flow) -> Frame:
    """No names at all."""
    return Frame(program, invoke, {}, flow, [])


def _unwrapped(
    flow: Flow, frame: Frame, wrappers: Sequence[Wrapper], chosen: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Frame | None, Flow]]:
    """The choices of a rule with the names that they give; errors on the way to one stand alone, without a frame."""
    if not wrappers:
        yield chosen, frame, flow
        return
    first, *rest = wrappers
    try:
        if not isinstance(first, Choice):
            yield from _unwrapped(flow, aliased(flow, frame, first), rest, chosen)
            return
        listed = elements(flow, frame, first.domain, number)
    except EndedError:
        yield chosen, None, flow
        return
    if flow.endings:
        yield chosen, None, flow
    for value, where in listed:
        named = frame.named(first.binder.number, constant(flow.trees, value))
        yield from _unwrapped(flow.fork(where), named, rest, (*chosen, value))


def _shared(flow: Flow, frame: Frame, rule: Rule, firing: Firing) -> Instance:
    """The effect of an instance, taken from another instance of the same outline where that has been run."""
    memos = flow.trees.memos
    shape = _outline(flow, frame, rule) if rule.wrappers else None
    if shape is None:
        return _instance(flow, frame, rule, firing)
    if (rule.number, shape.key) in memos:
        slots, instance = memos[rule.number, shape.key]
        return _renamed(instance, flow.trees, dict(zip(slots, shape.slots, strict=True)), firing)
    made = _instance(flow, frame, rule, firing)
    memos[rule.number, shape.key] = shape.slots, made
    return made


def _outline(flow: Flow, frame: Frame, rule: Rule) -> Outline | None:
    """The outline of an instance of a rule, if nothing of the state has decided on its choices."""
    if flow.context.support or flow.endings or flow.path is not ALWAYS or any(address >= 0 for address in flow.memory):
        return None
    assumed = (condition.expression for condition in frame.program.assumptions)
    return outline(flow, frame, (rule.guard, *rule.body, *assumed), frame.names)


def _renamed(instance: Instance, trees: Trees, slots: Mapping[int, int], firing: Firing) -> Instance:
    """The effect of an instance that does the same with other slots."""
    transport = Transport(trees, slots)

    def endings(of: Sequence[Ending]) -> tuple[Ending, ...]:
        return tuple(Ending(transport.predicate(one.where), one.fault) for one in of)

    return Instance(
        firing,
        instance.priority,
        transport.predicate(instance.enabled),
        transport.predicate(instance.fires),
        transport.predicate(instance.where),
        {slots[slot]: transport.tree(code) for slot, code in instance.memory.items()},
        endings(instance.guard_endings),
        endings(instance.endings),
        Likeness(instance, slots),
    )


def _instance(flow: Flow, frame: Frame, rule: Rule, firing: Firing) -> Instance:
    try:
        guard = truth(flow, frame, rule.guard)
        if any(address >= 0 for address in flow.memory):
            raise refused(rule.guard.span, "this guard changes the state")
        guard = flow.algebra.under(guard, flow.context)
        flow.narrow(guard)
    except EndedError:
        return Instance(firing, rule.priority, NEVER, NEVER, NEVER, {}, _endings(flow), ())
    enabled, guard_endings = flow.path, _endings(flow)
    flow.endings = {}
    ended: Predicate = NEVER
    try:
        execute(flow, frame, rule.locals, rule.body)
        ended = flow.path
        assume(flow, frame.program)
        where = flow.path
    except EndedError:
        where = NEVER
    endings = _endings(flow)
    fires = flow.algebra.some((ended, *(one.where for one in endings)))
    memory = {address: code for address, code in flow.memory.items() if address >= 0} if where is not NEVER else {}
    return Instance(firing, rule.priority, enabled, fires, where, memory, guard_endings, endings)


def _endings(flow: Flow) -> tuple[Ending, ...]:
    return tuple(Ending(flow.algebra.every((flow.entry, where)), fault) for fault, where in flow.endings.items())


def assume(flow: Flow, program: Program) -> None:
    """Go on only where all assumptions of a program are true."""
    for condition in program.assumptions:
        flow.narrow(truth(flow, blank(program, flow), condition.expression))
