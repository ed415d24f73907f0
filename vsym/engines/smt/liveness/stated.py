"""Ranks that users state to show that something happens eventually, or can: rules A and B with these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.engines.smt.conclusions import Refuted, State
from vsym.engines.smt.linear import holds, linear_sum
from vsym.engines.smt.liveness.outcome import Deadlock, Inevitable, Open, Possible
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.liveness.states import Awaiting, Invariants, States
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import Step, TransitionSystem
from vsym.logic.properties import StatedRank


@frozen
class Fault:
    """A path to a state in which the goal is awaited, and a step from there that does not lower the rank; None where
    some step should, and none does. The steps of the path are those of `system`."""

    system: TransitionSystem
    path: Refuted
    step: Step | None


def inevitable_by(
    problem: Problem, awaited: Awaited, levels: Levels, invariants: Invariants, justice: Sequence[FNode]
) -> Inevitable | Fault | Open:
    """The finding on a rank while the goal is awaited: each step must lower it, or leave it so while a constraint is
    false. Raises UndecidedError at the end of the time."""
    there, manager = Awaiting(problem, awaited, invariants, justice), problem.transitions.manager
    ended = there.deadlock()
    if isinstance(ended, Deadlock):
        return Fault(ended.system, ended.path, None)
    unclear = ended
    for step in there.narrowed.steps:
        false = manager.Or([_stays_false(levels, step, one) for one in justice])
        lowered = manager.Or(levels.lower(step), manager.And(levels.same(step), false))
        wrong = manager.And(step.guard, manager.Not(lowered))
        if not there.possible(wrong):
            continue
        problem.report.say(f"checking that `{step.label}` cannot leave the rank as it is, or raise it")
        conclusion = there.excluded(wrong)
        if isinstance(conclusion, Refuted):
            return Fault(there.system, conclusion, step)
        if conclusion is not None:
            unclear = unclear or Open(f"it is unknown whether `{step.label}` is ever taken without lowering it")
    if unclear is not None:
        return unclear
    unmet = _unmet(there, levels, justice)
    if unmet is None:
        return Open("the constraint that stays false while it is not lowered changes on the way")
    labels = tuple(dict.fromkeys(step.label for step in there.narrowed.steps))
    return Inevitable(awaited, there.system, tuple(there.lemmas), levels.terms, unmet, labels)


def _stays_false(levels: Levels, step: Step, constraint: FNode) -> FNode:
    manager = levels.system.manager
    return manager.And(manager.Not(constraint), manager.Not(levels.system.before(step, constraint)))


def _unmet(there: Awaiting, levels: Levels, justice: Sequence[FNode]) -> FNode | None:
    """The number of the constraint that is false all the time that the rank stays as it is: the first false one, in
    some order; None where that changes on the way. It is 0 where the rank never stays as it is."""
    manager = levels.system.manager
    for first in range(max(1, len(justice))):
        order = [*range(first, len(justice)), *range(first)]
        unmet, ways = manager.Int(0), []
        for number in reversed(order):
            unmet = manager.Ite(manager.Not(justice[number]), manager.Int(number + 1), unmet)
        for step in there.narrowed.steps:
            same = manager.FALSE()
            for number in reversed(order):
                met = manager.And(justice[number], levels.system.before(step, justice[number]))
                same = manager.Or(_stays_false(levels, step, justice[number]), manager.And(met, same))
            ways.append(manager.And(step.guard, levels.same(step), manager.Not(same)))
        if not there.possible(manager.Or(ways)):
            return unmet
    return None


def possible_by(problem: Problem, awaited: Awaited, levels: Levels, invariants: Invariants) -> Possible | Fault | Open:
    """The finding on a rank that some step must lower until the goal is reached: from all reachable states, or from
    those with the trigger, which these steps do not leave. Raises UndecidedError at the end of the time."""
    system, manager = problem.transitions, problem.transitions.manager
    trigger = system.initial if awaited.trigger is None else awaited.trigger
    everywhere, unmet = manager.TRUE(), manager.Not(awaited.goal)
    states = States.reachable(problem, invariants)
    none = manager.Not(manager.Or(list(_lowering(awaited, levels, everywhere).values())))
    for region in dict.fromkeys((trigger, everywhere)):
        outcome = _excluded(problem, states, manager.And(region, unmet, none))
        if outcome is not None and region == trigger:
            return Fault(system, outcome, None) if isinstance(outcome, Refuted) else outcome
    for region in dict.fromkeys((everywhere, trigger)):
        chosen = _lowering(awaited, levels, region)
        with Session(system.environment, problem.budget) as session:
            session.add([manager.And(states.narrowed.domain, region, unmet)])
            if not session.satisfiable(manager.Not(manager.Or(list(chosen.values())))):
                taken = {number: where for number, where in chosen.items() if session.satisfiable(where)}
                return Possible(awaited, system, tuple(states.lemmas), region, taken, levels.terms)
    return Open(
        f"the steps that lower it may lead to where {readable(trigger)} no longer holds, and there none need lower it"
    )


def _lowering(awaited: Awaited, levels: Levels, region: FNode) -> dict[int, FNode]:
    """The states in which each step leads to the goal, or lowers the rank inside a region."""
    system, manager = levels.system, levels.system.manager
    lowering = {}
    for number, step in enumerate(system.steps):
        inside = manager.And(system.before(step, region), levels.lower(step))
        lowering[number] = manager.And(step.guard, manager.Or(system.before(step, awaited.goal), inside))
    return lowering


def _excluded(problem: Problem, states: States, formula: FNode) -> Refuted | Open | None:
    """A path to a state that satisfies a formula, or `Open` where that is unknown; None where `states` exclude it."""
    if not states.possible(formula):
        return None
    problem.report.say("checking that some step always lowers the rank")
    conclusion = states.excluded(formula)
    if conclusion is None or isinstance(conclusion, Refuted):
        return conclusion
    return Open("it is unknown whether some step always lowers it")


_Cases: TypeAlias = tuple[tuple[FNode, FNode], ...]
"""Conditions, one of which holds, each with the term that is the value there."""


@frozen
class Levels:
    """The levels of a stated rank over the symbols of a system, from the most significant on."""

    system: TransitionSystem
    cases: tuple[_Cases, ...]

    @classmethod
    def of(cls, rank: StatedRank, system: TransitionSystem) -> Levels:
        """The levels of a rank that is stated for the system."""
        levels = (tuple((system.formula(where), system.term(term)) for where, term in one) for one in rank.levels)
        return cls(system, tuple(levels))

    @property
    def terms(self) -> tuple[FNode, ...]:
        """Each level as one term."""
        terms = []
        for level in self.cases:
            *others, (_, term) = level
            for condition, other in reversed(others):
                term = self.system.manager.Ite(condition, other, term)
            terms.append(term)
        return tuple(terms)

    def at(self, state: State) -> tuple[int, ...]:
        """The rank of a state."""
        terms = (next(term for condition, term in level if holds(condition, state)) for level in self.cases)
        return tuple(linear_sum(term).at(state) for term in terms)

    def lower(self, step: Step) -> FNode:
        """The step lowers the rank, as one word goes before another in a dictionary."""
        manager = self.system.manager
        ways = []
        for place, level in enumerate(self.cases):
            same = [self._compared(one, step, manager.Equals) for one in self.cases[:place]]
            ways.append(manager.And([*same, self._compared(level, step, manager.LT)]))
        return manager.Or(ways)

    def same(self, step: Step) -> FNode:
        """The step leaves the rank as it is."""
        manager = self.system.manager
        return manager.And([self._compared(level, step, manager.Equals) for level in self.cases])

    def _compared(self, level: _Cases, step: Step, compare: Callable[[FNode, FNode], FNode]) -> FNode:
        """A level after the step compared with the same before it, case by case."""
        later = [(self.system.before(step, condition), self.system.before(step, term)) for condition, term in level]
        pairs = (self.system.manager.And(here, there, compare(new, old)) for here, old in level for there, new in later)
        return self.system.manager.Or(list(pairs))
