"""Certificates: an invariant and the few goals that show it to be one, each unsatisfiable for a fresh solver."""

from __future__ import annotations

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate_rules import Claim, Goal, Induction
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.unrolling import Unrolling


@frozen
class Certificate:
    """Why `predicate` holds in every reachable state: `invariant` holds there and implies it.

    With `depth` 1 the invariant is inductive within the domain. With a greater one it is `depth`-inductive: it holds in
    the first `depth` states of every path, and after any `depth` states in which it does; with `simple` after those of
    paths that visit no state twice, which suffices, as a shortest path to anywhere is one.
    """

    system: TransitionSystem
    predicate: FNode
    invariant: FNode
    depth: int = 1
    simple: bool = False

    @property
    def rule(self) -> Induction:
        """By which goals it is shown."""
        return Induction(tuple(step.label for step in self.system.steps), self.depth, self.simple)

    def definition(self, claim: str, unrolling: Unrolling) -> FNode:
        """What a claim says, of the first two states of a path if it speaks of two, else of the system's symbols."""
        match claim.split():
            case ["step"]:
                return unrolling.step(0)
            case ["step", number]:
                return unrolling.relation(self.system.steps[int(number)], 0)
            case ["different"]:
                return unrolling.different(0, 1)
        return {
            "initial": self.system.initial,
            "domain": self.system.domain,
            "invariant": self.invariant,
            "predicate": self.predicate,
        }[claim]


class Instances:
    """The claims of a certificate's goals as formulas over the states of a path."""

    def __init__(self, certificate: Certificate) -> None:
        self._certificate = certificate
        self.unrolling = Unrolling(certificate.system)

    def formula(self, claim: Claim) -> FNode:
        """What a claim says."""
        said = self._said(claim.name, claim.places)
        return self._certificate.system.environment.formula_manager.Not(said) if claim.negated else said

    def _said(self, name: str, places: tuple[int, ...]) -> FNode:
        certificate, system = self._certificate, self._certificate.system
        if name == "step":
            return self.unrolling.step(places[0])
        if name == "different":
            return self.unrolling.different(*places)
        if name.startswith("step "):
            return self.unrolling.relation(system.steps[int(name.removeprefix("step "))], places[0])
        predicates = {
            "initial": system.initial,
            "domain": system.domain,
            "invariant": certificate.invariant,
            "predicate": certificate.predicate,
        }
        return self.unrolling.at(predicates[name], places[0])


def failing(certificate: Certificate, budget: Budget) -> Goal | None:
    """The first goal that a solver of its own finds satisfiable, None if the certificate is valid.

    Raises UndecidedError.
    """
    instances = Instances(certificate)
    with Session(certificate.system.environment, budget) as session:
        for goal in certificate.rule.goals():
            if session.satisfiable(*(instances.formula(claim) for claim in goal.claims)):
                return goal
    return None
