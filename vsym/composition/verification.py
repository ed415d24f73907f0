"""Properties of a reduced model, decided by an engine, and the way back of the paths that show the verdicts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from vsym.basics.limits import REASONS, Budget
from vsym.composition.results import STATE, Explored, Method, Outcome
from vsym.engines.protocol import Answer
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Progress, Report
from vsym.system.result import ErrorReached, Verdict

T = TypeVar("T")


class Counting:
    """A report that says of explored states what they are."""

    def __init__(self, report: Report, method: Method) -> None:
        self._report, self._method = report, method

    def say(self, what: str) -> None:
        """Pass it on."""
        self._report.say(what)

    def explored(self, progress: Progress) -> None:
        """Pass it on with the name of a state."""
        self._report.explored(replace(progress, kind=STATE[self._method]))

    def saturated(self, nodes: int) -> None:
        """Pass it on."""
        self._report.saturated(nodes)


def verified(
    reduced: Reduced, name: str, budget: Budget, report: Report, smt_seconds: float
) -> tuple[tuple[Outcome, ...], Explored | None]:
    """The outcome of every property of the system, and the reachable states where the engine enumerated them.

    The SMT engine has so many seconds for what it accepts before the engine `name` is asked. Raises what an engine's
    `verify` raises, with DiagnosticError for an error that can be reached, and ReplayError if a path is not one of the
    model (our bug).
    """
    system = reduced.system
    settled: dict[str, Verdict] = {}
    if smt_seconds and name != "smt":
        settled = _settled_by_smt(reduced, budget, report, smt_seconds)
    wanted = [prop for prop in system.properties if prop.name not in settled]
    answer = Answer(())
    if wanted or not settled:
        counting = Counting(report, "counter")
        answer = reporting_errors(reduced, lambda: engine(name).verify(system, wanted, budget, counting))
    settled.update((prop.name, verdict) for prop, verdict in zip(wanted, answer.verdicts, strict=True))
    outcomes = tuple(_outcome(reduced, prop, settled[prop.name]) for prop in system.properties)
    return outcomes, None if answer.reached is None else Explored.by("counter", answer.reached)


def _settled_by_smt(reduced: Reduced, budget: Budget, report: Report, seconds: float) -> dict[str, Verdict]:
    """What the SMT engine decides in its short time, by property; Ctrl-C ends more than that."""
    smt, system = engine("smt"), reduced.system
    accepted: Sequence[Property] = [prop for prop in system.properties if smt.accepts(system, prop) is None]
    if not accepted:
        return {}
    end = time.monotonic() + seconds
    short = replace(budget, deadline=end if budget.deadline is None else min(end, budget.deadline), megabytes=None)
    answer = reporting_errors(reduced, lambda: smt.verify(system, accepted, short, report))
    if any(verdict.reason == REASONS["keyboard"] for verdict in answer.verdicts):
        raise KeyboardInterrupt
    pairs = zip(accepted, answer.verdicts, strict=True)
    return {prop.name: verdict for prop, verdict in pairs if verdict.outcome in ("holds", "violated")}


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
    return Outcome(prop, verdict, *reduced.back(verdict.path))
