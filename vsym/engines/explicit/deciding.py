"""Properties decided on an exploration: those that CTL expresses by fixpoints, other LTL by products with automata.

A verdict also names reasons why a property holds by accident: premises that are never true, and initial states without
a fair path.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget, LimitReachedError
from vsym.engines.explicit.graph import Graph, Nodes, descent, distances, fair_lasso, lasso, mask_of, shortened
from vsym.engines.explicit.stepping import Finding, Outcome
from vsym.engines.explicit.valuation import Structure, Valuation
from vsym.logic.ctl import Node, forbidden, is_told, reduce
from vsym.logic.explaining import Route, endless, explain, path_to
from vsym.logic.formula import TRUE, Temporal
from vsym.logic.properties import Property
from vsym.logic.reachability import in_ctl, reachability
from vsym.system.result import Path, PathKind, Verdict
from vsym.system.step import Vector

NAME = "explicit"

BETWEEN = "some states that a counter state stands for satisfy it, and others may not"
"""The reason why bounds that differ leave a property unknown."""


def decide(
    exploration: Structure,
    properties: Sequence[Property],
    budget: Budget,
    engine: str = NAME,
    certain: Graph | None = None,
) -> tuple[Verdict, ...]:
    """The verdict of an engine on each property; its seconds do not count those of the exploration.

    With `certain` steps, the exploration has those that some of the states have for which one of its states stands.

    A property holds where it holds in every initial state, on the fair paths. An incomplete exploration decides the
    properties for which its states suffice. All others are unknown with the reason, as are those left undecided by
    Ctrl-C, the deadline, or a product with an LTL property's automaton that needs too much memory.
    """
    formulas = [in_ctl(prop) for prop in properties]
    reduction = reduce([_FOR_EVER, *(TRUE if formula is None else formula for formula in formulas)])
    valuation = Valuation(exploration, reduction, budget, certain)
    verdicts: list[Verdict] = []
    stopped = False
    for prop, formula, root in zip(properties, formulas, reduction.roots[1:], strict=True):
        if stopped:
            verdicts.append(Verdict("unknown", engine, 0.0, reason=REASONS["keyboard"]))
        else:
            verdict, stopped = _decided(valuation, prop, None if formula is None else root, engine)
            verdicts.append(verdict)
    return _with_accidents(valuation, properties, verdicts)


_FOR_EVER = Temporal("EG", (TRUE,))


def _decided(valuation: Valuation, prop: Property, root: int | None, engine: str) -> tuple[Verdict, bool]:
    """The verdict on a property, and whether Ctrl-C ended the search; `root` is its node if CTL can say it."""
    exploration = valuation.exploration
    started = time.monotonic()
    outcome: Outcome = "unknown"
    path: Path[Any, Any] | None = None
    reason: str | None = None
    stopped = False
    try:
        if root is None:
            # Automata are for other LTL alone.
            from vsym.engines.explicit.linear_time import refute

            outcome, route = refute(valuation, prop.formula)
            if valuation.certain is not None and outcome != "violated":
                outcome = "holds" if refute(valuation, prop.formula, "possible")[0] == "holds" else "unknown"
        else:
            outcome, route = _branching(valuation, root)
        if route is not None:
            if prop.logic == "ltl" and reachability(prop) is None:
                route = shortened(endless(_ExploredSets(valuation), route, valuation.reduction.roots[0]))
            kind: PathKind = "counterexample" if outcome == "violated" else "witness"
            path = exploration.path(route, kind)
    except LimitReachedError as limit:
        reason = REASONS[limit.interruption]
    except MemoryError:
        reason = REASONS["memory"]
    except KeyboardInterrupt:
        reason, stopped = REASONS["keyboard"], True
    if outcome == "unknown" and reason is None:
        # Without bounds, an exploration that is not complete was interrupted.
        bounds_differ = valuation.certain is not None and exploration.complete
        reason = BETWEEN if bounds_differ else REASONS[exploration.interrupted or "time"]
    return Verdict(outcome, engine, time.monotonic() - started, reason, path), stopped


def _branching(valuation: Valuation, root: int) -> Finding:
    """Decide a node of CTL."""
    exploration, sets = valuation.exploration, _ExploredSets(valuation)
    never = forbidden(sets.nodes, root)
    if never is not None and valuation.certain is None:
        # All states found are reachable, so that no fixpoint over paths to a violation is needed.
        violating = np.flatnonzero(valuation.target(never).sure)[:1]
        if not violating.size:
            return ("holds" if exploration.complete else "unknown"), None
        return "violated", explain(sets, never, True, violating).after(path_to(exploration.parents, int(violating[0])))
    extent, initial = valuation.extent(root), np.arange(exploration.initial)
    failing = np.flatnonzero(~extent.possible[initial])
    if failing.size:
        return "violated", explain(sets, root, False, failing)
    if not (exploration.all_initial and extent.sure[initial].all()):
        return "unknown", None
    informative = initial.size and is_told(sets.nodes, root, True)
    return "holds", explain(sets, root, True, initial) if informative else None


@frozen
class _ExploredSets:
    """`StateSets` of a valuation; its operations raise LimitReachedError at the deadline."""

    valuation: Valuation

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes of the valuation."""
        return self.valuation.reduction.nodes

    @property
    def _graph(self) -> Graph:
        return self.valuation.graph("sure")

    def one(self, states: Nodes) -> int:
        """The first."""
        return int(states[0])

    def only(self, state: int) -> Nodes:
        """The set of one state."""
        return np.array([state])

    def among(self, states: Nodes, number: int, positive: bool) -> Nodes | None:
        """The given states in which a node holds for sure, or fails for sure; None where there are none."""
        extent = self.valuation.extent(number)
        fitting = states[extent.sure[states] if positive else ~extent.possible[states]]
        return fitting if fitting.size else None

    def successors(self, starts: Nodes, operand: int) -> Nodes:
        """The successors in which a node holds and a fair path starts."""
        successors = mask_of(self._graph, self._graph.successors(starts))
        return np.flatnonzero(successors & self.valuation.target(operand).sure)

    def predecessor(self, starts: Nodes, state: int) -> int:
        """The first of `starts` in the reversed graph that leads to a state."""
        sources = self._graph.reversed.successors(np.array([state]))
        return int(sources[np.isin(sources, starts)][0])

    def shortest(self, starts: Nodes, left: int, right: int) -> Sequence[int]:
        """A shortest path through `left` to `right`, from the first start that has one."""
        goal, inside = self.valuation.target(right).sure, self.valuation.extent(left).sure
        distance = distances(self._graph.reversed, goal, inside, self.valuation.budget.deadline)
        # Every start reaches the goal, so none is marked as unreached.
        return descent(self._graph, distance, int(starts[distance[starts].argmin()]))

    def lasso(self, starts: Nodes, number: int) -> Route[int]:
        """A lasso with a shortest stem, fair where there are constraints."""
        valuation, inside = self.valuation, self.valuation.extent(number).sure
        deadline = valuation.budget.deadline
        if not valuation.justice():
            return lasso(self._graph, inside, starts, deadline)
        return fair_lasso(self._graph, inside, valuation.components(inside), valuation.justice(), starts, deadline)


