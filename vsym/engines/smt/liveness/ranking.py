"""Ranks: lists of integers, compared like words in a dictionary, that every step lowers until the goal is met.

For fixed sizes there are finitely many states, so a rank need not be bounded to fall only so often. Where it may stay
as it is, a justice constraint is false before and after, so that no fair path stays so for ever (rule A).

A rank is made of weighted sums of the variables that no edge of a region graph raises, and that as many as possible
lower. That is Kosaraju and Sullivan's question for zero cycles (Detecting cycles in dynamic graphs in polynomial time,
STOC 1988): an edge can be lowered exactly where it lies on no circulation whose changes cancel. Where the changes of an
edge depend on the state, they are taken from states that contradict a sum, one after the other (Gonnord, Monniaux,
Radanne: Synthesis of ranking functions using extremal counterexamples, PLDI 2015).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.cubes import least_solution
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.linear import Sum, changes_at
from vsym.engines.smt.liveness.regions import Changes, Edge, RegionGraph
from vsym.logic.components import components

ROUNDS = 40
"""The number of attempts at a sum after states that contradict it."""

MOST = 60
"""The greatest weight of a variable that is looked for."""

FAR = 1_000
"""States that contradict a sum by so much are looked for first: they say more of changes that have no bound."""

SMALL = (1, 2, 4, 8)
"""Weights are first looked for among the numbers up to these, as a person would choose them."""

ADDED, TAKEN = 2, 3
"""The costs of each unit of a weight where the least ones are chosen."""


@frozen
class Level:
    """One integer of a rank: a sum for each region in which it is not 0."""

    sums: dict[int, Sum]


@frozen
class Ranking:
    """A rank for each region of a graph, its levels from the most significant on. `unmet` maps a region to the number
    of the justice constraint that is false while a path stays in it."""

    graph: RegionGraph
    levels: tuple[Level, ...]
    unmet: dict[int, int]


@frozen
class Circling:
    """Edges that no measure lowers: their changes may cancel, so that a path may take them for ever."""

    graph: RegionGraph
    edges: tuple[Edge, ...]


def ranking(graph: RegionGraph, justice: int, budget: Budget) -> Ranking | Circling:
    """A rank that all edges lower, or the edges that remain; `justice` is the number of constraints. Raises
    UndecidedError."""
    levels: list[Level] = []
    unmet: dict[int, int] = {}
    left: Sequence[Edge] = graph.edges
    while left:
        parts = _components(left)
        heights = _heights(parts, left)
        if any(heights.values()):
            levels.append(Level({region: Sum({}, height) for region, height in heights.items() if height}))
        sums: dict[int, Sum] = {}
        remaining: list[Edge] = []
        for component in map(frozenset, parts):
            edges = [edge for edge in left if edge.source in component and edge.target in component]
            never = next((one for one in range(justice) if not any(one in graph.met[r] for r in component)), None)
            if not edges:
                continue
            if never is not None:
                unmet |= dict.fromkeys(component, never)
                continue
            lowered = measure(graph, edges, budget)
            if lowered is None:
                return Circling(graph, tuple(edges))
            sums |= {region: lowered.at(region) for region in component}
            remaining += [edge for edge in edges if edge not in lowered.lowering]
        if sums:
            levels.append(Level(sums))
        left = remaining
    return Ranking(graph, tuple(levels), unmet)


def _components(edges: Sequence[Edge]) -> list[list[int]]:
    """The strongly connected components of the regions, those first to which others lead."""
    regions = [*dict.fromkeys(region for edge in edges for region in (edge.source, edge.target))]
    place = {region: number for number, region in enumerate(regions)}
    numbers = components(((place[edge.source], place[edge.target]) for edge in edges), len(regions))
    members: list[list[int]] = [[] for _ in range(max(numbers, default=-1) + 1)]
    for region, number in zip(regions, numbers, strict=True):
        members[number].append(region)
    return members


def _heights(components: Sequence[Sequence[int]], edges: Sequence[Edge]) -> dict[int, int]:
    """For each region, the number of other components on the longest way from its own."""
    number = {region: place for place, component in enumerate(components) for region in component}
    ahead: dict[int, set[int]] = {}
    for edge in edges:
        if number[edge.source] != number[edge.target]:
            ahead.setdefault(number[edge.source], set()).add(number[edge.target])
    heights: list[int] = []
    # Components come in an order in which the successors of a component go before it.
    for place in range(len(components)):
        heights.append(max((heights[other] + 1 for other in ahead.get(place, ())), default=0))
    return {region: heights[place] for region, place in number.items()}


def level_term(graph: RegionGraph, level: Level) -> FNode:
    """One level of a rank as a term over the states, 0 in the regions that it has no sum for."""
    environment = graph.system.environment
    manager = environment.formula_manager
    alike: dict[tuple[frozenset[tuple[FNode, int]], int], list[int]] = {}
    for region, one in level.sums.items():
        alike.setdefault((frozenset(one.coefficients.items()), one.constant), []).append(region)
    if len(alike) == 1 and len(level.sums) == len(graph.regions):
        return next(iter(level.sums.values())).term(environment)
    term = manager.Int(0)
    for regions in alike.values():
        there = manager.Or([graph.regions[region] for region in regions])
        term = manager.Ite(there, level.sums[regions[0]].term(environment), term)
    return term


def unmet_term(ranked: Ranking) -> FNode:
    """The number, from 1, of the justice constraint that is false while a rank stays as it is; 0 for none."""
    manager = ranked.graph.system.manager
    term = manager.Int(0)
    for number in dict.fromkeys(ranked.unmet.values()):
        there = [ranked.graph.regions[region] for region, unmet in ranked.unmet.items() if unmet == number]
        term = manager.Ite(manager.Or(there), manager.Int(number + 1), term)
    return term


@frozen
class Measure:
    """A sum with an offset for each region, and the edges that lower it."""

    weights: Sum
    offsets: Mapping[int, int]
    lowering: frozenset[Edge]

    def at(self, region: int) -> Sum:
        """The measure in a region."""
        return self.weights.plus(Sum({}, self.offsets.get(region, 0)))


def measure(graph: RegionGraph, edges: Sequence[Edge], budget: Budget) -> Measure | None:
    """A measure of these edges that lowers as many as can be; None where none can. Raises UndecidedError."""
    with closing(_Search(graph, edges, budget)) as search:
        for _ in range(ROUNDS):
            weights = search.measure()
            if weights is None or not search.contradicted(weights):
                return weights
    return None


class _Search:
    def __init__(self, graph: RegionGraph, edges: Sequence[Edge], budget: Budget) -> None:
        self._graph, self._edges, self._budget = graph, edges, budget
        self._environment = graph.system.environment
        self._manager = self._environment.formula_manager
        self._states = Session(self._environment, budget)
        self._states.add([graph.system.domain])
        changing = dict.fromkeys(v for edge in edges for v in graph.system.steps[edge.step].update)
        self._weights = {v: self._symbol(f"weight {v.symbol_name()}") for v in graph.system.variables if v in changing}
        regions = dict.fromkeys(region for edge in edges for region in (edge.source, edge.target))
        self._offsets = {region: self._symbol(f"offset {region}") for region in regions}
        self._changes: dict[Edge, list[Changes]] = {edge: [edge.changes] for edge in edges}

    def _symbol(self, name: str) -> FNode:
        return self._manager.Symbol(f"{name} of a measure", INT)

    def measure(self) -> Measure | None:
        """The measure that lowers the most edges, for the changes known so far. Two measures add up to one that lowers
        the edges of both."""
        symbols = [*self._weights.values(), *self._offsets.values()]
        total = dict.fromkeys(symbols, 0)
        lowering: list[Edge] = []
        with Session(self._environment, self._budget) as session:
            session.add(self._within(symbol, MOST) for symbol in self._weights.values())
            session.add(self._by_at_most(edge, 0) for edge in self._edges)
            left = list(self._edges)
            while left:
                solution = session.model(symbols, self._manager.Or([self._by_at_most(edge, -1) for edge in left]))
                if solution is None:
                    break
                total = {symbol: total[symbol] + solution[symbol] for symbol in symbols}
                lowering += [edge for edge in left if self._row(edge, solution) < 0]
                left = [edge for edge in left if self._row(edge, solution) >= 0]
            if not lowering:
                return None
            session.add(self._by_at_most(edge, -1) for edge in lowering)
            total = dict(self._smaller(session, symbols) or total)
        weights = Sum({v: total[symbol] for v, symbol in self._weights.items() if total[symbol]})
        offsets = {region: total[symbol] for region, symbol in self._offsets.items()}
        return Measure(weights, offsets, frozenset(lowering))

    def _smaller(self, session: Session, symbols: Sequence[FNode]) -> Mapping[FNode, int] | None:
        """A solution with few and small weights, positive rather than negative ones; None where none is found."""
        manager = self._manager
        objective: list[tuple[FNode, int]] = []
        for symbol in self._weights.values():
            added, taken = (self._symbol(f"{symbol.symbol_name()} {kind}") for kind in ("added", "taken"))
            session.add([manager.Equals(symbol, manager.Minus(added, taken))])
            session.add(manager.LE(manager.Int(0), part) for part in (added, taken))
            objective += [(added, ADDED), (taken, TAKEN)]
        parts = [part for part, _ in objective]
        for most in SMALL:
            limits = [self._within(symbol, most) for symbol in self._weights.values()]
            solution = least_solution(self._environment, session, [*symbols, *parts], objective, 0, *limits)
            if solution is not None:
                return {symbol: solution[symbol] for symbol in symbols}
        return None

    def _within(self, symbol: FNode, most: int) -> FNode:
        manager = self._manager
        return manager.And(manager.LE(symbol, manager.Int(most)), manager.LE(manager.Int(-most), symbol))

    def _by_at_most(self, edge: Edge, most: int) -> FNode:
        """The condition that the edge changes the measure by at most `most`."""
        manager = self._manager
        rows = []
        for changes in self._changes[edge]:
            row = Sum({self._weights[v]: number for v, number in changes.items()})
            if edge.source != edge.target:
                row = row.plus(Sum({self._offsets[edge.target]: 1, self._offsets[edge.source]: -1}))
            rows.append(manager.LE(row.term(self._environment), manager.Int(most)))
        return manager.And(rows)

    def _row(self, edge: Edge, values: dict[FNode, int]) -> int:
        """The greatest known change of the measure by the edge."""
        shift = values[self._offsets[edge.target]] - values[self._offsets[edge.source]]
        sums = (sum(values[self._weights[v]] * by for v, by in changes.items()) for changes in self._changes[edge])
        return shift + max(sums)

    def contradicted(self, measure: Measure) -> bool:
        """True where some edge changes the measure by more in another state; such changes are added."""
        more = False
        for edge in self._edges:
            if not edge.constant and (changes := self._contradiction(edge, measure)) is not None:
                self._changes[edge].append(changes)
                more = True
        return more

    def _contradiction(self, edge: Edge, measure: Measure) -> Changes | None:
        manager, system = self._manager, self._graph.system
        step = system.steps[edge.step]
        before, after = measure.at(edge.source), measure.at(edge.target)
        rise = manager.Minus(after.term(self._environment, step.update), before.term(self._environment))
        least = 0 if edge in measure.lowering else 1
        here = self._graph.taken(edge)
        for rises in (least + FAR, least):
            state = self._states.model(system.symbols, here, manager.GE(rise, manager.Int(rises)))
            if state is not None:
                return changes_at(step, state)
        return None

    def close(self) -> None:
        """Free the solver."""
        self._states.close()
