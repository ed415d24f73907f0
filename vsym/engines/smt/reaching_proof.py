"""Proofs that a goal can be reached from every initial state, as certificates of steps to choose (rule B)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.basics.limits import UndecidedError
from vsym.engines.smt.certificate_evaluation import failing_goal
from vsym.engines.smt.certificate_text import scope_of, scope_text
from vsym.engines.smt.liveness.certificate import StrategyCertificate
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.problem import Problem
from vsym.system.result import Proof

SECONDS = 10.0
"""For how long a certificate is checked: the verdict, which needs none, is not to be lost with it."""


def strategy_proof(problem: Problem, name: str, certificate: StrategyCertificate, said: str) -> Proof | None:
    """The proof of an `EF` of a name, once a solver that knows nothing else has found its certificate valid; `said` is
    what it comes to, in words. None where that takes longer than SECONDS, or fairness asks for more.

    Raises AssertionError where the certificate is not valid (our bug).
    """
    # Whether a fair path is left from the goal is another question.
    if problem.system.fairness or not certificate.system.steps:
        return None
    # The rule has a step; where none is needed, one is chosen nowhere.
    chosen = certificate.chosen or {0: problem.transitions.environment.formula_manager.FALSE()}
    scope = scope_of(name, replace(certificate, chosen=chosen))
    try:
        failing = failing_goal([scope], problem.budget.within(SECONDS))
    except UndecidedError:
        return None
    if failing is not None:
        raise AssertionError(f"a certificate by steps to choose is not valid: {failing}")
    return Proof(None, {**problem.ranges(), name: scope_text(scope)}, said)


def covering_proof(
    problem: Problem, name: str, goal: FNode, leading: Sequence[tuple[FNode, FNode | None]]
) -> Proof | None:
    """The proof by predicates, the nearest to the goal first, from each of which a step leads to one nearer than it.

    The rank is the place of the first that holds. None, and raises, as with `strategy_proof`.
    """
    system = problem.transitions
    manager, substituter = system.environment.formula_manager, system.environment.substituter
    chosen: dict[int, list[FNode]] = {}
    nearer: list[FNode] = []
    for here, then in leading:
        if then is not None:
            only = [here, *map(manager.Not, nearer)]
            for number, step in enumerate(system.steps):
                after = substituter.substitute(then, dict(step.update))
                chosen.setdefault(number, []).append(manager.And([*only, step.guard, after]))
        nearer.append(here)
    rank = manager.Int(len(nearer))
    for place in reversed(range(len(nearer))):
        rank = manager.Ite(nearer[place], manager.Int(place), rank)
    steps = {number: manager.Or(several) for number, several in chosen.items()}
    certificate = StrategyCertificate(system, Awaited(None, goal), (), (rank,), manager.Or(nearer), steps)
    return strategy_proof(problem, name, certificate, f"a step leads nearer from each of {len(nearer)} markings")
