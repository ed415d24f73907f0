"""Sets of states that no step leaves and in which a goal does not hold: from them no path leads to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.liveness.regions import region_graph
from vsym.engines.smt.system import TransitionSystem


def trap(system: TransitionSystem, goal: FNode, told_apart: Sequence[FNode], budget: Budget) -> FNode | None:
    """The largest union of regions, told apart by predicates, that no step leaves and in which the goal does not hold.

    None where there is no such region with a step, or where there are too many regions. Raises UndecidedError.
    """
    manager = system.environment.formula_manager
    unmet = manager.Not(goal)
    before = replace(system, steps=tuple(replace(step, guard=manager.And(step.guard, unmet)) for step in system.steps))
    graph = region_graph(before, [goal, *told_apart], (), budget)
    if graph is None:
        return None
    inside = {number for number, signs in enumerate(graph.signs) if not signs[0]}
    leaving = set(inside)
    while leaving:
        leaving = {edge.source for edge in graph.edges if edge.source in inside and edge.target not in inside}
        inside -= leaving
    if not inside:
        return None
    closed = manager.Or([graph.regions[number] for number in sorted(inside)])
    _check(system, goal, closed, budget)
    return closed


def _check(system: TransitionSystem, goal: FNode, closed: FNode, budget: Budget) -> None:
    """Raise an error if a step leaves the set or the goal holds in it."""
    manager, substituter = system.environment.formula_manager, system.environment.substituter
    with Session(system.environment, budget) as session:
        session.add([system.domain, closed])
        wrong = session.satisfiable(goal) or any(
            session.satisfiable(step.guard, manager.Not(substituter.substitute(closed, dict(step.update))))
            for step in system.steps
        )
    if wrong:
        raise AssertionError("a set of states that no step leaves is left by one")
