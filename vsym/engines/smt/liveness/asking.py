"""What questions of progress ask beside themselves: of the methods for safety, and which values tell states apart."""

from __future__ import annotations

from dataclasses import replace

from pysmt.fnode import FNode

from vsym.basics.watch import alarmed
from vsym.engines.smt.conclusions import Conclusion
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import TransitionSystem

SECONDS = 1.0
"""How much processor time a question to the methods for safety has: other work does not change what is answered."""

FEW = 8
"""The values of variables that have at most so many are told apart."""


def never(problem: Problem, system: TransitionSystem, formula: FNode) -> Conclusion:
    """Whether no reachable state satisfies a formula; raises UndecidedError at the end of the whole time."""
    problem.budget.check()
    short = problem.budget.of_processor(SECONDS)
    with alarmed(short):
        return replace(problem, budget=short).decide(system.environment.formula_manager.Not(formula), system)


def values(problem: Problem) -> list[FNode]:
    """The comparisons that tell apart the values of shared variables that have few."""
    system = problem.system
    counted = {place for total in system.sums for place in total.places}
    manager = problem.transitions.environment.formula_manager
    found = []
    for place, (variable, symbol) in enumerate(zip(system.variables, problem.transitions.variables, strict=True)):
        if place in counted or variable.low.terms or variable.high.terms:
            continue
        low, high = variable.range
        if high - low < FEW:
            found += [manager.LE(symbol, manager.Int(value)) for value in range(low, high)]
    return found
