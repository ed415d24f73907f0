"""Goals to which some path leads from everywhere (rule B): steps to choose, and a rank that they lower.

A solver looks for integers: which steps are chosen where, and the weights of the rank. States that contradict its
proposal become conditions: one in which no chosen step is enabled, or one where a chosen step does not lower the rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.conclusions import Proved, Refuted
from vsym.engines.smt.linear import Sum, changes_at, holds
from vsym.engines.smt.liveness.outcome import Avoided, Deadlock, Open, Outcome, Possible, Trap
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.liveness.ranking import Level, level_term
from vsym.engines.smt.liveness.regions import Changes, Edge, RegionGraph, comparisons, region_graph
from vsym.engines.smt.liveness.states import Invariants, States, values
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import TransitionSystem

MOST = 60
"""The greatest weight of a variable."""

ROUNDS = 200
"""The most states that contradict a proposal before the search gives up."""


def possible(problem: Problem, awaited: Awaited, invariants: Invariants, justice: Sequence[FNode]) -> Outcome:
    """The outcome on whether from every reachable state with the trigger some path, fair or not, leads to the goal.

    If it is avoided, a state shows it: one where nothing is possible and each justice constraint holds, or one in a set
    of states that no step leaves. Raises UndecidedError at the end of the time.
    """
    return _Attempt(problem, awaited, invariants, justice).run()


class _Attempt:
    def __init__(self, problem: Problem, awaited: Awaited, invariants: Invariants, justice: Sequence[FNode]) -> None:
        self._problem, self._awaited, self._states = problem, awaited, States.reachable(problem, invariants)
        self._system, self._manager = problem.transitions, problem.transitions.manager
        self._trigger = self._system.initial if awaited.trigger is None else awaited.trigger
        self._stuck = self._manager.And([self._manager.Not(step.guard) for step in self._system.steps])
        self._justice = self._manager.And(list(justice))

    def run(self) -> Outcome:
        """The outcome of the attempts, the cheapest first: from all states, then from those with the trigger alone."""
        reason = "vsym found no choice of steps that leads to the goal"
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
                ways = self._strategy(region, told_apart, separately=separately)
                if ways is None and self._states.recall():
                    ways = self._strategy(region, told_apart, separately=separately)
                if ways is not None:
                    lemmas = tuple(self._states.lemmas)
                    return Possible(self._awaited, self._system, lemmas, region, ways.chosen, ways.rank)
                trapped = None if separately else self._trapped(told_apart)
                if trapped is not None:
                    return trapped
        return Open(reason)

    def _without_deadlocks(self, region: FNode) -> Outcome | None:
        """The outcome of a deadlock in the region, from which no way leads to the goal; None without a deadlock."""
        dead = self._manager.And(region, self._stuck, self._manager.Not(self._awaited.goal))
        if not self._states.possible(dead):
            return None
        self._problem.report.say("looking for a state in which nothing is possible")
        avoiding = self._manager.And(dead, self._trigger, self._justice)
        conclusion = self._states.decide(avoiding)
        if isinstance(conclusion, Refuted):
            return Deadlock(self._system, conclusion)
        simplify = self._system.environment.simplifier.simplify
        if simplify(avoiding) != simplify(dead):
            conclusion = self._states.decide(dead)
        if isinstance(conclusion, Proved):
            self._states.learn(conclusion, dead)
            return None
        return Open(f"it is unknown how to continue where nothing is possible: {readable(simplify(dead))}")

    def _trapped(self, told_apart: Sequence[FNode]) -> Trap | None:
        """A path to a state with the trigger from which no path leads to the goal, if one is found. Where a constraint
        of justice is to be met again and again, no fair path need begin there."""
        if not self._justice.is_true():
            return None
        closed = _trap(self._states.narrowed, self._awaited.goal, told_apart, self._problem.budget)
        if closed is None:
            return None
        self._problem.report.say("looking for a state from which no path leads to the goal")
        conclusion = self._states.excluded(self._manager.And(self._trigger, closed))
        if not isinstance(conclusion, Refuted):
            return None
        return Trap(self._system, conclusion, tuple(self._states.lemmas))

    def _strategy(self, region: FNode, told_apart: Sequence[FNode], *, separately: bool) -> Strategy | None:
        here = _inside(self._states.narrowed, region, self._awaited.goal)
        graph = region_graph(here, [self._awaited.goal, region, *told_apart], (), self._problem.budget)
        return None if graph is None else strategy(graph, self._problem.budget, separately=separately)


def _inside(system: TransitionSystem, region: FNode, goal: FNode) -> TransitionSystem:
    """The system with its steps and initial states restricted to states of the region without the goal."""
    manager = system.manager
    before = manager.And(region, manager.Not(goal))
    return replace(
        system,
        steps=tuple(replace(step, guard=manager.And(step.guard, before)) for step in system.steps),
        initial=manager.And(system.initial, before),
    )


def _trap(system: TransitionSystem, goal: FNode, told_apart: Sequence[FNode], budget: Budget) -> FNode | None:
    """The largest union of regions, told apart by predicates, that no step leaves and in which the goal does not hold.
    None where there is no such region with a step, or where there are too many regions. Raises UndecidedError."""
    manager = system.manager
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
    with Session(system.environment, budget) as session:
        session.add([system.domain, closed])
        wrong = session.satisfiable(goal) or any(
            session.satisfiable(step.guard, system.manager.Not(system.before(step, closed))) for step in system.steps
        )
    if wrong:
        raise AssertionError("a set of states that no step leaves is left by one")


@frozen
class Strategy:
    """The chosen steps by their numbers, each with where it is chosen, and the rank from its most significant level."""

    chosen: Mapping[int, FNode]
    rank: tuple[FNode, ...]


def strategy(graph: RegionGraph, budget: Budget, *, separately: bool) -> Strategy | None:
    """A strategy on a graph whose regions say first whether the goal is met, and then whether a path may be there.

    With `separately`, the rank has two levels: one that the region says, and below it a sum with weights of its own in
    each region; else it is one sum with an offset for each region. None where none is found. Raises UndecidedError.
    """
    return _Search(graph, _choices(graph), budget, separately=separately).run()


_Choice = tuple[int, int]
"""A region and a step, by their numbers."""


def _choices(graph: RegionGraph) -> Mapping[_Choice, Sequence[Edge]]:
    """The steps that may be chosen where, with the edges on which they do not reach the goal."""
    edges: dict[_Choice, list[Edge]] = {}
    outside = set()
    for edge in graph.edges:
        choice = edge.source, edge.step
        goal, inside, *_ = graph.signs[edge.target]
        edges.setdefault(choice, [])
        if not goal:
            edges[choice].append(edge)
            if not inside:
                outside.add(choice)
    return {choice: taken for choice, taken in edges.items() if choice not in outside}


class _Search:
    """A proposal after another: which steps are chosen, offsets of regions, and weights of variables."""

    def __init__(
        self, graph: RegionGraph, choices: Mapping[_Choice, Sequence[Edge]], budget: Budget, *, separately: bool
    ) -> None:
        self._graph, self._choices, self._budget, self._separately = graph, choices, budget, separately
        self._environment = graph.system.environment
        self._manager = self._environment.formula_manager
        self._chosen = {choice: self._symbol(f"chosen {choice[0]} {choice[1]}") for choice in choices}
        edges = [edge for taken in choices.values() for edge in taken]
        self._regions = tuple(dict.fromkeys([*(region for region, _ in choices), *(edge.target for edge in edges)]))
        self._offsets = {region: self._symbol(f"offset {region}") for region in self._regions}
        changing = dict.fromkeys(v for edge in edges for v in graph.system.steps[edge.step].update)
        self._variables = [v for v in graph.system.variables if v in changing]
        self._weights = {
            (region, v): self._symbol(f"weight {v.symbol_name()}" + (f" {region}" if separately else ""))
            for region in self._regions
            for v in self._variables
        }

    def _symbol(self, name: str) -> FNode:
        return self._manager.Symbol(f"{name} of a strategy", INT)

    def run(self) -> Strategy | None:
        symbols = list(dict.fromkeys([*self._chosen.values(), *self._offsets.values(), *self._weights.values()]))
        with Session(self._environment, self._budget) as proposals, Session(self._environment, self._budget) as states:
            states.add([self._graph.system.domain])
            proposals.add(self._limits())
            for choice, edges in self._choices.items():
                proposals.add(self._lowered(choice, edge, edge.changes) for edge in edges)
            for _ in range(ROUNDS):
                values = proposals.model(symbols)
                if values is None:
                    return None
                more = [*self._uncovered(values, states), *self._not_lowered(values, states)]
                if not more:
                    return self._strategy(values)
                proposals.add(more)
        return None

    def _limits(self) -> Iterator[FNode]:
        manager = self._manager
        for symbol in dict.fromkeys(self._weights.values()):
            yield manager.And(manager.LE(symbol, manager.Int(MOST)), manager.LE(manager.Int(-MOST), symbol))
        for symbol in self._chosen.values():
            yield manager.And(manager.LE(symbol, manager.Int(1)), manager.LE(manager.Int(0), symbol))

    def _lowered(self, choice: _Choice, edge: Edge, changes: Changes) -> FNode:
        """The condition that the edge lowers the rank by such changes if the step is chosen."""
        manager = self._manager
        row = Sum({self._weights[edge.source, v]: number for v, number in changes.items()})
        if edge.source != edge.target:
            shift = Sum({self._offsets[edge.target]: 1, self._offsets[edge.source]: -1})
            row = shift if self._separately else row.plus(shift)
        chosen = manager.Equals(self._chosen[choice], manager.Int(1))
        return manager.Implies(chosen, manager.LE(row.term(self._environment), manager.Int(-1)))

    def _uncovered(self, values: Mapping[FNode, int], states: Session) -> Iterator[FNode]:
        """Choices for a state in which nothing that is chosen is enabled, if there is one."""
        manager, graph = self._manager, self._graph
        goal, inside, *_ = graph.told_apart
        chosen = [
            manager.And(graph.regions[region], graph.system.steps[step].guard)
            for (region, step), symbol in self._chosen.items()
            if values[symbol]
        ]
        state = states.model(graph.system.symbols, inside, manager.Not(goal), *map(manager.Not, chosen))
        if state is None:
            return
        signs = tuple(holds(one, state) for one in graph.told_apart)
        yield manager.Or(
            [
                manager.Equals(symbol, manager.Int(1))
                for (region, step), symbol in self._chosen.items()
                if graph.signs[region] == signs and holds(graph.system.steps[step].guard, state)
            ]
        )

    def _not_lowered(self, values: Mapping[FNode, int], states: Session) -> Iterator[FNode]:
        """The changes by which a chosen step does not lower the rank, where they depend on the state."""
        manager = self._manager
        for choice, symbol in self._chosen.items():
            step = self._graph.system.steps[choice[1]]
            for edge in self._choices[choice] if values[symbol] else ():
                if edge.constant or (self._separately and edge.source != edge.target):
                    continue
                rank = self._sum(edge.source, values)
                shift = values[self._offsets[edge.target]] - values[self._offsets[edge.source]]
                after = manager.Plus(rank.term(self._environment, step.update), manager.Int(shift))
                rises = manager.GE(after, rank.term(self._environment))
                state = states.model(self._graph.system.symbols, self._graph.taken(edge), rises)
                if state is not None:
                    yield self._lowered(choice, edge, changes_at(step, state))

    def _sum(self, region: int, values: Mapping[FNode, int]) -> Sum:
        """The sum of a region without its offset."""
        return Sum({v: weight for v in self._variables if (weight := values[self._weights[region, v]])})

    def _strategy(self, values: Mapping[FNode, int]) -> Strategy:
        sums = {region: self._sum(region, values) for region in self._regions}
        offsets = {region: Sum({}, values[self._offsets[region]]) for region in self._regions}
        if self._separately:
            levels = [Level(offsets), Level(sums)]
        else:
            levels = [Level({region: sums[region].plus(offsets[region]) for region in self._regions})]
        chosen: dict[int, list[FNode]] = {}
        for (region, step), symbol in self._chosen.items():
            if values[symbol]:
                chosen.setdefault(step, []).append(self._graph.regions[region])
        return Strategy(
            {step: self._manager.Or(regions) for step, regions in sorted(chosen.items())},
            tuple(level_term(self._graph, level) for level in levels),
        )