def _with_accidents(
    valuation: Valuation, properties: Sequence[Property], verdicts: Sequence[Verdict]
) -> tuple[Verdict, ...]:
    """The verdicts, each with an initial state from which no fair path starts, if there is one, and with the premises
    that are never true. Where a limit or Ctrl-C comes first, they stay as they are."""
    try:
        unfair = _unfair_start(valuation)
        pairs = zip(properties, verdicts, strict=True)
        return tuple(replace(one, unfair=unfair, vacuous=_never_true(valuation, prop, one)) for prop, one in pairs)
    except (LimitReachedError, MemoryError, KeyboardInterrupt):
        return tuple(verdicts)


def _unfair_start(valuation: Valuation) -> Vector | None:
    """An initial state from which no fair path starts, if there is one for sure."""
    if not valuation.justice():
        return None
    exploration = valuation.exploration
    unfair = np.flatnonzero(~valuation.fair.possible[: exploration.initial])
    return exploration.vector(int(unfair[0])) if unfair.size else None


def _never_true(valuation: Valuation, prop: Property, verdict: Verdict) -> tuple[int, ...] | None:
    """The premises that no reachable state satisfies, where all these states are known and the property holds."""
    if verdict.outcome != "holds" or not valuation.exploration.complete:
        return None
    return tuple(n for n, premise in enumerate(prop.premises) if not valuation.where(premise.formula, "possible").any())
