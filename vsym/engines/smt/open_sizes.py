"""Properties of a system with parameters, decided for all their values at once.

An `AG` is one question to the methods, with the parameters as numbers that no step changes. An `EF` asks for a path at
every size: paths found at small sizes are made schedules, until these cover all sizes or a size is met that has none.
Then the fixpoint of backward coverability says at which sizes there is one, where it is exact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from pysmt.fnode import FNode

from vsym.arithmetic.cubes import smallest_instance
from vsym.arithmetic.solver import Session
from vsym.basics.limits import UndecidedError
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.conclusions import HoldsUpTo, Proved, Refuted, Undecided
from vsym.engines.smt.coverability.search import COVERABILITY, Covered, covered
from vsym.engines.smt.problem import NAME, Problem, bounded, everywhere, unknown
from vsym.engines.smt.readable import readable
from vsym.engines.smt.schedule_proof import Served, covering_proof, schedule_proof
from vsym.engines.smt.schedules import SymbolicState, condition, generalised, start, substituted
from vsym.engines.smt.system import TransitionSystem, Unrolling
from vsym.logic.terms import Atom, Linear, Named, value
from vsym.system.result import Verdict
from vsym.system.system import System

PATHS = 12
"""The most sizes whose paths vsym tries to generalise to all sizes before it gives up."""

UNROLLED = 60
"""The most steps of a counterexample sought at a smaller size; where there may be a shorter one, a third of that."""

RUNS, RUNS_SECONDS = 8, 2.0
"""The most repeated steps, and the seconds, of the search for a path of few repeated steps."""

NOT_ALL_STARTS = "an `EF` is proved for all sizes only where given local states are the start"
"""The reason why an `EF`, which asks for a path from every initial state, is unknown where there may be several."""


def always(problem: Problem, name: str, predicate: FNode) -> Verdict:
    """The verdict on a predicate that has to hold in every reachable state at every size; raises UndecidedError."""

    def violated(refuted: Refuted) -> Verdict:
        values = _smallest_values(problem, refuted, predicate)
        return Verdict("violated", NAME, 0.0, method=refuted.method, values=values)

    return everywhere(problem, name, predicate, violated)


def reached(problem: Problem, name: str, predicate: FNode) -> Verdict:
    """The verdict on reaching a state without the predicate at every size; raises UndecidedError. Paths for every size,
    if any, are found faster than fixpoints; only the fixpoint finds the sizes without one."""
    begin = start(problem.system, problem.transitions)
    if begin is None:
        verdict = _by_its_starts(problem, name, predicate)
    else:
        verdict = _by_schedules(problem, name, predicate, begin)
    if verdict.outcome == "holds":
        return verdict
    try:
        exact = _reached_exactly(problem, name, predicate, begin)
    except UndecidedError:
        return verdict
    return exact if exact is not None and (verdict.outcome == "unknown" or exact.exactly is not None) else verdict


def _by_schedules(problem: Problem, name: str, predicate: FNode, begin: SymbolicState) -> Verdict:
    system = problem.transitions
    goal = system.manager.Not(predicate)
    served: list[Served] = []
    largest = ""
    for number in range(PATHS):
        values = _unserved(problem, begin, served)
        if values is None:
            proof = schedule_proof(problem, name, goal, begin, served)
            return Verdict("holds", NAME, 0.0, method="a path for every size", proof=proof)
        largest = size_text(problem.system, values)
        # At the smallest size a path is short anyway, and one of few repeated steps takes longer to find.
        path = _path(problem, name, predicate, values, few_runs=number > 0)
        if isinstance(path, Verdict):
            return path
        for schedule in generalised(system, begin, path):
            served.append(Served(schedule, condition(system, begin, schedule, goal)))
    return unknown(f"it is reached at all sizes tried, up to {largest}, but on paths that differ from size to size")


def smallest_path(problem: Problem, refuted: Refuted, predicate: FNode) -> Refuted:
    """A path that refutes the predicate at the smallest size with one as long as this, as far as one is found."""
    values = _smallest_values(problem, refuted, predicate)
    if values == problem.values(refuted.states[0]):
        return refuted
    conclusion = problem.decide(predicate, at_size(problem.transitions, values))
    return conclusion if isinstance(conclusion, Refuted) else refuted


def _smallest_values(problem: Problem, refuted: Refuted, predicate: FNode) -> Mapping[str, int]:
    """The smallest size with a path of this length to a violation; that of the path where it is too long, or time is
    short."""
    values, length = problem.values(refuted.states[0]), sum(refuted.times)
    if length > (UNROLLED if refuted.shortest else UNROLLED // 3):
        return values
    system = problem.transitions
    unrolling = Unrolling(system)
    # Another size is good enough where all the time there is would be spent on the smallest.
    budget = problem.budget if math.isinf(problem.budget.left) else problem.budget.within(problem.budget.left / 10)
    with Session(system.environment, budget) as session:
        session.add([unrolling.at(system.initial, 0), *unrolling.path(length)])
        session.add([unrolling.at(system.manager.Not(predicate), length)])
        try:
            return smallest(problem, session) or values
        except UndecidedError:
            return values


def _by_its_starts(problem: Problem, name: str, predicate: FNode) -> Verdict:
    """The verdict where there may be several initial states: it holds where the predicate does in none, at any size."""
    system = problem.transitions
    with Session(system.environment, problem.budget) as session:
        if session.satisfiable(system.domain, system.initial, predicate):
            return unknown(NOT_ALL_STARTS)
    proof = schedule_proof(problem, name, system.manager.Not(predicate), {}, ())
    return Verdict("holds", NAME, 0.0, method="its start", proof=proof)


def _unserved(problem: Problem, begin: SymbolicState, served: Sequence[Served]) -> Mapping[str, int] | None:
    """The smallest size for which no schedule is a path, by a fresh solver; None if there is none."""
    system = problem.transitions
    with Session(system.environment, problem.budget) as session:
        session.add([substituted(system, system.domain, begin), *(system.manager.Not(one.condition) for one in served)])
        return smallest(problem, session)


def _path(
    problem: Problem, name: str, predicate: FNode, values: Mapping[str, int], *, few_runs: bool
) -> Refuted | Verdict:
    """A path to a state without the predicate at one size, with `few_runs` of few repeated steps if one is soon found.
    Returns the verdict on the property where there is no path, or none is known."""
    system = at_size(problem.transitions, values)
    match problem.decide(predicate, system):
        case Proved(method=method) as proved:
            proof = problem.proof(name, proved)
            return Verdict("violated", NAME, 0.0, method=method, proof=proof, values=values, smallest=True)
        case Refuted() as path:
            return (_few_runs(problem, predicate, system) if few_runs else None) or path
        case HoldsUpTo() as conclusion:
            reason = bounded(conclusion)
        case Undecided(why):
            reason = why
        case conclusion:
            assert_never(conclusion)
    return unknown(f"{reason}, with {size_text(problem.system, values)}")


def _few_runs(problem: Problem, predicate: FNode, system: TransitionSystem) -> Refuted | None:
    budget = problem.budget.within(RUNS_SECONDS)
    search = AcceleratedSearch(system, predicate, budget)
    try:
        return search.within(RUNS, budget)
    except UndecidedError:
        problem.budget.check()
        return None


def _reached_exactly(problem: Problem, name: str, predicate: FNode, begin: SymbolicState | None) -> Verdict | None:
    """The verdict on reaching a state without the predicate at every size, or at some; None where it is not known.

    `begin` is the only initial state at every size, if there is only one. Raises UndecidedError, and AssertionError
    where a certificate is not valid (our bug).
    """
    fixpoint = covered(problem.transitions, predicate, problem.budget)
    if fixpoint is None:
        return None
    values = smallest_start(problem, problem.transitions.manager.Not(fixpoint.inside))
    if values is None:
        led = covering_proof(problem, name, problem.transitions.manager.Not(predicate), fixpoint.leading)
        return Verdict("holds", NAME, 0.0, method=COVERABILITY, proof=led)
    if values != smallest_start(problem, fixpoint.outside):
        return None
    certificate = Certificate(at_size(problem.transitions, values), predicate, fixpoint.invariant)
    wrong = failing(certificate, problem.budget)
    if wrong is not None and begin is not None:
        raise AssertionError(f"a certificate by backward coverability is not valid: {wrong.label}")
    # Of several initial states, only some may never reach it, and the certificate is about all of them.
    proof = None if wrong is not None else problem.proof(name, Proved(certificate, COVERABILITY))
    exactly = None if begin is None else _exactly(problem, fixpoint, begin)
    return Verdict(
        "violated", NAME, 0.0, method=COVERABILITY, proof=proof, values=values, smallest=True, exactly=exactly
    )


def _exactly(problem: Problem, fixpoint: Covered, begin: SymbolicState) -> str | None:
    """The sizes at which the goal is reached, as text; None where there are some of which that is not known."""
    system, manager = problem.transitions, problem.transitions.manager
    if smallest_start(problem, manager.Not(fixpoint.inside), manager.Not(fixpoint.outside)) is not None:
        return None
    ways = fixpoint.inside.args() if fixpoint.inside.is_or() else (fixpoint.inside,)
    cubes = [[substituted(system, part, begin) for part in (way.args() if way.is_and() else (way,))] for way in ways]
    with Session(system.environment, problem.budget) as session:
        session.add([substituted(system, system.domain, begin)])
        return readable(manager.Or([manager.And(cube) for cube in _shortest(problem, cubes, session)]))


def _shortest(problem: Problem, cubes: Sequence[Sequence[FNode]], session: Session) -> list[list[FNode]]:
    """Conjunctions with the same union, without parts that their other parts imply, or conjunctions that the others
    cover."""
    manager = problem.transitions.manager
    disjuncts = list[list[FNode]]()
    for cube in cubes:
        if not session.satisfiable(*cube):
            continue
        parts = list(cube)
        for part in cube:
            rest = [other for other in parts if other is not part]
            if not session.satisfiable(*rest, manager.Not(part)):
                parts = rest
        disjuncts.append(parts)
    for parts in disjuncts[:]:
        others = [manager.And(other) for other in disjuncts if other is not parts]
        if not session.satisfiable(*parts, manager.Not(manager.Or(others))):
            disjuncts = [other for other in disjuncts if other is not parts]
    return disjuncts


def smallest(problem: Problem, session: Session) -> Mapping[str, int] | None:
    """The smallest size for which the session's assertions have a solution; raises UndecidedError."""
    size = _size(problem.system)
    solution = smallest_instance(problem.transitions.environment, session, (), problem.system.parameters, size)
    return None if solution is None else problem.values(solution)


