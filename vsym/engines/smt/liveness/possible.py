"""Whether some path leads to a goal from everywhere (rule B): steps to choose, and a rank that they lower.

Which steps are chosen where, and the weights of the rank, are integers that a solver looks for. States that contradict
what it proposes are added as conditions: one in which no chosen step is enabled, or one where a chosen step does not
lower the rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.conclusions import Proved, Refuted
from vsym.engines.smt.liveness.asking import values
from vsym.engines.smt.liveness.known import Known
from vsym.engines.smt.liveness.outcome import Avoided, Deadlock, Open, Outcome, Possible, Trap
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.liveness.regions import comparisons, region_graph
from vsym.engines.smt.liveness.states import States
from vsym.engines.smt.liveness.strategy import Strategy, strategy
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import TransitionSystem


def possible(problem: Problem, awaited: Awaited, known: Known, justice: Sequence[FNode]) -> Outcome:
    """Whether from every reachable state with the trigger some path leads to the goal, be it fair or not.

    Where it is avoided, that is shown by a state in which nothing is possible and each justice constraint holds, or by
    one in a set of states that no step leaves. Raises UndecidedError at the end of the time.
    """
    return _Attempt(problem, awaited, known, justice).run()


class _Attempt:
    def __init__(self, problem: Problem, awaited: Awaited, known: Known, justice: Sequence[FNode]) -> None:
        self._problem, self._awaited, self._states = problem, awaited, States.reachable(problem, known)
        self._system, self._manager = problem.transitions, problem.transitions.environment.formula_manager
        self._trigger = self._system.initial if awaited.trigger is None else awaited.trigger
        self._stuck = self._manager.And([self._manager.Not(step.guard) for step in self._system.steps])
        self._justice = self._manager.And(list(justice))

    def run(self) -> Outcome:
        """What comes of the attempts, the cheapest first: from all states, then from those with the trigger alone."""
        reason = "no steps to choose were found that lead to the goal"
        for region in dict.fromkeys((self._manager.TRUE(), self._trigger)):
            ended = self._without_deadlocks(region)
            if isinstance(ended, Avoided):
                return ended
            if isinstance(ended, Open):
                reason = ended.reason
                continue
            guards = [step.guard for step in self._system.steps]
            for more, separately in (([], False), ([], True), (guards, False), (guards, True)):
                told_apart = comparisons(self._system, [*values(self._problem), *more])
                self._problem.report.say(f"looking for steps that lead to the goal over {len(told_apart)} comparisons")
                found = self._strategy(region, told_apart, separately=separately)
                if found is None and self._states.recall():
                    found = self._strategy(region, told_apart, separately=separately)
                if found is not None:
                    return self._conclusion(region, found)
                trapped = None if separately else self._trapped(told_apart)
                if trapped is not None:
                    return trapped
        return Open(reason)

    def _without_deadlocks(self, region: FNode) -> Outcome | None:
        """Why there is no way from the region where no step is possible; None where there is no such state."""
        manager = self._manager
        dead = manager.And(region, self._stuck, manager.Not(self._awaited.goal))
        if not self._states.possible(dead):
            return None
        self._problem.report.say("looking for a state in which nothing is possible")
        avoiding = manager.And(dead, self._trigger, self._justice)
        conclusion = self._states.decide(avoiding)
        if isinstance(conclusion, Refuted):
            return Deadlock(self._system, conclusion)
        simplify = self._system.environment.simplifier.simplify
        if simplify(avoiding) != simplify(dead):
            conclusion = self._states.decide(dead)
        if isinstance(conclusion, Proved):
            self._states.learn(conclusion, dead)
            return None
        return Open(f"it is not known how to go on from where nothing is possible: {readable(simplify(dead))}")

    def _trapped(self, told_apart: Sequence[FNode]) -> Trap | None:
        """A path to a state with the trigger from which no path leads to the goal, if one is found.

        Where a constraint of justice is to be met again and again, no fair path need begin there.
        """
        if not self._justice.is_true():
            return None
        closed = _trap(self._states.narrowed, self._awaited.goal, told_apart, self._problem.budget)
        if closed is None:
            return None
        self._problem.report.say("looking for a state from which no path leads to the goal")
        avoiding = self._manager.And(self._trigger, closed)
        conclusion = self._states.decide(avoiding)
        if isinstance(conclusion, Refuted):
            return Trap(self._system, conclusion)
        if isinstance(conclusion, Proved):
            self._states.learn(conclusion, avoiding)
        return None

    def _strategy(self, region: FNode, told_apart: Sequence[FNode], *, separately: bool) -> Strategy | None:
        here = _inside(self._states.narrowed, region, self._awaited.goal)
        graph = region_graph(here, [self._awaited.goal, region, *told_apart], (), self._problem.budget)
        return None if graph is None else strategy(graph, self._problem.budget, separately=separately)

    def _conclusion(self, region: FNode, found: Strategy) -> Possible:
        return Possible(self._awaited, self._system, tuple(self._states.lemmas), region, found.chosen, found.rank)


def _inside(system: TransitionSystem, region: FNode, goal: FNode) -> TransitionSystem:
    """The steps from where the goal is still to be reached inside the region."""
    manager = system.environment.formula_manager
    before = manager.And(region, manager.Not(goal))
    return replace(
        system,
        steps=tuple(replace(step, guard=manager.And(step.guard, before)) for step in system.steps),
        initial=manager.And(system.initial, before),
    )


def _trap(system: TransitionSystem, goal: FNode, told_apart: Sequence[FNode], budget: Budget) -> FNode | None:
    """The largest union of regions, told apart by predicates, that no step leaves and in which the goal does not hold.

    None where there is no such region with a step, or where there are too many regions. Raises UndecidedError.
    """
    manager = system.environment.formula_manager
    unmet = manager.Not(goal)
    before = replace(system, steps=tuple(replace(step, guard=manager.And(step.guard, unmet)) for step in system.steps))
    graph = region_graph(before, [goal, *told_apart], (), budget)
    if graph is None:
        return None
    inside = {number for number, signs in enumerate(graph.signs) if not signs[0]}
    leaving = set(inside)
    while leaving:
        leaving = {edge.source for edge in graph.edges if edge.source in inside and edge.target not in inside}
        inside -= leaving
    if not inside:
        return None
    closed = manager.Or([graph.regions[number] for number in sorted(inside)])
    _check(system, goal, closed, budget)
    return closed


def _check(system: TransitionSystem, goal: FNode, closed: FNode, budget: Budget) -> None:
    """Raise an error if a step leaves the set or the goal holds in it."""
    manager, substituter = system.environment.formula_manager, system.environment.substituter
    with Session(system.environment, budget) as session:
        session.add([system.domain, closed])
        wrong = session.satisfiable(goal) or any(
            session.satisfiable(step.guard, manager.Not(substituter.substitute(closed, dict(step.update))))
            for step in system.steps
        )
    if wrong:
        raise AssertionError("a set of states that no step leaves is left by one")
