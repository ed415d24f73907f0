"""The states in which a goal is awaited, and how the system goes on in them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.evaluate import holds
from vsym.engines.smt.invariants import linear_invariants
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.system import Step, TransitionSystem

ROUNDS = 3
"""How often steps that cannot be taken while waiting are left out, and bounds looked for again."""


@frozen
class Waiting:
    """The states that may be met while a goal is awaited, as a system of their own.

    It starts where waiting begins, its steps are those after which the goal is still awaited, and its domain holds of
    every state in which it is, as far as is known; `meanwhile` is what of that is not known of all reachable states.
    """

    system: TransitionSystem
    meanwhile: tuple[FNode, ...]


def waiting(
    system: TransitionSystem, awaited: Awaited, always: Sequence[FNode], hints: Sequence[FNode], budget: Budget
) -> Waiting:
    """The states in which a goal is awaited, with the linear bounds that are found of them.

    `always` are invariants of the system, `hints` predicates whose comparisons are tried. Raises UndecidedError.
    """
    manager = system.environment.formula_manager
    unmet = manager.Not(awaited.goal)
    begins = system.initial if awaited.trigger is None else awaited.trigger
    here = replace(
        system,
        domain=manager.And([system.domain, *always, unmet]),
        initial=manager.And(begins, unmet),
        steps=tuple(_kept(system, step, unmet) for step in system.steps),
    )
    bounds: tuple[FNode, ...] = ()
    for number in range(ROUNDS):
        possible = possible_steps(here, budget)
        if number and len(possible) == len(here.steps):
            break
        here = replace(here, steps=possible)
        # What was left out cannot be taken within the bounds known so far, so further ones are added to these.
        more = linear_invariants(here, hints, budget)
        if not more:
            break
        bounds += more
        here = replace(here, domain=manager.And([here.domain, *more]))
    return Waiting(here, bounds)


def _kept(system: TransitionSystem, step: Step, unmet: FNode) -> Step:
    after = system.environment.substituter.substitute(unmet, dict(step.update))
    return replace(step, guard=system.environment.formula_manager.And(step.guard, after))


def possible_steps(system: TransitionSystem, budget: Budget) -> tuple[Step, ...]:
    """The steps that some state of the domain enables; raises UndecidedError."""
    with Session(system.environment, budget) as session:
        session.add([system.domain])
        possible = satisfiable_ones(system, session, [step.guard for step in system.steps])
    return tuple(itertools.compress(system.steps, possible))


def satisfiable_ones(system: TransitionSystem, session: Session, predicates: Sequence[FNode]) -> list[bool]:
    """Whether each predicate holds in some state that a session allows: one state often shows it of many.

    Raises UndecidedError.
    """
    open_ones = set(predicates)
    while open_ones:
        state = session.model(system.symbols, system.environment.formula_manager.Or(list(open_ones)))
        if state is None:
            break
        open_ones = {one for one in open_ones if not holds(one, state)}
    return [one not in open_ones for one in predicates]
