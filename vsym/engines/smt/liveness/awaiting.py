"""What is known of the states in which a goal is awaited, and how more of it is learnt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.conclusions import Conclusion, Proved, Refuted
from vsym.engines.smt.liveness.asking import never
from vsym.engines.smt.liveness.known import Known
from vsym.engines.smt.liveness.outcome import Avoided, Open
from vsym.engines.smt.liveness.pending import Awaited, awaits, pending
from vsym.engines.smt.liveness.waiting import waiting
from vsym.engines.smt.problem import Problem


class Awaiting:
    """A goal that is awaited: the system with the pending bit (`beyond`), the states with the bit as a system of their
    own (`waiting`), and proofs of what is known of them (`lemmas`), of which there are more and more.

    `hints` are predicates whose comparisons may bound the states. Raises UndecidedError at the end of the time, as all
    methods do.
    """

    def __init__(self, problem: Problem, awaited: Awaited, known: Known, justice: Sequence[FNode]) -> None:
        self._problem, self._known, self._justice = problem, known, justice
        self._recalled, always = False, known.linear
        self._manager = problem.transitions.environment.formula_manager
        self.beyond = pending(problem.transitions, awaited)
        trigger = () if awaited.trigger is None else (awaited.trigger,)
        self.hints = (*trigger, awaited.goal, *justice)
        there = waiting(problem.transitions, awaited, [one.predicate for one in always], self.hints, problem.budget)
        self.waiting = there.system
        meanwhile = self._manager.And(self._manager.Not(awaited.goal), *there.meanwhile)
        lemma = self._manager.Implies(awaits(self.beyond), meanwhile)
        inductive = self._manager.And([*(one.invariant for one in always), lemma])
        # No step of the system asks for the bit, so what is inductive without it is so with it.
        before = [replace(one, system=self.beyond) for one in always]
        self.lemmas = [*before, Certificate(self.beyond, lemma, inductive)]

    def deadlock(self) -> Avoided | Open | None:
        """A state where the goal is awaited and no step is possible, which stays for ever; None where there is none."""
        stuck = self._manager.And(
            [*(self._manager.Not(step.guard) for step in self._problem.transitions.steps), *self._justice]
        )
        if not self.possible(stuck):
            return None
        self._problem.report.say("looking for a state in which nothing is possible while the goal is awaited")
        conclusion = self.decide(stuck)
        if isinstance(conclusion, Refuted):
            return Avoided(self.beyond, conclusion, ())
        if isinstance(conclusion, Proved):
            self.learn(conclusion, stuck)
            return None
        return Open("it is not known whether nothing may be possible while the goal is awaited")

    def possible(self, formula: FNode) -> bool:
        """Whether a predicate holds in some state that may be one in which the goal is awaited, as far as is known."""
        return self._satisfiable(formula) and not (self.recall() and not self._satisfiable(formula))

    def recall(self) -> bool:
        """Whether what the model itself states says more of these states, which is asked once."""
        stated = () if self._recalled else self._known.stated
        self._recalled = True
        for one in stated:
            self.lemmas.append(replace(one, system=self.beyond))
            self._narrow(one.predicate)
        return bool(stated)

    def decide(self, formula: FNode) -> Conclusion:
        """Whether a predicate can hold in a reachable state while the goal is awaited."""
        return never(self._problem, self.beyond, self._manager.And(awaits(self.beyond), formula))

    def learn(self, proved: Proved, excluded: FNode) -> None:
        """Leave out states of which it is proved that the goal is not awaited in them."""
        self.lemmas.append(proved.certificate)
        self._narrow(self._manager.Not(excluded))

    def _narrow(self, predicate: FNode) -> None:
        self.waiting = replace(self.waiting, domain=self._manager.And(self.waiting.domain, predicate))

    def _satisfiable(self, formula: FNode) -> bool:
        with Session(self._problem.transitions.environment, self._problem.budget) as session:
            return session.satisfiable(self.waiting.domain, formula)
