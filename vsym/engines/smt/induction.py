"""k-induction: what holds in the first k states of every path, and after any k states in which it does, always holds.

(Sheeran, Singh, Stålmarck, Checking safety properties using induction and a SAT-solver, FMCAD 2000.)
"""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.unrolling import Unrolling

SIMPLE = 2
"""From which k on paths that visit a state twice are ruled out where the others do not suffice."""


class Induction:
    """An incremental proof attempt. `depth` is the k to be tried next; `lemmas` are inductive within the domain."""

    def __init__(self, system: TransitionSystem, predicate: FNode, lemmas: Sequence[FNode], budget: Budget) -> None:
        manager = system.environment.formula_manager
        self._system, self._predicate = system, predicate
        self._invariant = manager.And([*lemmas, predicate])
        self._unrolling = Unrolling(system)
        self._session = Session(system.environment, budget)
        self._known = manager.And([system.domain, *lemmas])
        self._session.add([self._unrolling.at(self._known, 0)])
        self._built = 0
        self.depth = 1

    def advance(self, budget: Budget) -> Certificate | None:
        """Try the next k; the caller knows that the predicate holds in the first k states of every path.

        Raises UndecidedError, and may then be called again.
        """
        self._session.renew(budget)
        manager, k = self._system.environment.formula_manager, self.depth
        while self._built < k:
            place = self._built
            self._session.add(
                [
                    self._unrolling.at(self._predicate, place),
                    self._unrolling.step(place),
                    self._unrolling.at(self._known, place + 1),
                ]
            )
            self._built += 1
        wrong = self._unrolling.at(manager.Not(self._predicate), k)
        found: Certificate | None = None
        if not self._session.satisfiable(wrong):
            found = Certificate(self._system, self._predicate, self._invariant, k)
        elif k >= SIMPLE:
            apart = [self._unrolling.different(i, j) for j in range(1, k + 1) for i in range(j)]
            if not self._session.satisfiable(wrong, *apart):
                found = Certificate(self._system, self._predicate, self._invariant, k, simple=True)
        self.depth += 1
        return found

    def close(self) -> None:
        """Free the solver."""
        self._session.close()
