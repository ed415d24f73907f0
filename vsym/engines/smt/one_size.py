"""Properties of a system without parameters, shown by paths."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, assert_never

from pysmt.fnode import FNode

from vsym.engines.smt.conclusions import HoldsUpTo, Proved, Refuted, Undecided
from vsym.engines.smt.problem import NAME, Problem, bounded, everywhere, unknown
from vsym.engines.smt.starts import alike, exactly, start_outside
from vsym.system.result import Path, SystemPath, Verdict

STARTS = 50
"""After how many paths from different initial states an `EF` is given up."""


def always(problem: Problem, name: str, predicate: FNode) -> Verdict:
    """Whether a predicate holds in every reachable state; raises UndecidedError."""
    return everywhere(problem, name, predicate, lambda refuted: _shown(problem, "violated", refuted))


def reached(problem: Problem, name: str, predicate: FNode) -> Verdict:
    """Whether from every initial state a path leads to where the predicate does not hold; raises UndecidedError."""
    system = problem.transitions
    known: list[FNode] = []
    first: Refuted | None = None
    while (start := start_outside(system, known, problem.budget)) is not None:
        if len(known) == STARTS:
            return unknown(f"a path was found from some initial states, but more than {STARTS} would be needed for all")
        alone = system.environment.formula_manager.And([system.initial, exactly(system, start)])
        match problem.decide(predicate, replace(system, initial=alone)):
            case Refuted() as path:
                first = first or path
                known.append(alike(system, predicate, path))
            case Proved(method=method) as proved:
                only: SystemPath = Path("counterexample", (problem.vector(start),), ())
                proof = problem.proof(name, proved)
                return Verdict("violated", NAME, 0.0, path=only, method=method, proof=proof)
            case HoldsUpTo() as conclusion:
                return unknown(bounded(conclusion))
            case Undecided(reason):
                return unknown(reason)
            case conclusion:
                assert_never(conclusion)
    if first is None:
        return always(problem, name, predicate)
    return _shown(problem, "holds", first)


def _shown(problem: Problem, outcome: Literal["holds", "violated"], refuted: Refuted) -> Verdict:
    method = refuted.method if refuted.shortest else f"{refuted.method}; there may be a shorter path"
    path = problem.path("witness" if outcome == "holds" else "counterexample", refuted)
    return Verdict(outcome, NAME, 0.0, path=path, method=method)
