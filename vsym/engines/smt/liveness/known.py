"""What is known of all reachable states before anything is asked about progress."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.conclusions import Proved
from vsym.engines.smt.invariants import linear_invariants
from vsym.engines.smt.liveness.asking import never
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import Step
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
        """The proofs of what the model itself states, as far as they are found: together, and then each of the rest."""
        never_true = {}
        for prop in (*self._problem.system.properties, *self._problem.system.beside):
            question = reachability(prop)
            if question is not None and question.kind == "never":
                never_true[self._system.formula(negate(question.target))] = prop.name, question
        together = self._inductive(list(never_true))
        certificates = []
        if together:
            manager, bounds = self._system.environment.formula_manager, (one.predicate for one in self.linear)
            certificates.append(Certificate(self._system, manager.And(together), manager.And([*bounds, *together])))
        for predicate, (name, question) in never_true.items():
            if predicate not in together:
                certificate = self._problem.proved.get(predicate) or self._proof(name, question)
                # A proof that speaks of quotients is about more variables than these.
                same = certificate is not None and certificate.system.variables == self._system.variables
                if certificate is not None and same and certificate.depth == 1:
                    certificates.append(certificate)
        return tuple(certificates)

    def _inductive(self, predicates: Sequence[FNode]) -> list[FNode]:
        """The most of some predicates that are inductive together, beside the linear invariants."""
        manager = self._system.environment.formula_manager
        with Session(self._system.environment, self._problem.budget) as session:
            session.add([self._system.domain, *(one.predicate for one in self.linear)])
            kept = [one for one in predicates if not session.satisfiable(self._system.initial, manager.Not(one))]
            before = len(kept) + 1
            while len(kept) < before:
                before = len(kept)
                for step in self._system.steps:
                    context = [*kept, step.guard]
                    lost = [one for one in kept if session.satisfiable(*context, manager.Not(self._after(step, one)))]
                    kept = [one for one in kept if one not in lost]
        return kept

    def _after(self, step: Step, predicate: FNode) -> FNode:
        return self._system.environment.substituter.substitute(predicate, dict(step.update))

    def _proof(self, name: str, question: Question) -> Certificate | None:
        self._problem.report.say(f"asking whether {name} holds, as other properties may follow from it")
        conclusion = never(self._problem, self._system, self._system.formula(question.target))
        return conclusion.certificate if isinstance(conclusion, Proved) else None
