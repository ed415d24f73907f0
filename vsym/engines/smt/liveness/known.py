"""What is known of all reachable states before anything is asked about progress."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pysmt.fnode import FNode

from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.conclusions import Proved
from vsym.engines.smt.invariants import linear_invariants
from vsym.engines.smt.liveness.asking import never
from vsym.engines.smt.problem import Problem
from vsym.logic.formula import negate
from vsym.logic.reachability import Question, reachability


class Known:
    """Proofs by induction of what holds in every reachable state, each made when it is first asked for.

    They raise UndecidedError at the end of the time.
    """

    def __init__(self, problem: Problem, justice: Sequence[FNode]) -> None:
        self._problem, self._system, self._justice = problem, problem.transitions, justice

    @cached_property
    def linear(self) -> tuple[Certificate, ...]:
        """The proof of the linear invariants, none where there are none."""
        self._problem.report.say("looking for linear invariants")
        bounds = linear_invariants(self._system, self._justice, self._problem.budget)
        lemma = self._system.environment.formula_manager.And(list(bounds))
        return (Certificate(self._system, lemma, lemma),) if bounds else ()

    @cached_property
    def stated(self) -> tuple[Certificate, ...]:
        """The proofs of what the model itself states, as far as they are found."""
        certificates = []
        for prop in self._problem.system.properties:
            question = reachability(prop)
            if question is not None and question.kind == "never":
                certificate = self._proof(prop.name, question)
                if certificate is not None and certificate.depth == 1:
                    certificates.append(certificate)
        return tuple(certificates)

    def _proof(self, name: str, question: Question) -> Certificate | None:
        predicate = self._system.formula(negate(question.target))
        if predicate in self._problem.proved:
            return self._problem.proved[predicate]
        self._problem.report.say(f"asking whether {name} holds, as other properties may follow from it")
        conclusion = never(self._problem, self._system, self._system.formula(question.target))
        return conclusion.certificate if isinstance(conclusion, Proved) else None
