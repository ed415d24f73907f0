"""Properties of a system with parameters, decided for all their values at once.

An `AG` is one question to the methods, with the parameters as numbers that no step changes. An `EF` asks for a path at
every size: paths found at small sizes are made schedules, until these cover all sizes or a size is met that has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from pysmt.fnode import FNode

from vsym.arithmetic.smallest import smallest_instance
from vsym.arithmetic.solver import Session
from vsym.basics.limits import UndecidedError
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.conclusions import HoldsUpTo, Proved, Refuted, Undecided
from vsym.engines.smt.problem import NAME, Problem, bounded, everywhere, unknown
from vsym.engines.smt.schedules import SymbolicState, condition, generalised, start, substituted
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.unrolling import Unrolling
from vsym.logic.terms import Atom, Linear, Named, value
from vsym.system.result import Verdict
from vsym.system.system import System

PATHS = 12
"""From how many sizes paths are taken before it is given up that a few serve for all."""

UNROLLED = 60
"""Up to how many steps a counterexample is looked for at a smaller size."""

RUNS, RUNS_SECONDS = 8, 2.0
"""Up to how many repeated steps, and for how long, a path of few such steps is looked for."""

NOT_ALL_STARTS = "an `EF` is proved for all sizes only where given local states are the start"
"""The reason why an `EF`, which asks for a path from every initial state, is unknown where there may be several."""


def always(problem: Problem, name: str, predicate: FNode) -> Verdict:
    """Whether a predicate holds in every reachable state at every size; raises UndecidedError."""

    def violated(refuted: Refuted) -> Verdict:
        values = _smallest_values(problem, refuted, predicate)
        return Verdict("violated", NAME, 0.0, method=refuted.method, values=values)

    return everywhere(problem, name, predicate, violated)


def reached(problem: Problem, name: str, predicate: FNode) -> Verdict:
    """Whether a state without the predicate is reached at every size; raises UndecidedError."""
    system = problem.transitions
    begin = start(problem.system, system)
    if begin is None:
        outside = _starts_outside(problem, predicate)
        return Verdict("holds", NAME, 0.0, method="its start") if outside else unknown(NOT_ALL_STARTS)
    goal = system.environment.formula_manager.Not(predicate)
    served: list[FNode] = []
    largest = ""
    for _ in range(PATHS):
        values = _unserved(problem, begin, served)
        if values is None:
            return Verdict("holds", NAME, 0.0, method="a path for every size")
        largest = _said(problem.system, values)
        path = _path(problem, name, predicate, values)
        if isinstance(path, Verdict):
            return path
        served += [condition(system, begin, schedule, goal) for schedule in generalised(system, begin, path)]
    return unknown(f"it is reached at all sizes tried, up to {largest}, but on paths that differ from size to size")


def smallest_path(problem: Problem, refuted: Refuted, predicate: FNode) -> Refuted:
    """A path that refutes the predicate at the smallest size with one as long as this, as far as one is found."""
    values = _smallest_values(problem, refuted, predicate)
    if values == problem.values(refuted.states[0]):
        return refuted
    conclusion = problem.decide(predicate, _at(problem.transitions, values))
    return conclusion if isinstance(conclusion, Refuted) else refuted


def _smallest_values(problem: Problem, refuted: Refuted, predicate: FNode) -> Mapping[str, int]:
    """The smallest size with a path of this length to a violation; that of the path where it is too long."""
    values, length = problem.values(refuted.states[0]), sum(refuted.times)
    if length > UNROLLED:
        return values
    system = problem.transitions
    unrolling = Unrolling(system)
    with Session(system.environment, problem.budget) as session:
        session.add([unrolling.at(system.initial, 0), *unrolling.path(length)])
        session.add([unrolling.at(system.environment.formula_manager.Not(predicate), length)])
        try:
            return _smallest(problem, session) or values
        except UndecidedError:
            return values


def _smallest(problem: Problem, session: Session) -> Mapping[str, int] | None:
    """The smallest size for which the session's assertions have a solution."""
    size = _size(problem.system)
    solution = smallest_instance(problem.transitions.environment, session, (), problem.system.parameters, size)
    return None if solution is None else problem.values(solution)


def _size(system: System) -> Linear:
    """The number of processes: what all sums of variables come to."""
    size = Linear()
    for total in system.sums:
        size += total.total
    return size


def _said(system: System, values: Mapping[str, int]) -> str:
    """A size in words: how many processes there are, or the parameters where nothing is counted."""
    if not system.sums:
        return ", ".join(f"{name} = {number}" for name, number in values.items())
    known: Mapping[Atom, int] = {Named(name): number for name, number in values.items()}
    return f"{value(_size(system), lambda atom: known[atom])} processes"


def _starts_outside(problem: Problem, predicate: FNode) -> bool:
    """Whether the predicate holds in no initial state at any size."""
    system = problem.transitions
    with Session(system.environment, problem.budget) as session:
        return not session.satisfiable(system.domain, system.initial, predicate)


def _unserved(problem: Problem, begin: SymbolicState, served: Sequence[FNode]) -> Mapping[str, int] | None:
    """The smallest size for which no schedule is a path, asked of a fresh solver; None if there is none."""
    system = problem.transitions
    with Session(system.environment, problem.budget) as session:
        session.add([substituted(system, system.domain, begin), *map(system.environment.formula_manager.Not, served)])
        return _smallest(problem, session)


def _path(problem: Problem, name: str, predicate: FNode, values: Mapping[str, int]) -> Refuted | Verdict:
    """A path to a state without the predicate at one size, of few repeated steps if that is soon found.

    Where there is none, or it is not known, that is the verdict on the property.
    """
    system = _at(problem.transitions, values)
    match problem.decide(predicate, system):
        case Proved(method=method) as proved:
            proof = problem.proof(name, proved)
            return Verdict("violated", NAME, 0.0, method=method, proof=proof, values=values, smallest=True)
        case Refuted() as path:
            return _few_runs(problem, predicate, system) or path
        case HoldsUpTo() as conclusion:
            reason = bounded(conclusion)
        case Undecided(why):
            reason = why
        case conclusion:
            assert_never(conclusion)
    return unknown(f"{reason}, with {_said(problem.system, values)}")


def _at(system: TransitionSystem, values: Mapping[str, int]) -> TransitionSystem:
    """The system at one size."""
    manager = system.environment.formula_manager
    sizes = [manager.Equals(symbol, manager.Int(values[symbol.symbol_name()])) for symbol in system.parameters]
    return replace(system, domain=manager.And([system.domain, *sizes]))


def _few_runs(problem: Problem, predicate: FNode, system: TransitionSystem) -> Refuted | None:
    budget = problem.budget.within(RUNS_SECONDS)
    search = AcceleratedSearch(system, predicate, budget)
    try:
        while search.length <= RUNS:
            path = search.advance(budget, 0)
            if path is not None:
                return path
    except UndecidedError:
        problem.budget.check()
    finally:
        search.close()
    return None
