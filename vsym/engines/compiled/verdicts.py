"""The verdicts on a program, from a search that is over, whoever did it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.compiled import written
from vsym.engines.compiled.direct import direct, is_direct
from vsym.engines.compiled.fair_rules import split
from vsym.engines.compiled.model import REACHED
from vsym.engines.compiled.questions import Questions
from vsym.engines.compiled.search import Paths, Route, Search, ShortestPaths
from vsym.engines.compiled.source import atom_numbers
from vsym.engines.compiled.structure import StoredGraph
from vsym.engines.compiled.written import Written
from vsym.engines.explicit.deciding import decide
from vsym.engines.explicit.packing import Mask
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula, atoms
from vsym.logic.properties import Property
from vsym.logic.terms import Atom
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import Condition, Faulty, Program
from vsym.models.program.semantics import Firing
from vsym.system.report import Report
from vsym.system.result import Path, PathKind, Reached, Verdict

OMITTED = "nothing that decides it was found; --compact may leave states out, with a probability of at most {:.1g}"
OF_PATHS = "--compact keeps no states to decide what is asked of paths"


@frozen(eq=False)
class KeptGraph:
    """The graph that a search has made: who reads it, and who knows the paths through it."""

    read: Callable[[], Written]
    paths: Paths


@frozen(eq=False)
class Judgement:
    """What a search says of a program: `graph` is what it has made where the questions need one; where none is kept,
    `graphless` says why nothing is decided that needs one."""

    program: Program
    properties: tuple[Property, ...]
    asked: Questions
    search: Search
    paths: ShortestPaths
    graph: KeptGraph | None
    engine: str
    compact: bool = False
    graphless: str = OF_PATHS

    @property
    def numbers(self) -> dict[Atom, int]:
        """The numbers of the atoms that a state is judged by."""
        return atom_numbers(self.program)

    def verdicts(self, budget: Budget, report: Report) -> tuple[Verdict, ...]:
        """The verdict on each property: from the search by itself, or else on its graph."""
        direct = [
            self._direct(prop, number)
            if number is not None and is_direct(self.search, self.asked.asked[number][0])
            else self._of_paths()
            for prop, number in zip(self.properties, self.asked.of, strict=True)
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
        search = self.search
        idle = tuple(number for number, fired in enumerate(search.fired) if not fired)
        return Reached(
            states=search.states,
            depth=search.depth,
            deadlocks=search.deadlocks,
            complete=search.complete,
            interrupted=search.interrupted,
            seconds=search.seconds,
            stuck=self._stuck(),
            idle=idle if search.complete else None,
            rules_fired=search.rules_fired,
            represented=search.represented,
            bytes_per_state=search.bytes_used / max(1, search.states),
            several=search.several,
        )

    def _direct(self, prop: Property, number: int) -> Verdict:
        kind, target = self.asked.asked[number]
        if kind != REACHED and self._by_start(target):
            return Verdict("violated", self.engine, 0.0, path=Path("counterexample", (), ()))
        verdict = direct(self.search, number, kind, self.engine, self._to)
        if self.compact and verdict.path is None and self.search.complete:
            # Two states of one hash count as one: with n states, in one of n^2 / 2^65 searches or fewer.
            probability = min(1.0, self.search.states**2 / 2**65)
            verdict = Verdict("unknown", self.engine, verdict.seconds, OMITTED.format(probability))
        return self._but_for_faults(prop, verdict)

    def _of_paths(self) -> Verdict | None:
        """The verdict on what only the graph tells: that there is none, where no states are kept."""
        return Verdict("unknown", self.engine, 0.0, self.graphless) if self.graph is None else None

    def _by_start(self, target: Formula) -> bool:
        """Whether a start state ends in an error, and the property forbids that."""
        if not self.search.start_fault or Faulty() not in atoms(target):
            return False
        return satisfied(target, lambda atom: int(isinstance(atom, Faulty)))

    def _but_for_faults(self, prop: Property, verdict: Verdict) -> Verdict:
        """The verdict, unless a condition of the property ends in an error in some state, or states may be left out."""
        if verdict.outcome == "violated" and prop.logic == "invariant":
            return verdict
        faulty = self.search.faulty_conditions
        conditions = [atom for atom in atoms(prop.formula) if isinstance(atom, Condition)]
        if any(faulty[self.numbers[atom]] for atom in conditions):
            return Verdict("unknown", self.engine, verdict.seconds, OWN_FAULT)
        return verdict

    def _stuck(self) -> Path[Any, Any] | None:
        """A path to a deadlock, if there is one and time to look for it."""
        try:
            return None if self.search.deadlock is None else self._to(self.search.deadlock, "witness")
        except (UndecidedError, KeyboardInterrupt):
            return None

    def _to(self, state: int, kind: PathKind) -> Path[Any, Any]:
        return _path(self.paths.to(state), kind)

    def _structure(self) -> StoredGraph:
        """The graph that was written, as what properties are decided on."""
        program, initial = self.program, self.search.initial
        assert self.graph is not None
        graph, paths = self.graph.read(), self.graph.paths
        states, rules = np.arange(graph.graph.size), np.full(graph.graph.size, written.ANY, dtype=np.int32)
        joined, parents, goals = graph.graph, graph.parents, list[Mask]()
        if program.fair_rules:
            fair = [one.rule for one in program.fair_rules]
            pairs = split(graph, fair, initial)
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
