"""Goals to which every path leads (rule A): ranks over finer and finer regions, and loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.engines.smt.liveness.cycles import avoided
from vsym.engines.smt.liveness.outcome import Inevitable, Open, Outcome
from vsym.engines.smt.liveness.pending import Awaited, satisfiable_ones
from vsym.engines.smt.liveness.ranking import Circling, Ranking, level_term, ranking, unmet_term
from vsym.engines.smt.liveness.regions import comparisons, region_graph
from vsym.engines.smt.liveness.states import Awaiting, Invariants, values
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.readable import readable

QUESTIONS = 8
"""The most regions about which the methods for safety decide whether they are reachable while the goal is awaited."""


def inevitable(problem: Problem, awaited: Awaited, invariants: Invariants, justice: Sequence[FNode]) -> Outcome:
    """The outcome on whether every path on which each justice constraint recurs leads from the trigger to the goal.
    Raises UndecidedError at the end of the time."""
    return _Attempt(problem, awaited, invariants, justice).run()


class _Attempt:
    """An attempt at a proof: the states in which the goal is awaited, and the facts learnt of them."""

    def __init__(self, problem: Problem, awaited: Awaited, invariants: Invariants, justice: Sequence[FNode]) -> None:
        self._problem, self._awaited, self._justice = problem, awaited, tuple(justice)
        self._system, self._budget = problem.transitions, problem.budget
        self._manager = self._system.manager
        self._there = Awaiting(problem, awaited, invariants, self._justice)
        self._asked = 0

    def run(self) -> Outcome:
        """The outcome of the attempts, the cheapest first: ranks over regions, told apart by more and more
        comparisons."""
        if (ended := self._there.deadlock()) is not None:
            return ended
        left: Circling | None = None
        told_apart: tuple[FNode, ...] = ()
        for number, more in enumerate(self._conditions()):
            told_apart = comparisons(self._system, [*told_apart, *more])
            self._problem.report.say(f"looking for a rank over regions that {len(told_apart)} comparisons tell apart")
            outcome = self._ranked(told_apart)
            if not isinstance(outcome, Ranking) and self._there.recall():
                outcome = self._ranked(told_apart)
            if isinstance(outcome, Ranking):
                return self._conclusion(outcome)
            left = outcome or left
            if number == 1 and left is not None:
                self._problem.report.say("looking for a loop on which the goal is awaited")
                steps = {edge.step for edge in left.edges}
                there = self._there.narrowed
                circling = replace(there, steps=tuple(there.steps[step] for step in sorted(steps)))
                loop = avoided(self._there.system, circling, self._justice, self._budget)
                if loop is not None:
                    return loop
            if number and left is not None and self._excluded(left):
                outcome = self._ranked(told_apart)
                if isinstance(outcome, Ranking):
                    return self._conclusion(outcome)
                left = outcome or left
            if outcome is None:
                break
        return Open(self._why(left))

    def _ranked(self, told_apart: Sequence[FNode]) -> Ranking | Circling | None:
        graph = region_graph(self._there.narrowed, self._useful(told_apart), self._justice, self._budget)
        return None if graph is None else ranking(graph, len(self._justice), self._budget)

    def _useful(self, told_apart: Sequence[FNode]) -> list[FNode]:
        """The comparisons that are neither true nor false in all states in which the goal is awaited."""
        with Session(self._system.environment, self._budget) as session:
            session.add([self._there.narrowed.domain])
            either = [*told_apart, *map(self._manager.Not, told_apart)]
            possible = satisfiable_ones(self._there.narrowed, session, either)
        both = zip(told_apart, possible[: len(told_apart)], possible[len(told_apart) :], strict=True)
        return [one for one, true, false in both if true and false]

    def _conditions(self) -> Iterator[Sequence[FNode]]:
        """More and more predicates whose comparisons tell regions apart."""
        yield [*values(self._problem), *self._justice]
        yield [step.guard for step in self._there.narrowed.steps]
        yield self._there.hints
        steps = self._there.narrowed.steps
        formulas = [*self._justice, *(step.guard for step in steps)]
        yield [self._system.before(step, formula) for step in steps for formula in formulas]

    def _excluded(self, left: Circling) -> bool:
        """True where some region on a possible loop is found not to be reached while the goal is awaited."""
        learnt = False
        for region in dict.fromkeys(edge.source for edge in left.edges):
            if self._asked == QUESTIONS:
                break
            self._asked += 1
            formula = left.graph.regions[region]
            self._problem.report.say(f"checking whether {readable(formula)} can hold while the goal is awaited")
            learnt = self._there.excluded(formula) is None or learnt
        return learnt

    def _conclusion(self, ranked: Ranking) -> Inevitable:
        rank, unmet = tuple(level_term(ranked.graph, level) for level in ranked.levels), unmet_term(ranked)
        labels = tuple(dict.fromkeys(step.label for step in self._there.narrowed.steps))
        return Inevitable(self._awaited, self._there.system, tuple(self._there.lemmas), rank, unmet, labels)

    def _why(self, left: Circling | None) -> str:
        if left is None:
            return "the guards tell too many regions apart"
        steps = dict.fromkeys(left.graph.system.steps[edge.step].label for edge in left.edges)
        region = readable(left.graph.regions[left.edges[0].source])
        return f"the changes of {', '.join(f'`{step}`' for step in steps)} may cancel for ever, where {region}"
