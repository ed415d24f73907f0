"""Certificates: an invariant and the few goals that show it to be one, each unsatisfiable for a fresh solver."""

from __future__ import annotations

from collections.abc import Iterator

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.unrolling import Unrolling


@frozen
class Rule:
    """A proof rule: induction of some depth, on paths that visit no state twice if `simple`, over steps with labels."""

    steps: tuple[str, ...]
    depth: int = 1
    simple: bool = False


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
    def rule(self) -> Rule:
        """By which goals it is shown."""
        return Rule(tuple(step.label for step in self.system.steps), self.depth, self.simple)


@frozen
class Claim:
    """What a goal assumes of states of a path by their places: `initial`, `domain`, `invariant`, `predicate`,
    `different`, `step` (some step leads from the first to the second) or `step j` (the j-th does); or its negation."""

    name: str
    places: tuple[int, ...]
    negated: bool = False


@frozen
class Goal:
    """Claims that cannot hold together, which proves what the label says."""

    label: str
    claims: tuple[Claim, ...]


def goals(rule: Rule) -> Iterator[Goal]:
    """What must be unsatisfiable for a certificate to be valid."""
    yield from _starts(rule)
    yield from _steps(rule) if rule.depth == 1 else _long_steps(rule)
    inside = (Claim("domain", (0,)), Claim("invariant", (0,)))
    yield Goal("the invariant implies the property", (*inside, Claim("predicate", (0,), negated=True)))


def _starts(rule: Rule) -> Iterator[Goal]:
    for length in range(rule.depth):
        path = (Claim("domain", (0,)), Claim("initial", (0,)), *_path(length))
        said = "every initial state satisfies" if length == 0 else f"{length} steps from an initial state lead into"
        yield Goal(f"{said} the invariant", (*path, Claim("invariant", (length,), negated=True)))


def _steps(rule: Rule) -> Iterator[Goal]:
    for number, label in enumerate(rule.steps):
        before = (Claim("domain", (0,)), Claim("invariant", (0,)), Claim(f"step {number}", (0, 1)))
        name = f"step {number}" + (f" ({label})" if label else "")
        yield Goal(f"{name} keeps the domain", (*before, Claim("domain", (1,), negated=True)))
        yield Goal(f"{name} keeps the invariant", (*before, Claim("invariant", (1,), negated=True)))


def _long_steps(rule: Rule) -> Iterator[Goal]:
    k = rule.depth
    inside = [Claim(name, (place,)) for place in range(k) for name in ("domain", "invariant")]
    yield Goal(
        "every step keeps the domain",
        (*inside[:2], Claim("step", (0, 1)), Claim("domain", (1,), negated=True)),
    )
    apart: list[Claim] = []
    if rule.simple:
        apart = [Claim("different", (i, j)) for j in range(1, k + 1) for i in range(j)]
    before = (*inside, *_path(k), *apart)
    yield Goal(f"after {k} states in it, a step stays in the invariant", (*before, Claim("invariant", (k,), True)))


def _path(length: int) -> tuple[Claim, ...]:
    return tuple(Claim("step", (place, place + 1)) for place in range(length))


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
        for goal in goals(certificate.rule):
            if session.satisfiable(*(instances.formula(claim) for claim in goal.claims)):
                return goal
    return None
