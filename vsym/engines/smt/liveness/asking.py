"""What questions of progress ask beside themselves: of the methods for safety, and which values tell states apart."""

from __future__ import annotations

from dataclasses import replace

from pysmt.fnode import FNode

from vsym.basics.limits import UndecidedError, alarmed
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.conclusions import Conclusion, Refuted
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import TransitionSystem

SECONDS = 1.0
"""How much processor time a question to the methods for safety has: other work does not change what is answered."""

RUNS = 4
"""Of how many steps, each repeated at will, a path has at most that is looked for before anything else."""

FEW = 8
"""The values of variables that have at most so many are told apart."""


def never(problem: Problem, system: TransitionSystem, formula: FNode) -> Conclusion:
    """Whether no reachable state satisfies a formula; raises UndecidedError at the end of the whole time."""
    predicate = system.environment.formula_manager.Not(formula)
    return _by_few_runs(problem, system, predicate) or _decided(problem, system, predicate)


def _by_few_runs(problem: Problem, system: TransitionSystem, predicate: FNode) -> Refuted | None:
    """A path of few steps, each repeated at will, to where a predicate does not hold, if there is one."""
    problem.budget.check()
    short = problem.budget.of_processor(SECONDS)
    search = AcceleratedSearch(system, predicate, short)
    try:
        with alarmed(short):
            while search.length <= RUNS:
                found = search.advance(short, 0)
                if found is not None:
                    return found
    except UndecidedError:
        problem.budget.check()
    finally:
        search.close()
    return None


def _decided(problem: Problem, system: TransitionSystem, predicate: FNode) -> Conclusion:
    short = problem.budget.of_processor(SECONDS)
    with alarmed(short):
        return replace(problem, budget=short).decide(predicate, system)


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