def smallest_start(problem: Problem, *conditions: FNode) -> Mapping[str, int] | None:
    """The smallest size with an initial state that satisfies the conditions, None if there is none; raises
    UndecidedError."""
    system = problem.transitions
    with Session(system.environment, problem.budget) as session:
        session.add([system.domain, system.initial, *conditions])
        return smallest(problem, session)


def at_size(system: TransitionSystem, values: Mapping[str, int]) -> TransitionSystem:
    """The system at one size."""
    manager = system.manager
    sizes = [manager.Equals(symbol, manager.Int(values[symbol.symbol_name()])) for symbol in system.parameters]
    return replace(system, domain=manager.And([system.domain, *sizes]))


def size_text(system: System, values: Mapping[str, int]) -> str:
    """A size in words: the number of processes, or the parameters where nothing is counted."""
    if not system.sums:
        return ", ".join(f"{name} = {number}" for name, number in values.items())
    return f"{size_of(system, values)} processes"


def size_of(system: System, values: Mapping[str, int]) -> int:
    """The number of processes where the parameters have values; 0 where nothing is counted."""
    numbers: Mapping[Atom, int] = {Named(name): number for name, number in values.items()}
    return value(_size(system), lambda atom: numbers[atom])


def _size(system: System) -> Linear:
    """The number of processes: the total of all sums of variables."""
    return sum((total.total for total in system.sums), Linear())
