"""The verdicts on a program, from a finished search of any engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.compiled.model import REACHED
from vsym.engines.compiled.search import Paths, Questions, Route, Search, ShortestPaths, direct, is_direct, stuck
from vsym.engines.compiled.source import atom_numbers
from vsym.logic.folding import satisfied
from vsym.logic.formula import atoms
from vsym.logic.properties import Property
from vsym.logic.terms import Atom
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import Condition, Faulty, Program
from vsym.models.program.semantics import Firing
from vsym.system.report import Report
from vsym.system.result import Path, PathKind, Reached, Verdict

if TYPE_CHECKING:
    from vsym.engines.compiled.graph_files import Written

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
        """The numbers of the atoms that are evaluated in each state."""
        return atom_numbers(self.program)

    def verdicts(self, budget: Budget, report: Report) -> tuple[Verdict, ...]:
        """The verdict on each property: from the search by itself, or else on its graph."""
        # Where no states are kept, properties that need the graph stay unknown.
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
        # Only these need NumPy.
        from vsym.engines.compiled.fair_graph import structure
        from vsym.engines.explicit.deciding import decide

        assert self.graph is not None
        assert isinstance(self.paths, Paths)
        along = partial(_path_along, self.paths)
        decided = iter(decide(structure(self.program, self.search, self.graph(), along), rest, budget, self.engine))
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


def _path_along(
    paths: Paths, states: Sequence[int], rules: Sequence[int | None], loop: int | None, kind: PathKind
) -> Path[Any, Any]:
    """The path along some states of the search, each reached by the given rule, or by any for None."""
    return _path(paths.along(states, rules, loop), kind)


def _path(route: Route, kind: PathKind) -> Path[Any, Any]:
    """A route as a path of the program, with its firings as steps."""
    states = tuple(step.state for step in route.steps)
    steps = tuple(None if one.rule is None else Firing(one.rule, one.values) for one in route.steps[1:])
    return Path(kind, states, steps, route.loop)
