"""The sizes at which a state is reached, all of them, by the fixpoint of backward coverability."""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.conclusions import Proved
from vsym.engines.smt.coverability.covering import Covered, covered
from vsym.engines.smt.coverability.search import NAME as COVERABILITY
from vsym.engines.smt.problem import NAME, Problem
from vsym.engines.smt.reaching_proof import covering_proof
from vsym.engines.smt.readable import readable
from vsym.engines.smt.schedules import SymbolicState, substituted
from vsym.engines.smt.sizes import at_size, smallest_start
from vsym.system.result import Verdict


def reached_exactly(problem: Problem, name: str, predicate: FNode, begin: SymbolicState | None) -> Verdict | None:
    """Whether a state without the predicate is reached at every size, or at which; None where this is not known.

    `begin` is the only initial state at every size, if there is only one. Raises UndecidedError, and AssertionError
    where a certificate is not valid (our bug).
    """
    manager = problem.transitions.environment.formula_manager
    found = covered(problem.transitions, predicate, problem.budget)
    if found is None:
        return None
    values = smallest_start(problem, manager.Not(found.inside))
    if values is None:
        led = covering_proof(problem, name, manager.Not(predicate), found.leading)
        return Verdict("holds", NAME, 0.0, method=COVERABILITY, proof=led)
    if values != smallest_start(problem, found.outside):
        return None
    certificate = Certificate(at_size(problem.transitions, values), predicate, found.invariant)
    wrong = failing(certificate, problem.budget)
    if wrong is not None and begin is not None:
        raise AssertionError(f"a certificate by backward coverability is not valid: {wrong.label}")
    # Of several initial states, only some may never reach it, and the certificate is about all of them.
    proof = None if wrong is not None else problem.proof(name, Proved(certificate, COVERABILITY))
    exactly = None if begin is None else _exactly(problem, found, begin)
    return Verdict(
        "violated", NAME, 0.0, method=COVERABILITY, proof=proof, values=values, smallest=True, exactly=exactly
    )


def _exactly(problem: Problem, found: Covered, begin: SymbolicState) -> str | None:
    """The sizes at which the goal is reached, as text; None where there are some of which that is not known."""
    manager = problem.transitions.environment.formula_manager
    if smallest_start(problem, manager.Not(found.inside), manager.Not(found.outside)) is not None:
        return None
    system = problem.transitions
    ways = found.inside.args() if found.inside.is_or() else (found.inside,)
    cubes = [[substituted(system, part, begin) for part in (way.args() if way.is_and() else (way,))] for way in ways]
    with Session(system.environment, problem.budget) as session:
        session.add([substituted(system, system.domain, begin)])
        return readable(manager.Or([manager.And(cube) for cube in _shortest(problem, cubes, session)]))


def _shortest(problem: Problem, cubes: Sequence[Sequence[FNode]], session: Session) -> list[list[FNode]]:
    """Conjunctions with the same union, without what follows from other parts of them or from one another."""
    manager = problem.transitions.environment.formula_manager
    kept = list[list[FNode]]()
    for cube in cubes:
        if not session.satisfiable(*cube):
            continue
        parts = list(cube)
        for part in cube:
            rest = [other for other in parts if other is not part]
            if not session.satisfiable(*rest, manager.Not(part)):
                parts = rest
        kept.append(parts)
    for parts in kept[:]:
        others = [manager.And(other) for other in kept if other is not parts]
        if not session.satisfiable(*parts, manager.Not(manager.Or(others))):
            kept = [other for other in kept if other is not parts]
    return kept
