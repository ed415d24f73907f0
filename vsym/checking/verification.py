"""Properties of a reduced model, decided by an engine, and the way back of the paths that show the verdicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.checking.choice import AUTO, CERTIFYING_SECONDS, choose, smt_first
from vsym.checking.evidence import require_processes
from vsym.checking.results import STATE, Explored, Method, Outcome
from vsym.checking.settling import Attempt, Settled
from vsym.engines.protocol import Engine
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Passing, Progress, Report
from vsym.system.result import ErrorReached, Verdict
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.engines.compiled.quotient.quotient import Quotient
    from vsym.engines.disk.planning import StoreSettings

T = TypeVar("T")


@frozen
class Verified:
    """The outcome of every property, the reachable states where they were enumerated, and who was asked by `auto`."""

    outcomes: tuple[Outcome, ...]
    explored: Explored | None
    attempts: tuple[Attempt, ...]


class Counting(Passing):
    """A report that says of explored states what they are."""

    def __init__(self, report: Report, method: Method) -> None:
        super().__init__(report)
        self._method = method

    def explored(self, progress: Progress) -> None:
        """Pass it on with the name of a state."""
        super().explored(replace(progress, kind=STATE[self._method]))


def verified(
    reduced: Reduced,
    asked: str,
    budget: Budget,
    report: Report,
    *,
    certifying: bool = False,
    quotient: Quotient | None = None,
    store: StoreSettings | None = None,
) -> Verified:
    """The outcome of every property of the system, by the engine asked for, which explores up to a group if there is a
    `quotient`, and keeps states in a `store` if there is one.

    `certifying` leaves more time to the SMT engine, where it is up to us to choose. Raises what an engine's `verify`
    raises, with DiagnosticError for an error that can be reached, and ReplayError if a path is not one of the model
    (our bug).
    """
    system, counting = reduced.system, Counting(report, "counter")
    seconds = CERTIFYING_SECONDS if certifying else smt_first(asked, system)
    if asked == AUTO and seconds and system.properties and store is None:
        from vsym.checking.portfolio import decided

        settled = reporting_errors(reduced, lambda: decided(system, budget, counting, seconds))
    else:
        one = engine_up_to(quotient, choose(asked, system), system, store)
        answer = reporting_errors(reduced, lambda: one.verify(system, system.properties, budget, counting))
        names = (prop.name for prop in system.properties)
        settled = Settled(dict(zip(names, answer.verdicts, strict=True)), answer.reached, ())
        for name, verdict in settled.verdicts.items():
            report.decided(name, verdict)
    outcomes = tuple(_outcome(reduced, prop, settled.verdicts[prop.name]) for prop in system.properties)
    factors = quotient.factors if quotient else ()
    explored = None if settled.reached is None else Explored.by("counter", settled.reached, factors)
    return Verified(outcomes, explored, settled.attempts)


def engine_up_to(
    quotient: Quotient | None, name: str, system: System, store: StoreSettings | None = None
) -> Engine[System]:
    """The engine of a name; where there is a quotient of a system, one that explores that, and where there is a store,
    the one that keeps states there."""
    if store is not None:
        from vsym.engines.compiled.quotient.quotient import PLAIN_STATES
        from vsym.engines.disk.engine import DiskEngine

        return DiskEngine(store, quotient or PLAIN_STATES)
    if not quotient:
        return engine(name)
    if name == "mdd":
        from vsym.checking.diagram_groups import on_diagrams

        return on_diagrams(system, quotient)

    from vsym.engines.compiled.engine import CompiledEngine
    from vsym.engines.compiled.search import Settings

    return CompiledEngine(Settings(quotient=quotient))


def reporting_errors(reduced: Reduced, run: Callable[[], T]) -> T:
    """What `run` returns; raises DiagnosticError for an error that can be reached in a system with numbers alone."""
    try:
        return run()
    except ErrorReached as reached:
        if reached.values is not None:
            raise
        raise reduced.diagnostic(reached) from reached


def _outcome(reduced: Reduced, prop: Property, verdict: Verdict) -> Outcome:
    if verdict.path is None or reduced.system.parameters:
        return Outcome(prop, verdict)
    path, trace = reduced.back(verdict.path)
    asked = next(one for one in reduced.model.properties if one.name == prop.name)
    require_processes(reduced.model, asked, verdict, trace)
    return Outcome(prop, verdict, path, trace)
