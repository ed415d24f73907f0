"""The verdicts on a program, from a finished search of any engine.

Weak fairness of rules is a goal of states: a node is a state with the fair rule that led to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.compiled import graph_files as written
from vsym.engines.compiled.graph_files import ANY, StoredGraph, Written
from vsym.engines.compiled.model import REACHED
from vsym.engines.compiled.search import Paths, Questions, Route, Search, ShortestPaths, direct, is_direct, stuck
from vsym.engines.compiled.source import atom_numbers
from vsym.engines.explicit.deciding import decide
from vsym.engines.explicit.graph import Graph, Nodes, distances
from vsym.engines.explicit.table import Mask, Numbers
from vsym.logic.folding import satisfied
from vsym.logic.formula import atoms
from vsym.logic.properties import Property
from vsym.logic.terms import Atom
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import Condition, Faulty, Program
from vsym.models.program.semantics import Firing
from vsym.system.report import Report
from vsym.system.result import Path, PathKind, Reached, Verdict

OMITTED = "vsym found nothing that decides it; --compact may miss states, with a probability of at most {:.1g}"
OF_PATHS = "--compact keeps no states, and properties of paths need them"


@frozen(eq=False)
class Judgement:
    """The verdicts of a search on a program. `graph` is its graph, if the questions need one; without a graph,
    `graphless` is the reason why those stay undecided."""

    program: Program
    properties: tuple[Property, ...]
    questions: Questions
    search: Search
    paths: ShortestPaths
    graph: Callable[[], Written] | None
    engine: str
    compact: bool = False
    graphless: str = OF_PATHS

    @property
    def numbers(self) -> dict[Atom, int]:
        """The numbers of the atoms that a state is judged by."""
        return atom_numbers(self.program)

    def verdicts(self, budget: Budget, report: Report) -> tuple[Verdict, ...]:
        """The verdict on each property: from the search by itself, or else on its graph."""
        # Where no states are kept, what only the graph tells stays unknown.
        of_paths = Verdict("unknown", self.engine, 0.0, self.graphless) if self.graph is None else None
        direct = [
            self._direct(prop, number)
            if number is not None and is_direct(self.search, self.questions.targets[number][0])
            else of_paths
            for prop, number in zip(self.properties, self.questions.of, strict=True)
        ]
        rest = [prop for prop, verdict in zip(self.properties, direct, strict=True) if verdict is None]
        if not rest:
            return tuple(verdict for verdict in direct if verdict is not None)
        report.say("evaluating the properties")
        decided = iter(decide(self._structure(), rest, budget, self.engine))
        return tuple(
            self._but_for_faults(prop, next(decided)) if verdict is None else verdict
            for prop, verdict in zip(self.properties, direct, strict=True)
        )

    def reached(self) -> Reached:
        """The states that were found."""
        return self.search.reached(stuck(self.search, self._to), range(len(self.search.fired)))

    def _direct(self, prop: Property, number: int) -> Verdict:
        kind, target = self.questions.targets[number]
        forbidden = kind != REACHED and self.search.start_fault and Faulty() in atoms(target)
        if forbidden and satisfied(target, lambda atom: int(isinstance(atom, Faulty))):
            # A start state ends in an error, which the property forbids.
            return Verdict("violated", self.engine, 0.0, path=Path("counterexample", (), ()))
        verdict = direct(self.search, number, kind, self.engine, self._to)
        if self.compact and verdict.path is None and self.search.complete:
            # Two states of one hash count as one: with n states, in one of n^2 / 2^65 searches or fewer.
            probability = min(1.0, self.search.states**2 / 2**65)
            verdict = Verdict("unknown", self.engine, verdict.seconds, OMITTED.format(probability))
        return self._but_for_faults(prop, verdict)

    def _but_for_faults(self, prop: Property, verdict: Verdict) -> Verdict:
        """The verdict, unless a condition of the property ends in an error in some state, or states may be left out."""
        if verdict.outcome == "violated" and prop.logic == "invariant":
            return verdict
        faulty = self.search.faulty_conditions
        conditions = [atom for atom in atoms(prop.formula) if isinstance(atom, Condition)]
        if any(faulty[self.numbers[atom]] for atom in conditions):
            return Verdict("unknown", self.engine, verdict.seconds, OWN_FAULT)
        return verdict

    def _to(self, state: int, kind: PathKind) -> Path[Any, Any]:
        return _path(self.paths.to(state), kind)

    def _structure(self) -> StoredGraph:
        """The graph that was written, as what properties are decided on."""
        program, initial = self.program, self.search.initial
        assert self.graph is not None
        assert isinstance(self.paths, Paths)
        graph, paths = self.graph(), self.paths
        states, rules = np.arange(graph.graph.size), np.full(graph.graph.size, written.ANY, dtype=np.int32)
        joined, parents, goals = graph.graph, graph.parents, list[Mask]()
        if program.fair_rules:
            fair = [one.rule for one in program.fair_rules]
            pairs = _split(graph, fair, initial)
            joined, parents, states, rules = pairs.graph, pairs.parents, pairs.states, pairs.rules
            enabled = graph.atoms[:, len(self.numbers) :].astype(np.bool_)
            goals = [pairs.goal(rule, enabled[:, number]) for number, rule in enumerate(fair)]
        return StoredGraph(
            graph=joined,
            parents=parents,
            atoms=graph.atoms[states],
            numbers=self.numbers,
            fairness=tuple(one.formula for one in program.fairness),
            goals=tuple(goals),
            initial=initial,
            all_initial=self.search.all_initial,
            interrupted=self.search.interrupted,
            state_of=states,
            rule_of=rules,
            ask=lambda *request: _path(paths.along(*request[:3]), request[3]),
        )


def _path(route: Route, kind: PathKind) -> Path[Any, Any]:
    """A route as a path of the program, with its firings as steps."""
    states = tuple(step.state for step in route.steps)
    steps = tuple(None if one.rule is None else Firing(one.rule, one.values) for one in route.steps[1:])
    return Path(kind, states, steps, route.loop)


@frozen(eq=False)
class _Split:
    """The graph of pairs of a state and the fair rule, or ANY, by which a path has come to it."""

    graph: Graph
    parents: Numbers
    states: Nodes
    rules: Numbers

    def goal(self, rule: int, enabled: Mask) -> Mask:
        """The pairs where a rule has just fired, or may not: a path on which that is infinitely often so is fair to
        it."""
        mask: Mask = (self.rules == rule) | ~enabled[self.states]
        return mask


def _split(written: Written, fair: Sequence[int], initial: int) -> _Split:
    """The pairs that are reached, those that the initial states begin with first."""
    graph, taken = written.graph, written.rules
    if graph.unknown < initial:
        # The search ended before every initial state was expanded, and what is known of the others says nothing.
        graph, taken = Graph(np.zeros(graph.size + 1, dtype=np.int64), taken[:0], 0), taken[:0]
    labels = np.zeros(len(graph.targets), dtype=np.int64)
    for number, rule in enumerate(fair, 1):
        labels[taken == rule] = number
    stride = len(fair) + 1
    ends = graph.targets.astype(np.int64) * stride + labels
    keys = np.unique(np.concatenate([np.arange(initial, dtype=np.int64) * stride, ends]))
    joined = _rows(graph, keys // stride, np.searchsorted(keys, ends).astype(np.int32), len(keys))
    begins = np.zeros(len(keys), dtype=np.bool_)
    begins[np.searchsorted(keys, np.arange(initial, dtype=np.int64) * stride)] = True
    distance = distances(joined, begins, np.ones(len(keys), dtype=np.bool_), None)
    # Expanded before the others, and then by distance, as a search would find them.
    order = np.lexsort((keys, distance, keys // stride >= graph.unknown))
    place = np.empty(len(keys), dtype=np.int64)
    place[order] = np.arange(len(keys))
    expanded = int((keys // stride < graph.unknown).sum())
    ordered = _rows(joined, order, place[joined.targets].astype(np.int32), expanded)
    parents = np.full(len(keys), ANY, dtype=np.int32)
    sources = np.repeat(np.arange(len(keys)), ordered.degrees)
    near = distance[order]
    shortest = near[sources] + 1 == near[ordered.targets]
    parents[ordered.targets[shortest]] = sources[shortest]
    rules = np.array([ANY, *fair], dtype=np.int32)[keys % stride]
    return _Split(ordered, parents, (keys // stride)[order], rules[order])


def _rows(graph: Graph, rows: Nodes, targets: Numbers, unknown: int) -> Graph:
    """The graph whose nodes have the edges of some rows of another, where these lead to other `targets`."""
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(graph.degrees[rows], out=offsets[1:])
    return Graph(offsets, Graph(graph.offsets, targets, graph.unknown).successors(rows), unknown)
