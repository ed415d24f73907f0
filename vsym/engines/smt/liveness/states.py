"""Knowledge of all reachable states, and of those in which a goal is awaited, extended by the methods for safety."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Satisfiability, Session
from vsym.basics.limits import UndecidedError, alarmed
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.conclusions import Conclusion, HoldsUpTo, Proved, Refuted, Undecided
from vsym.engines.smt.invariants import equations_until_marked, linear_invariants
from vsym.engines.smt.liveness.outcome import Deadlock, Open
from vsym.engines.smt.liveness.pending import Awaited, awaits, pending, waiting
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import TransitionSystem
from vsym.logic.formula import negate
from vsym.logic.reachability import Question, reachability

SECONDS = 1.0
"""The seconds of processor time for a question to the methods for safety: other work does not change the answer."""

RUNS = 4
"""The most steps, each repeated at will, of a path that is sought before anything else."""

FEW = 8
"""The most values of a variable for which comparisons distinguish all of them."""


class States:
    """States that a system can reach, all of them or those in which some conditions hold. `narrowed` is their own
    system, whose domain holds in each of them; `lemmas` are the growing proofs of that.

    All methods raise UndecidedError at the end of the time.
    """

    def __init__(
        self,
        problem: Problem,
        invariants: Invariants,
        system: TransitionSystem,
        narrowed: TransitionSystem,
        lemmas: Sequence[Certificate],
        conditions: Sequence[FNode] = (),
    ) -> None:
        self._problem, self._invariants, self._conditions = problem, invariants, conditions
        self._manager, self._recalled = system.manager, False
        self.system, self.narrowed, self.lemmas = system, narrowed, list(lemmas)

    @classmethod
    def reachable(cls, problem: Problem, invariants: Invariants) -> States:
        """All reachable states; raises UndecidedError."""
        system = problem.transitions
        domain = system.manager.And([system.domain, *(one.predicate for one in invariants.linear)])
        return cls(problem, invariants, system, replace(system, domain=domain), invariants.linear)

    def possible(self, formula: FNode) -> bool:
        """True unless these states are known to exclude a predicate."""
        return self._satisfiable(formula) and not (self.recall() and not self._satisfiable(formula))

    def recall(self) -> bool:
        """True if the model's own properties narrow these states further, at most once."""
        stated = () if self._recalled else self._invariants.stated
        self._recalled = True
        for one in stated:
            self._add(replace(one, system=self.system), one.predicate)
        return bool(stated)

    def decide(self, formula: FNode) -> Conclusion:
        """The conclusion on whether a predicate holds in none of these states."""
        return never(self._problem, self.system, self._manager.And([*self._conditions, formula]))

    def learn(self, proved: Proved, excluded: FNode) -> None:
        """Leave out states that are proved to be none of these."""
        self._add(proved.certificate, self._manager.Not(excluded))

    def excluded(self, formula: FNode) -> Refuted | HoldsUpTo | Undecided | None:
        """The conclusion on whether a predicate holds in none of these states; None where that is proved, and
        recorded."""
        conclusion = self.decide(formula)
        if not isinstance(conclusion, Proved):
            return conclusion
        self.learn(conclusion, formula)
        return None

    def _add(self, lemma: Certificate, predicate: FNode) -> None:
        self.lemmas.append(lemma)
        self.narrowed = replace(self.narrowed, domain=self._manager.And(self.narrowed.domain, predicate))

    def _satisfiable(self, formula: FNode) -> bool:
        with Satisfiability(self.system.environment, self._problem.budget) as session:
            return session.satisfiable(self.narrowed.domain, formula)


