"""The reachable states of a model, counted by any method, and a path to a deadlock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.checking.annotated import annotated
from vsym.checking.evidence import require_deadlock
from vsym.checking.results import Deadlock, Explored, Method, Prepared
from vsym.checking.stages import direct, joint_direct
from vsym.checking.verification import Counting, engine_up_to, reporting_errors
from vsym.engines.adaptive.engine import ENGINE as ADAPTIVE
from vsym.engines.protocol import Explorer
from vsym.models.counting.model import Model
from vsym.models.counting.overflow import overflow_diagnostic
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.direct import classes, everyone_apart, friends, seen, view
from vsym.system.report import Report
from vsym.system.result import ErrorReached

if TYPE_CHECKING:
    from vsym.engines.compiled.quotient.quotient import Quotient
    from vsym.engines.disk.planning import StoreSettings


@frozen
class Exploration:
    """The reachable states, and a shortest path to a deadlock, told in `counters`, if there is one."""

    explored: Explored
    counters: CounterSystem
    deadlock: Deadlock | None = None


def explore_counters(
    reduced: Reduced,
    name: str,
    budget: Budget,
    report: Report,
    method: Method = "counter",
    quotient: Quotient | None = None,
    store: StoreSettings | None = None,
) -> Exploration:
    """The reachable states of a reduced model, by an engine that can enumerate them, up to a group if there is a
    `quotient`, and kept in a `store` if there is one.

    Raises DiagnosticError where a reachable state assigns outside a variable's range.
    """
    explorer = engine_up_to(quotient, name, reduced.system, store)
    assert isinstance(explorer, Explorer)
    counting = Counting(report, method)
    reached = reporting_errors(reduced, lambda: explorer.explore(reduced.system, budget, counting))
    explored = Explored.by(method, reached, quotient.factors if quotient else ())
    return Exploration(explored, reduced.counters, Deadlock.among(reduced.model, explored, reduced.back))


def explore_edges(
    prepared: Prepared, method: Method, budget: Budget, report: Report, store: StoreSettings | None = None
) -> Exploration:
    """The reachable states by a method that needs no verdict on the symmetry, with paths in one counter a local state.

    Raises as `explore_counters` does, and UndecidedError where the time ends before there is anything to explore.
    """
    model = prepared.model
    match method:
        case "plain" | "orbit":
            blocks = everyone_apart(model) if method == "plain" else friends(model, prepared.edges)
            found = explore_counters(direct(prepared, blocks), "explicit", budget, report, method, store=store)
            return _together(model, found.explored, None if found.deadlock is None else found.deadlock.trace)
        case "adaptive":
            try:
                reached = ADAPTIVE.explore(annotated(prepared), budget, Counting(report, method))
            except ErrorReached as error:
                raise DiagnosticError([overflow_diagnostic(model, error.path)]) from error
            if reached.stuck is not None:
                require_deadlock(model, reached.stuck)
            return _together(model, Explored.by(method, reached), reached.stuck)
        case "counter":
            raise ValueError("counter states need a verdict on the symmetry")
    assert_never(method)


def explore_joint(
    model: Model,
    method: Literal["plain", "orbit"],
    budget: Budget,
    report: Report,
    store: StoreSettings | None = None,
) -> Exploration:
    """The same, where steps may move several processes: states one by one, or up to what exchanges processes that
    nothing names apart. Raises as `explore_edges` does."""
    blocks = everyone_apart(model) if method == "plain" else classes(model)
    system = joint_direct(model, blocks, budget, report)
    found = explore_counters(system, "explicit", budget, report, method, store=store)
    return _together(model, found.explored, None if found.deadlock is None else found.deadlock.trace)


def _together(model: Model, explored: Explored, trace: ModelPath | None) -> Exploration:
    """A path where nothing is asked of single processes: told in one counter for each local state."""
    counters = view(model, [model.processes])
    return Exploration(explored, counters, None if trace is None else Deadlock(seen(counters, trace), trace))
