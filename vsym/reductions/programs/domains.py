"""What binders go through while a program runs symbolically, and the quantifiers over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import TypeAlias

from vsym.models.program.evaluation import scalarset_of
from vsym.models.program.expressions import Domain, Entries, Expression, Interval, Quantified
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import Frame, refused
from vsym.reductions.programs.predicates import ALWAYS, NEVER, Context, Predicate, Sum
from vsym.reductions.programs.values import Value, constant, numbers, separated

Evaluation: TypeAlias = Callable[[Flow, Frame, Expression], Value]
Condition: TypeAlias = Callable[[Flow, Frame, Expression], Predicate]


def elements(flow: Flow, frame: Frame, domain: Domain, number: Evaluation) -> list[tuple[int, Predicate]]:
    """The values that a binder goes through, in order, each with where it does."""
    match domain:
        case Interval():
            return _interval(flow, frame, domain, number)
        case Entries(place):
            raise refused(place.span, "multisets cannot be run symbolically")
        case _:
            return [(value, ALWAYS) for value in domain.values()]


def _interval(flow: Flow, frame: Frame, domain: Interval, number: Evaluation) -> list[tuple[int, Predicate]]:
    trees, algebra = flow.trees, flow.algebra
    start = numbers(trees, number(flow, frame, domain.first), flow.context)
    last = numbers(trees, number(flow, frame, domain.last), flow.context)
    by = trees.leaf(Sum((), 1)) if domain.by is None else numbers(trees, number(flow, frame, domain.by), flow.context)
    steps = separated(trees, by, flow.context)
    zero = trees.predicate(steps, flow.context, lambda one, here: algebra.compared(one, "=", here))
    flow.fail(zero, "step", "a loop cannot go on in steps of 0", (domain.by or domain.first).span)
    rising: dict[int, list[Predicate]] = {}
    falling: dict[int, list[Predicate]] = {}
    for step, stepping in trees.reach(steps, flow.context).items():
        if not step.constant:
            continue
        known = trees.assuming(stepping, flow.context)
        for first, starting in trees.reach(separated(trees, start, known), known).items():
            here = trees.assuming(starting, known)
            ends = [end for one in trees.reach(last, here) for end in algebra.ends(one, here)]
            values = range(first.constant, max(ends) + 1 if step.constant > 0 else min(ends) - 1, step.constant)
            for value in values:
                inside = trees.predicate(last, here, _reaches(algebra, value, step.constant > 0))
                values_so_far = rising if step.constant > 0 else falling
                values_so_far.setdefault(value, []).append(algebra.every((stepping, starting, inside)))
    ordered = [*sorted(rising.items()), *sorted(falling.items(), reverse=True)]
    return [(value, where) for value, parts in ordered if (where := algebra.some(parts)) is not NEVER]


def _reaches(algebra: Algebra, value: int, rising: bool) -> Callable[[Sum, Context], Predicate]:
    """Whether an interval that ends at a number has a value."""
    return lambda end, here: algebra.compared(end.shifted(-value), ">=" if rising else "<=", here)


def quantified(flow: Flow, frame: Frame, expression: Quantified, number: Evaluation, truth: Condition) -> Predicate:
    """Where a condition is true of all values, or of some: what comes after a value that decides is not looked at."""
    listed = elements(flow, frame, expression.domain, number)

    def of(here: Flow, value: int, where: Predicate) -> Predicate:
        inside = frame.named(expression.binder.number, constant(flow.trees, value))
        then, _ = here.branch(where, lambda one: truth(one, inside, expression.body), lambda _: None)
        return flow.algebra.either(where, then or NEVER, _joined(flow, expression, ()))

    calm: list[Predicate] = []
    turns: list[Turn] = []
    for value, where in listed:
        turn = partial(of, value=value, where=where)
        # Once something may end in an error, what comes after it is looked at in turn alone.
        result = None if len(turns) > len(calm) else flow.attempt(turn)
        if result is not None:
            calm.append(result)
        turns.append(turn if result is None else partial(_known, result))
    if len(calm) == len(listed):
        # Nothing ends in an error, so that the order does not matter.
        return _joined(flow, expression, calm)
    groups = groupby(
        zip(listed, turns, strict=True), key=lambda one: scalarset_of(expression.domain, one[0][0]) or one[0]
    )
    return _in_turn(flow, expression, [[turn for _, turn in group] for _, group in groups])


def _known(result: Predicate, _: Flow) -> Predicate:
    return result


Turn: TypeAlias = Callable[[Flow], Predicate]


def _in_turn(flow: Flow, expression: Quantified, groups: Sequence[Sequence[Turn]]) -> Predicate:
    """The same where it stops after the first group that decides."""
    if not groups:
        return _joined(flow, expression, ())
    first, *later = groups
    here = _joined(flow, expression, [turn(flow) for turn in first])
    left_open = here if expression.quantifier == "forall" else flow.algebra.negate(here)
    rest, _ = flow.branch(left_open, lambda one: _in_turn(one, expression, later), lambda _: None)
    return _joined(flow, expression, (here, rest or NEVER))


def _joined(flow: Flow, expression: Quantified, parts: Sequence[Predicate]) -> Predicate:
    return flow.algebra.every(parts) if expression.quantifier == "forall" else flow.algebra.some(parts)
