"""The states in which a goal is awaited, and whether a path may end in one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.conclusions import Proved, Refuted
from vsym.engines.smt.liveness.known import Known
from vsym.engines.smt.liveness.outcome import Deadlock, Open
from vsym.engines.smt.liveness.pending import Awaited, awaits, pending
from vsym.engines.smt.liveness.states import States
from vsym.engines.smt.liveness.waiting import waiting
from vsym.engines.smt.problem import Problem


class Awaiting(States):
    """The states of the system with the pending bit in which it is set.

    `hints` are predicates whose comparisons may bound the states. Raises UndecidedError, as all methods do.
    """

    def __init__(self, problem: Problem, awaited: Awaited, known: Known, justice: Sequence[FNode]) -> None:
        always, manager = known.linear, problem.transitions.environment.formula_manager
        beyond = pending(problem.transitions, awaited)
        trigger = () if awaited.trigger is None else (awaited.trigger,)
        self.hints, self._justice = (*trigger, awaited.goal, *justice), justice
        there = waiting(problem.transitions, awaited, [one.predicate for one in always], self.hints, problem.budget)
        meanwhile = manager.And(manager.Not(awaited.goal), *there.meanwhile)
        lemma = manager.Implies(awaits(beyond), meanwhile)
        inductive = manager.And([*(one.invariant for one in always), lemma])
        # No step of the system asks for the bit, so what is inductive without it is so with it.
        before = [replace(one, system=beyond) for one in always]
        lemmas = [*before, Certificate(beyond, lemma, inductive)]
        super().__init__(problem, known, beyond, there.system, lemmas, [awaits(beyond)])

    def deadlock(self) -> Deadlock | Open | None:
        """A state where the goal is awaited and no step is possible, which stays for ever; None where there is none."""
        steps = self._problem.transitions.steps
        stuck = self._manager.And([*(self._manager.Not(step.guard) for step in steps), *self._justice])
        if not self.possible(stuck):
            return None
        self._problem.report.say("looking for a state in which nothing is possible while the goal is awaited")
        conclusion = self.decide(stuck)
        if isinstance(conclusion, Refuted):
            return Deadlock(self.system, conclusion)
        if isinstance(conclusion, Proved):
            self.learn(conclusion, stuck)
            return None
        return Open("it is not known whether nothing may be possible while the goal is awaited")
