"""The methods of proof, each as far as it has got, what they tell one another, and certificates with less in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.smt import reachability
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.conclusions import Proved
from vsym.engines.smt.congruences import with_quotients
from vsym.engines.smt.coverability.search import NAME as COVERABILITY
from vsym.engines.smt.coverability.search import CoverabilitySearch
from vsym.engines.smt.induction import Induction
from vsym.engines.smt.invariants import linear_invariants
from vsym.engines.smt.strengthening import NAME as STRENGTHENING
from vsym.engines.smt.strengthening import Strengthening
from vsym.engines.smt.system import TransitionSystem

MARKINGS = 200
"""How many markings are looked at in every round of the backward search."""

SHORTENING = 0.2
"""For so many seconds invariants are made shorter."""

Notify = Callable[[str], None]


class Proofs:
    """Attempts to prove a predicate. `trouble` says why one had to be given up; not `provable` is what is refuted.

    With a bound in the budget only induction is tried: all other methods look at paths of any length.
    """

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget, notify: Notify) -> None:
        self._system, self._predicate, self._budget, self._notify = system, predicate, budget, notify
        self._induction = Induction(system, predicate, (), budget)
        self._coverability: CoverabilitySearch | None = None
        self._lemmas: Sequence[FNode] | None = None
        self._strengthening: Strengthening | None = None
        self._spacer_begun, self._spacer_stopped = False, False
        self.provable = True
        self.trouble: str | None = None

    def backward(self, _: Budget) -> Proved | None:
        """In every round a number of markings, so that what is answered does not depend on other work."""
        if not self.provable or not self._is_searching_backward():
            return None
        if self._coverability is None:
            self._coverability = CoverabilitySearch(self._system, self._predicate, self._budget)
        self._notify("looking for what can lead to a violation, from there backwards")
        found = self._coverability.advance(self._budget, MARKINGS)
        return None if found is None else self._proved(found, COVERABILITY)

    def spacer(self, part: Budget) -> Proved | None:
        """An invariant by Spacer, unless it gave up before."""
        if self._budget.bound is not None or not self.provable or self._spacer_stopped:
            return None
        self._notify("looking for an inductive invariant")
        self._spacer_begun = True
        try:
            found = reachability.proof(self._system, self._predicate, self._lemmas or (), part, self._budget)
        except UndecidedError as error:
            part.check()
            self._spacer_stopped, self.trouble = True, str(error)
            return None
        if found == "refuted":
            self.provable = False
            self.trouble = "Spacer found that it is violated, but the time did not suffice to find a path that shows it"
            return None
        return self._proved(found, reachability.NAME)

    def strengthen(self, part: Budget) -> None:
        """Lemmas for the proofs; once."""
        if self._lemmas is None and self.provable:
            self._notify("looking for linear invariants")
            lemmas = linear_invariants(self._system, [self._predicate], part)
            # What follows is proved beside the quotients, and its certificate is one of the system with them.
            self._system, equations = with_quotients(self._system, part)
            self._lemmas = (*equations, *lemmas)
            self._induction.close()
            self._induction = Induction(self._system, self._predicate, self._lemmas, self._budget)

    def inductions(self, part: Budget, most: int) -> Proved | None:
        """k-induction for the next k up to some; what holds on all paths of fewer steps is asked for nothing else."""
        while self.provable and self._induction.depth <= most:
            part.check()
            self._notify(f"trying {self._induction.depth}-induction")
            if (answer := self.one_deeper(part)) is not None:
                return answer
        return None

    def one_deeper(self, part: Budget) -> Proved | None:
        """k-induction for the next k."""
        found = self._induction.advance(part)
        return None if found is None else self._proved(found, f"{found.depth}-induction")

    def strengthened(self, part: Budget) -> Proved | None:
        """Lemmas made of what induction fails on, once it has linear invariants."""
        if self._lemmas is None or not self.provable or self._budget.bound is not None:
            return None
        if self._strengthening is None:
            self._strengthening = Strengthening(self._system, self._predicate, self._lemmas, self._budget)
        self._notify("looking for lemmas that induction lacks")
        found = self._strengthening.advance(part)
        return None if found is None else self._proved(found, STRENGTHENING)

    def is_open(self, most: int) -> bool:
        """Whether some method may still find a proof, where k-induction is tried up to some k."""
        searching = self._budget.bound is None and (self._strengthening is None or not self._strengthening.ended)
        return self.provable and (
            not self._spacer_stopped or self._is_searching_backward() or searching or self._induction.depth <= most
        )

    def tried(self) -> Iterator[str]:
        """The methods that had their turn."""
        if self._induction.depth > 1:
            yield f"{self._induction.depth - 1}-induction"
        begun = {
            COVERABILITY: self._coverability,
            reachability.NAME: self._spacer_begun or None,
            "linear invariants": self._lemmas,
            STRENGTHENING: self._strengthening,
        }
        yield from (name for name, method in begun.items() if method is not None)

    @property
    def wanted(self) -> tuple[FNode, ...]:
        """Lemmas from which the predicate would follow; no proof of them is known."""
        return () if self._strengthening is None else self._strengthening.wanted

    def _is_searching_backward(self) -> bool:
        return self._budget.bound is None and (self._coverability is None or not self._coverability.ended)

    def _proved(self, certificate: Certificate, method: str) -> Proved:
        """The answer, once a solver of its own has found the certificate valid."""
        short = certificate
        if self._budget.left > SHORTENING:
            short = _shortened(certificate, self._budget.within(SHORTENING))
        goal = failing(short, self._budget)
        if goal is not None:
            raise AssertionError(f"a certificate by {method} is not valid: {goal.label}")
        return Proved(short, method)

    def close(self) -> None:
        """Free the solvers."""
        for search in (self._induction, self._coverability, self._strengthening):
            if search is not None:
                search.close()


def _shortened(certificate: Certificate, budget: Budget) -> Certificate:
    """A certificate whose invariant has fewer conjuncts, as far as the time suffices to find one."""
    manager = certificate.system.environment.formula_manager
    parts = list(dict.fromkeys(_conjuncts(certificate.invariant)))
    try:
        for part in parts[:]:
            if len(parts) == 1:
                break
            others = [other for other in parts if other is not part]
            if failing(replace(certificate, invariant=manager.And(others)), budget) is None:
                parts = others
    except UndecidedError:
        pass
    return replace(certificate, invariant=manager.And(parts))


def _conjuncts(formula: FNode) -> list[FNode]:
    if not formula.is_and():
        return [formula]
    return [part for operand in formula.args() for part in _conjuncts(operand)]
