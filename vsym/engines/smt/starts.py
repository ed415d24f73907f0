"""Several initial states: from which of them a path that is known leads to the same end."""

from __future__ import annotations

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.conclusions import Refuted, State
from vsym.engines.smt.system import TransitionSystem


def start_outside(system: TransitionSystem, known: list[FNode], budget: Budget) -> State | None:
    """An initial state that satisfies none of the predicates, if there is one; raises UndecidedError."""
    manager = system.environment.formula_manager
    with Session(system.environment, budget) as session:
        session.add([system.domain, system.initial])
        return session.model(system.symbols, manager.Not(manager.Or(known)))


def exactly(system: TransitionSystem, state: State) -> FNode:
    """The predicate of one state."""
    manager = system.environment.formula_manager
    return manager.And([manager.Equals(symbol, manager.Int(value)) for symbol, value in state.items()])


def alike(system: TransitionSystem, predicate: FNode, path: Refuted) -> FNode:
    """The states from which the steps of a path lead to where the predicate does not hold, by substitution backwards.

    A path with repeated steps is taken for no state but its first.
    """
    if any(times > 1 for times in path.times):
        return exactly(system, path.states[0])
    manager, substituter = system.environment.formula_manager, system.environment.substituter
    found = manager.Not(predicate)
    for number in reversed(path.steps):
        step = system.steps[number]
        found = manager.And(step.guard, substituter.substitute(found, dict(step.update)))
    return found
