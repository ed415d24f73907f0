"""Certificates: an invariant and the few goals that show it to be one, each unsatisfiable for a fresh solver, by proof
rules. A rule says which claims on one state, or on two, cannot hold together where a certificate is valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.system import TransitionSystem, Unrolling

PAIRS = ("different", "step", "falls")
"""The beginnings of the names of claims on two states."""


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
        """The rule by whose goals it is shown."""
        return Induction(tuple(step.label for step in self.system.steps), self.depth, self.simple)

    def definition(self, claim: str, unrolling: Unrolling, places: tuple[int, ...] = (0, 1)) -> FNode:
        """The formula of a claim, of these states of a path if it speaks of two, else of the system's symbols."""
        match claim.split():
            case ["step"]:
                return unrolling.step(places[0])
            case ["step", number]:
                return unrolling.relation(self.system.steps[int(number)], places[0])
            case ["different"]:
                return unrolling.different(*places)
        return {
            "initial": self.system.initial,
            "domain": self.system.domain,
            "invariant": self.invariant,
            "predicate": self.predicate,
        }[claim]


def failing(certificate: Certificate, budget: Budget) -> Goal | None:
    """The first goal that a solver of its own finds satisfiable, None if the certificate is valid. Raises
    UndecidedError."""
    unrolling, manager = Unrolling(certificate.system), certificate.system.manager

    def formula(claim: Claim) -> FNode:
        said = certificate.definition(claim.name, unrolling, claim.places)
        if len(claim.places) == 1:
            said = unrolling.at(said, claim.places[0])
        return manager.Not(said) if claim.negated else said

    with Session(certificate.system.environment, budget) as session:
        for goal in certificate.rule.goals():
            if session.satisfiable(*map(formula, goal.claims)):
                return goal
    return None


@frozen
class Claim:
    """An assumption of a goal on states of a path, by their places, or its negation.

    Of induction these are `initial`, `domain`, `invariant`, `predicate`, `different`, `step` (some step leads from the
    first to the second) and `step j` (the j-th does); other rules have others.
    """

    name: str
    places: tuple[int, ...]
    negated: bool = False


@frozen
class Goal:
    """Claims that cannot hold together, which proves what the label says."""

    label: str
    claims: tuple[Claim, ...]


Applied = Callable[[str, int], str]
"""A definition, by its name, of a state of a path, by its place, as text."""


class Rule(Protocol):
    """The goals by which something is proved of a system."""

    @property
    def length(self) -> int:
        """The number of steps of the longest path that a goal speaks of."""

    def goals(self) -> Iterator[Goal]:
        """The goals that must be unsatisfiable for a certificate to be valid."""

    def terms(self) -> tuple[str, ...]:
        """The definitions that are integers, and the claims that nothing but derived ones speaks of."""

    def derived(self, claim: str, applied: Applied, /) -> str | None:
        """A claim that the rule itself defines, by other definitions; None for those that a certificate gives."""


def claimed(rule: Rule) -> tuple[str, ...]:
    """The names of all definitions that the goals of a rule rest on, in the order in which they are defined."""
    claims = dict.fromkeys([*rule.terms(), *(claim.name for goal in rule.goals() for claim in goal.claims)])
    return tuple(sorted(claims, key=lambda claim: claim in LAST))


LAST = frozenset({"step", "falls", "covered"})
"""Claims that are defined after all others."""


@frozen
class Induction:
    """A proof rule: induction of some depth, on paths that visit no state twice if `simple`, over steps with labels."""

    steps: tuple[str, ...]
    depth: int = 1
    simple: bool = False

    @property
    def length(self) -> int:
        return self.depth

    def goals(self) -> Iterator[Goal]:
        inside = (Claim("domain", (0,)), Claim("invariant", (0,)))
        for length in range(self.depth):
            path = (Claim("domain", (0,)), Claim("initial", (0,)), *_path(length))
            said = "every initial state satisfies" if length == 0 else f"{length} steps from an initial state lead into"
            yield Goal(f"{said} the invariant", (*path, Claim("invariant", (length,), negated=True)))
        if self.depth > 1:
            yield from self._long_steps()
        for number, label in enumerate(self.steps if self.depth == 1 else ()):
            name = f"step {number}" + (f" ({label})" if label else "")
            for claim in ("domain", "invariant"):
                claims = (*inside, Claim(f"step {number}", (0, 1)), Claim(claim, (1,), negated=True))
                yield Goal(f"{name} keeps the {claim}", claims)
        yield Goal("the invariant implies the property", (*inside, Claim("predicate", (0,), negated=True)))

    def terms(self) -> tuple[str, ...]:
        return ()

    def derived(self, _claim: str, _applied: Applied, /) -> str | None:
        return None

    def _long_steps(self) -> Iterator[Goal]:
        k = self.depth
        inside = [Claim(name, (place,)) for place in range(k) for name in ("domain", "invariant")]
        claims = (*inside[:2], Claim("step", (0, 1)), Claim("domain", (1,), negated=True))
        yield Goal("every step keeps the domain", claims)
        apart = [Claim("different", (i, j)) for j in range(1, k + 1) for i in range(j)] if self.simple else []
        before = (*inside, *_path(k), *apart)
        yield Goal(f"after {k} states in it, a step stays in the invariant", (*before, Claim("invariant", (k,), True)))


def _path(length: int) -> tuple[Claim, ...]:
    return tuple(Claim("step", (place, place + 1)) for place in range(length))
