"""The composer of adaptive exploration, which needs no verdict on the symmetry: edges → annotated states → paths."""

from __future__ import annotations

import time
from dataclasses import replace

from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.source import DiagnosticError
from vsym.reductions.evidence import require_processes
from vsym.checking.results import Checked, Deadlock, Explored, Outcome, unknown
from vsym.checking.stages import Prepared, prepared
from vsym.checking.verification import Counting
from vsym.engines.adaptive.engine import ENGINE
from vsym.engines.adaptive.subject import Annotated
from vsym.logic.properties import Property
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.overflow import overflow_diagnostic
from vsym.models.counting.processes import refine
from vsym.reductions.counters.lowering import lowered
from vsym.reductions.direct import direct_system, seen, view
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Verdict


def annotated(prepared: Prepared) -> Annotated:
    """What the adaptive engine works on."""
    model = prepared.model
    cells = tuple(refine([model.processes, *named_sets(model.initial)]))
    system = lowered(direct_system(model, (), cells), prepared.budget)
    return Annotated(model, prepared.edges, prepared.respected, cells, system)


def check_annotated(model: Model, budget: Budget, report: Report) -> Checked:
    """Decide the properties of a model, each a question of reachability, by adaptive exploration.

    Raises DiagnosticError for other properties and for a reachable assignment outside a range, ReplayError if a path is
    not one of the model (our bug).
    """
    started = time.monotonic()
    ready: Prepared | None = None
    try:
        ready = prepared(model, budget, report)
        answer = ENGINE.verify(annotated(ready), model.properties, budget, Counting(report, "adaptive"))
    except ErrorReached as reached:
        raise DiagnosticError([overflow_diagnostic(model, reached.path)]) from reached
    except (UndecidedError, KeyboardInterrupt) as error:
        reason = reason_of(error)
        return Checked(model, unknown(model, reason), prepared=ready, stopped=reason, warnings=model.warnings)
    named = (processes for prop in model.properties for processes in named_sets(prop.formula))
    # Of no processes at all there is one block, too: without a counter nothing could be told.
    counters = view(model, refine([model.processes, *named]) or [model.processes])

    def outcome(prop: Property, verdict: Verdict) -> Outcome:
        if verdict.path is None:
            return Outcome(prop, verdict)
        require_processes(model, prop, verdict, verdict.path)
        return Outcome(prop, verdict, seen(counters, verdict.path), verdict.path)

    outcomes = tuple(map(outcome, model.properties, answer.verdicts))
    explored = None if answer.reached is None else Explored.by("adaptive", answer.reached)
    deadlock = Deadlock.among(model, explored, lambda trace: (seen(counters, trace), trace))
    checked = Checked(model, outcomes, None, ready, counters, explored, time.monotonic() - started)
    return replace(checked, warnings=model.warnings, deadlock=deadlock)
