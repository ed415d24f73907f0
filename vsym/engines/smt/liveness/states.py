"""What is known of the states that are asked about, and how more of it is learnt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Satisfiability
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.conclusions import Conclusion, Proved
from vsym.engines.smt.liveness.asking import never
from vsym.engines.smt.liveness.known import Known
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import TransitionSystem


class States:
    """States that a system can reach, all of them or those in which some conditions hold: as a system of their own
    (`narrowed`), whose domain holds in each of them, and with proofs of that (`lemmas`), of which there are more and
    more.

    All methods raise UndecidedError at the end of the time.
    """

    def __init__(
        self,
        problem: Problem,
        known: Known,
        system: TransitionSystem,
        narrowed: TransitionSystem,
        lemmas: Sequence[Certificate],
        conditions: Sequence[FNode] = (),
    ) -> None:
        self._problem, self._known, self._conditions = problem, known, conditions
        self._manager, self._recalled = system.environment.formula_manager, False
        self.system, self.narrowed, self.lemmas = system, narrowed, list(lemmas)

    @classmethod
    def reachable(cls, problem: Problem, known: Known) -> States:
        """All reachable states; raises UndecidedError."""
        system = problem.transitions
        bounds = (one.predicate for one in known.linear)
        domain = system.environment.formula_manager.And([system.domain, *bounds])
        return cls(problem, known, system, replace(system, domain=domain), known.linear)

    def possible(self, formula: FNode) -> bool:
        """Whether a predicate holds in some state that may be one of these, as far as is known."""
        return self._satisfiable(formula) and not (self.recall() and not self._satisfiable(formula))

    def recall(self) -> bool:
        """Whether what the model itself states says more of these states, which is asked once."""
        stated = () if self._recalled else self._known.stated
        self._recalled = True
        for one in stated:
            self._add(replace(one, system=self.system), one.predicate)
        return bool(stated)

    def decide(self, formula: FNode) -> Conclusion:
        """Whether a predicate holds in one of these states."""
        return never(self._problem, self.system, self._manager.And([*self._conditions, formula]))

    def learn(self, proved: Proved, excluded: FNode) -> None:
        """Leave out states of which it is proved that they are none of these."""
        self._add(proved.certificate, self._manager.Not(excluded))

    def _add(self, lemma: Certificate, predicate: FNode) -> None:
        self.lemmas.append(lemma)
        self.narrowed = replace(self.narrowed, domain=self._manager.And(self.narrowed.domain, predicate))

    def _satisfiable(self, formula: FNode) -> bool:
        with Satisfiability(self.system.environment, self._problem.budget) as session:
            return session.satisfiable(self.narrowed.domain, formula)
