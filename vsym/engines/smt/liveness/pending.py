"""A system beside one more bit, which says that a goal is still awaited.

The bit is set where the trigger holds and the goal does not, or there alone where a path begins, and is reset where the
goal holds. On a path on which the goal is awaited for ever, it is 1 from some state on.

While it is 1, the system goes on in states that await the goal; these are a system of their own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pysmt.fnode import FNode
from pysmt.formula import FormulaManager
from pysmt.typing import INT

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.invariants import linear_invariants
from vsym.engines.smt.linear import holds
from vsym.engines.smt.system import Step, TransitionSystem

_PIECES = 6
"""The most conjunctions into which a predicate is split, so that steps can repeat under each of them."""

ROUNDS = 3
"""The number of times that steps that cannot be taken while waiting are left out, and bounds looked for again."""


@frozen
class Awaited:
    """A goal to be reached from wherever the trigger holds; None for the initial states."""

    trigger: FNode | None
    goal: FNode


def pending(system: TransitionSystem, awaited: Awaited) -> TransitionSystem:
    """The system with the bit as its last variable, under a name that nothing else in the system has."""
    manager = system.manager
    names = {symbol.symbol_name() for symbol in system.symbols}
    name = next(one for one in ("pending" + "_" * number for number in itertools.count()) if one not in names)
    bit, zero, one = manager.Symbol(name, INT), manager.Int(0), manager.Int(1)
    begins = manager.Not(awaited.goal)
    if awaited.trigger is not None:
        begins = manager.And(awaited.trigger, begins)
    return replace(
        system,
        variables=(*system.variables, bit),
        domain=manager.And(system.domain, manager.LE(zero, bit), manager.LE(bit, one)),
        initial=manager.And(system.initial, manager.Iff(manager.Equals(bit, one), begins)),
        steps=tuple(step for base in system.steps for step in _steps(system, base, awaited, bit)),
    )


def awaits(beyond: TransitionSystem) -> FNode:
    """The predicate that the pending bit is set."""
    return beyond.manager.Equals(beyond.variables[-1], beyond.manager.Int(1))


def _steps(system: TransitionSystem, step: Step, awaited: Awaited, bit: FNode) -> Iterator[Step]:
    manager = system.manager
    waits, rests = (manager.Equals(bit, manager.Int(number)) for number in (1, 0))
    trigger = manager.FALSE() if awaited.trigger is None else awaited.trigger
    after = partial(system.before, step)
    met, unmet = after(awaited.goal), after(manager.Not(awaited.goal))
    # A step that leaves the bit as it is has no update of it, so that it can be repeated.
    ways: Sequence[tuple[Sequence[FNode], Mapping[FNode, FNode]]] = (
        ((waits, unmet), {}),
        ((waits, met), {bit: manager.Int(0)}),
        ((rests, after(trigger), unmet), {bit: manager.Int(1)}),
        ((rests, after(manager.Not(trigger))), {}),
        ((rests, met if awaited.trigger is not None else manager.FALSE()), {}),
    )
    for conditions, change in ways:
        for pieces in itertools.product(*(_convex_pieces(manager, condition) for condition in conditions)):
            guard = manager.And([step.guard, *pieces])
            if not system.environment.simplifier.simplify(guard).is_false():
                yield replace(step, guard=guard, update={**step.update, **change})


def _convex_pieces(manager: FormulaManager, formula: FNode) -> tuple[FNode, ...]:
    """Conjunctions of comparisons whose disjunction is the formula; the formula itself where `_pieces` has none."""
    pieces = _pieces(manager, formula, positive=True)
    return (formula,) if pieces is None else tuple(pieces)


def _pieces(manager: FormulaManager, formula: FNode, *, positive: bool) -> list[FNode] | None:
    """The conjunctions for a formula or its negation; None where they are many, or it has another connective."""
    if formula.is_not():
        return _pieces(manager, formula.arg(0), positive=not positive)
    if formula.is_bool_constant():
        return [manager.TRUE()] if formula.is_true() == positive else []
    if formula.is_and() or formula.is_or():
        several = [_pieces(manager, part, positive=positive) for part in formula.args()]
        whole = [pieces for pieces in several if pieces is not None]
        if len(whole) < len(several):
            return None
        if formula.is_or() == positive:
            choices = list(dict.fromkeys(itertools.chain.from_iterable(whole)))
        else:
            first = itertools.islice(itertools.product(*whole), _PIECES + 1)
            choices = [manager.And(list(choice)) for choice in first]
        return choices if len(choices) <= _PIECES else None
    if formula.is_equals() and not positive:
        left, right = formula.args()
        return [manager.LT(left, right), manager.LT(right, left)]
    if formula.is_le() or formula.is_lt() or formula.is_equals():
        return [formula if positive else manager.Not(formula)]
    return None


@frozen
class Waiting:
    """The states that may be met while a goal is awaited, as a system of their own.

    It starts where waiting begins, and its steps are those after which the goal is still awaited. Its domain holds in
    every state that awaits it; `meanwhile` is the part of it not known of all reachable states.
    """

    system: TransitionSystem
    meanwhile: tuple[FNode, ...]


def waiting(
    system: TransitionSystem, awaited: Awaited, always: Sequence[FNode], hints: Sequence[FNode], budget: Budget
) -> Waiting:
    """The states in which a goal is awaited, with linear bounds on them. `always` are invariants of the system, `hints`
    predicates whose comparisons are tried. Raises UndecidedError."""
    manager = system.manager
    unmet = manager.Not(awaited.goal)
    begins = system.initial if awaited.trigger is None else awaited.trigger
    here = replace(
        system,
        domain=manager.And([system.domain, *always, unmet]),
        initial=manager.And(begins, unmet),
        steps=tuple(replace(step, guard=manager.And(step.guard, system.before(step, unmet))) for step in system.steps),
    )
    bounds: tuple[FNode, ...] = ()
    for number in range(ROUNDS):
        possible = possible_steps(here, budget)
        if number and len(possible) == len(here.steps):
            break
        here = replace(here, steps=possible)
        # Steps were left out because of the bounds known so far, so further bounds are added to these.
        more = linear_invariants(here, hints, budget)
        if not more:
            break
        bounds += more
        here = replace(here, domain=manager.And([here.domain, *more]))
    return Waiting(here, bounds)


def possible_steps(system: TransitionSystem, budget: Budget) -> tuple[Step, ...]:
    """The steps that some state of the domain enables; raises UndecidedError."""
    with Session(system.environment, budget) as session:
        session.add([system.domain])
        possible = satisfiable_ones(system, session, [step.guard for step in system.steps])
    return tuple(itertools.compress(system.steps, possible))


def satisfiable_ones(system: TransitionSystem, session: Session, predicates: Sequence[FNode]) -> list[bool]:
    """For each predicate, true if some state that a session allows satisfies it: one state often shows many. Raises
    UndecidedError."""
    open_ones = set(predicates)
    while open_ones:
        state = session.model(system.symbols, system.manager.Or(list(open_ones)))
        if state is None:
            break
        open_ones = {one for one in open_ones if not holds(one, state)}
    return [one not in open_ones for one in predicates]
