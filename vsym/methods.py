"""Reachable states by methods that need no verdict on the symmetry: plain, orbit and adaptive exploration.

All of them work on the edges of a model: its steps, each with the partition of the processes that it respects.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from pysmt.environment import Environment
from typing_extensions import assert_never

from vsym import pipeline
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.logic.formula import Formula
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.models.counting.semantics import ModelPath
from vsym.pipeline import Explored, Limits, Outcome, Reports
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lifting import lift
from vsym.reductions.counters.overflow import diagnostic_after
from vsym.reductions.direct import direct_system, everyone_apart, friends, seen, view
from vsym.symmetry.virtual.claims import check_claims
from vsym.symmetry.virtual.decision import possible
from vsym.symmetry.virtual.edges import Edge, edges
from vsym.symmetry.virtual.exchange import interchangeable
from vsym.symmetry.virtual.identification import Notify
from vsym.symmetry.virtual.lemmas import assumption
from vsym.symmetry.virtual.relations import relations

if TYPE_CHECKING:
    from vsym.engines.adaptive.reached import Node
    from vsym.engines.adaptive.search import Explored as Search

Direct: TypeAlias = Literal["plain", "orbit", "adaptive"]
"""Concrete states; orbits under the processes that no edge tells apart; states annotated with partitions."""


@dataclass(frozen=True)
class Prepared:
    """A model with its edges."""

    model: Model
    edges: tuple[Edge, ...]
    budget: Budget
    seconds: float

    def respected(self, formula: Formula) -> tuple[Processes, ...]:
        """The coarsest partition that a predicate is seen to respect in time."""
        with self.budget.interruption.heeded():
            return interchangeable(Environment(), self.model, formula, [], self.budget)


@dataclass(frozen=True)
class Verified:
    """A model's verdicts by adaptive exploration, traces told in the counters of `system`."""

    prepared: Prepared
    system: CounterSystem
    outcomes: tuple[Outcome, ...]
    explored: Explored
    seconds: float


def prepare(model: Model, budget: Budget, notify: Notify) -> Prepared:
    """The edges of a model, with the partitions that they respect.

    Raises DiagnosticError for lemmas and stated partitions that are refused, UndecidedError where the time ends before
    they are checked.
    """
    started = time.monotonic()
    environment = Environment()
    with budget.interruption.heeded():
        notify("checking lemmas and stated partitions")
        check_claims(environment, model, budget)
        notify("looking for what the edges respect")
        found = relations(model, possible(environment, model, assumption(model), budget))
        return Prepared(model, edges(environment, model, found, budget), budget, time.monotonic() - started)


def explore(prepared: Prepared, method: Direct, limits: Limits, report: Reports) -> tuple[Explored, ModelPath | None]:
    """The reachable states that a method distinguishes, counted, and a shortest path to a deadlock if there is one.

    Raises DiagnosticError where a reachable state assigns outside a variable's range, and UndecidedError where the time
    ends before there is anything to explore.
    """
    match method:
        case "plain" | "orbit":
            model = prepared.model
            blocks = everyone_apart(model) if method == "plain" else friends(model, prepared.edges)
            with prepared.budget.interruption.heeded():
                system = direct_system(model, prepared.edges, blocks, prepared.budget)
            explored, stuck = pipeline.explore(model, system, "explicit", limits, report, method)
            return explored, None if stuck is None else lift(model, system, stuck)
        case "adaptive":
            from vsym.engines.adaptive import lifting

            found = _search(prepared, limits, report)
            path = lifting.lift(found, found.deadlocked[0], "witness") if found.deadlocked else None
            return _summary(found), path
    assert_never(method)


def verify(prepared: Prepared, names: Sequence[str], limits: Limits, report: Reports) -> Verified:
    """Decide the named properties (all, if none is named) by adaptive exploration.

    Raises DiagnosticError for properties that are no questions of reachability and for a reachable assignment outside a
    range, ReplayError if a trace is not one of the model (our bug).
    """
    from vsym.engines.adaptive import properties

    started = time.monotonic()
    model = prepared.model
    wanted = [prop for prop in model.properties if not names or prop.name in names]
    refused = [diagnostic for prop in wanted if (diagnostic := properties.accepts(model, prop)) is not None]
    if refused:
        raise DiagnosticError(refused)
    found = _search(prepared, limits, report)
    report.say("evaluating the properties")
    verdicts = properties.decide(found, wanted, prepared.respected, limits.deadline)
    observed = refine([model.processes, *(named for prop in wanted for named in named_sets(prop.formula))])
    system = view(model, observed)
    outcomes = tuple(
        Outcome(prop, verdict, None if trace is None else seen(system, trace), trace)
        for prop, (verdict, trace) in zip(wanted, verdicts, strict=True)
    )
    return Verified(prepared, system, outcomes, _summary(found), time.monotonic() - started)


def search_tree(prepared: Prepared, limits: Limits, report: Reports, most: int) -> tuple[Search, tuple[Node, ...]]:
    """An adaptive search until `most` states are expanded, and the states met on the way that others subsume.

    Raises as `explore` does.
    """
    dropped: list[Node] = []
    found = _search(prepared, limits, report, most, dropped.append)
    return found, tuple(dropped)


def _search(
    prepared: Prepared,
    limits: Limits,
    report: Reports,
    most: int | None = None,
    dropped: Callable[[Node], None] | None = None,
) -> Search:
    from vsym.basics.limits import default_memory
    from vsym.engines.adaptive.lifting import lift
    from vsym.engines.adaptive.search import OverflowFound, Search

    report.say("exploring the annotated states")
    max_bytes = default_memory() if limits.megabytes is None else limits.megabytes * 1_000_000
    search = Search(
        prepared.model, prepared.edges, prepared.respected, limits.deadline, report.explored, max_bytes, most, dropped
    )
    try:
        return search.run()
    except OverflowFound as found:
        path = lift(found.explored, found.part, "counterexample")
        raise DiagnosticError([diagnostic_after(prepared.model, path)]) from found


def _summary(found: Search) -> Explored:
    return Explored(
        len(found.reached.nodes),
        found.depth,
        len(found.deadlocked),
        found.complete,
        found.interrupted,
        found.seconds,
        None,
        method="adaptive",
    )


def counted_together(model: Model) -> CounterSystem:
    """What a path of a model is told in where nothing is asked of single processes: one counter per local state."""
    return view(model, [model.processes])