class Invariants:
    """Proofs of invariants by induction, each made when it is first asked for. They raise UndecidedError at the end of
    the time."""

    def __init__(self, problem: Problem, justice: Sequence[FNode]) -> None:
        self._problem, self._system, self._justice = problem, problem.transitions, justice

    @cached_property
    def linear(self) -> tuple[Certificate, ...]:
        """The proof of the linear invariants, none where there are none."""
        self._problem.report.say("looking for linear invariants")
        budget = self._problem.budget
        bounds = (
            *linear_invariants(self._system, self._justice, budget),
            *equations_until_marked(self._system, budget),
        )
        lemma = self._system.manager.And(list(bounds))
        return (Certificate(self._system, lemma, lemma),) if bounds else ()

    @cached_property
    def stated(self) -> tuple[Certificate, ...]:
        """The proofs of the model's own statements, as far as they are found: together, and then each of the rest."""
        never_true = {}
        for prop in (*self._problem.system.properties, *self._problem.system.beside):
            question = reachability(prop)
            if question is not None and question.kind == "never":
                never_true[self._system.formula(negate(question.target))] = prop.name, question
        together = self._inductive(list(never_true))
        certificates = []
        if together:
            manager, bounds = self._system.manager, (one.predicate for one in self.linear)
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
        manager = self._system.manager
        with Session(self._system.environment, self._problem.budget) as session:
            session.add([self._system.domain, *(one.predicate for one in self.linear)])
            lemmas = [one for one in predicates if not session.satisfiable(self._system.initial, manager.Not(one))]
            before = len(lemmas) + 1
            while len(lemmas) < before:
                before = len(lemmas)
                for step in self._system.steps:
                    context = [*lemmas, step.guard]
                    after = [manager.Not(self._system.before(step, one)) for one in lemmas]
                    lost = [session.satisfiable(*context, one) for one in after]
                    lemmas = [one for one, is_lost in zip(lemmas, lost, strict=True) if not is_lost]
        return lemmas

    def _proof(self, name: str, question: Question) -> Certificate | None:
        self._problem.report.say(f"deciding {name}, from which other properties may follow")
        conclusion = never(self._problem, self._system, self._system.formula(question.target))
        return conclusion.certificate if isinstance(conclusion, Proved) else None


def never(problem: Problem, system: TransitionSystem, formula: FNode) -> Conclusion:
    """The conclusion on whether no reachable state satisfies a formula; raises UndecidedError at the end of the whole
    time. A search for a path of few steps, each repeated at will, comes first."""
    predicate = system.manager.Not(formula)
    problem.budget.check()
    short = problem.budget.of_processor(SECONDS)
    search = AcceleratedSearch(system, predicate, short)
    try:
        with alarmed(short):
            refuted = search.within(RUNS, short)
    except UndecidedError:
        problem.budget.check()
        refuted = None
    if refuted is not None:
        return refuted
    short = problem.budget.of_processor(SECONDS)
    with alarmed(short):
        return replace(problem, budget=short).decide(predicate, system)


def values(problem: Problem) -> list[FNode]:
    """The comparisons that distinguish the values of each shared variable with few of them."""
    system = problem.system
    counted = {place for total in system.sums for place in total.places}
    manager = problem.transitions.manager
    comparisons = []
    for place, (variable, symbol) in enumerate(zip(system.variables, problem.transitions.variables, strict=True)):
        if place in counted or variable.low.terms or variable.high.terms:
            continue
        low, high = variable.range
        if high - low < FEW:
            comparisons += [manager.LE(symbol, manager.Int(value)) for value in range(low, high)]
    return comparisons


class Awaiting(States):
    """The states of the system with the pending bit in which it is set. `hints` are predicates whose comparisons may
    bound the states. Raises UndecidedError, as all methods do."""

    def __init__(self, problem: Problem, awaited: Awaited, invariants: Invariants, justice: Sequence[FNode]) -> None:
        always, manager = invariants.linear, problem.transitions.manager
        beyond = pending(problem.transitions, awaited)
        trigger = () if awaited.trigger is None else (awaited.trigger,)
        self.hints, self._justice = (*trigger, awaited.goal, *justice), justice
        there = waiting(problem.transitions, awaited, [one.predicate for one in always], self.hints, problem.budget)
        lemma = manager.Implies(awaits(beyond), manager.And(manager.Not(awaited.goal), *there.meanwhile))
        inductive = manager.And([*(one.invariant for one in always), lemma])
        # No step of the system reads the bit, so a predicate that is inductive without it is so with it.
        lemmas = [*(replace(one, system=beyond) for one in always), Certificate(beyond, lemma, inductive)]
        super().__init__(problem, invariants, beyond, there.system, lemmas, [awaits(beyond)])

    def deadlock(self) -> Deadlock | Open | None:
        """A state that stays for ever: the goal is awaited and no step is possible; None where there is none."""
        steps = self._problem.transitions.steps
        stuck = self._manager.And([*(self._manager.Not(step.guard) for step in steps), *self._justice])
        if not self.possible(stuck):
            return None
        self._problem.report.say("looking for a state in which nothing is possible while the goal is awaited")
        conclusion = self.excluded(stuck)
        if conclusion is None:
            return None
        if isinstance(conclusion, Refuted):
            return Deadlock(self.system, conclusion)
        return Open("it is unknown whether nothing may be possible while the goal is awaited")
