"""Adaptive exploration, which needs no verdict on the symmetry: edges → annotated states → paths of the model."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Checked, unknown
from vsym.checking.attempt import Attempted, attempted, by_engine, explored
from vsym.checking.stages import Prepared, prepared
from vsym.engines.adaptive.engine import ENGINE
from vsym.engines.adaptive.processes import Annotated
from vsym.logic.properties import Property
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.processes import refine
from vsym.models.counting.semantics import overflow_diagnostic
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.reductions.direct import direct_system, seen, view
from vsym.reductions.evidence import require_deadlock, require_processes
from vsym.reductions.protocol import STATE, Method, Query, Run, Task
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Path, Reached, Verdict


@frozen
class Edges:
    """A model with its edges, whose states are annotated with partitions; paths have the `counters` of blocks that no
    property cuts."""

    prepared: Prepared
    counters: CounterSystem

    @staticmethod
    def of(prepared: Prepared, *, telling: bool = True) -> Edges:
        """The edges of a model; if `telling`, blocks separate the processes that its properties name."""
        model = prepared.model
        named = (processes for prop in model.properties if telling for processes in named_sets(prop.formula))
        # A model without processes has one block as well: a path needs a counter to show.
        return Edges(prepared, view(model, refine([model.processes, *named]) or [model.processes]))

    @property
    def model(self) -> Model:
        """The model."""
        return self.prepared.model

    @property
    def method(self) -> Method:
        """States are annotated."""
        return "adaptive"

    @property
    def state(self) -> str:
        """The name of one state."""
        return STATE[self.method]

    @property
    def queries(self) -> tuple[Query, ...]:
        """Each property as it is."""
        return tuple(Query(prop, prop) for prop in self.model.properties)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """The input of the adaptive engine."""
        return (Task(annotated(self.prepared), self.model.properties),)

    def back(self, _: Task, __: Property, answer: Verdict) -> tuple[Verdict, Run | None]:
        """The answer as it is: its path is one of the model."""
        return answer, None if answer.path is None else self._run(answer.path)

    def shown(self, prop: Property, verdict: Verdict, run: Run) -> Run:
        """The run, which shows a verdict; raises ReplayError where it does not (our bug)."""
        require_processes(self.model, prop, verdict, run.path)
        return run

    def stuck(self, path: Path[Any, Any]) -> Run:
        """A path to a deadlock as a run; raises ReplayError where it does not end in one (our bug)."""
        require_deadlock(self.model, path)
        return self._run(path)

    def counted(self, reached: Reached) -> Reached:
        """All figures are about the model."""
        return reached

    def error(self, reached: ErrorReached) -> Exception:
        """The assignment that leaves its range."""
        return DiagnosticError([overflow_diagnostic(self.model, reached.path)])

    def _run(self, path: Path[Any, Any]) -> Run:
        return Run(self.model, path, seen(self.counters, path), self.counters)


def annotated(prepared: Prepared) -> Annotated:
    """The input of the adaptive engine."""
    model = prepared.model
    cells = tuple(refine([model.processes, *named_sets(model.initial)]))
    system = lowered(direct_system(model, (), cells), prepared.budget)
    return Annotated(model, prepared.edges, prepared.respected, cells, system)


def check_adaptive(model: Model, budget: Budget, report: Report) -> Checked:
    """Decide the properties of a model, each a question of reachability, by adaptive exploration.

    Raises DiagnosticError for other properties and for a reachable assignment outside a range, ReplayError if a path is
    not one of the model (our bug).
    """
    started = time.monotonic()
    ready: Prepared | None = None
    try:
        ready = prepared(model, budget, report)
        reduced = Edges.of(ready)
        done = attempted(reduced, by_engine(ENGINE), budget, report)
    except (UndecidedError, KeyboardInterrupt) as error:
        reason = reason_of(error)
        none = unknown(model.properties, reason)
        return Checked(model, none, prepared=ready, stopped=reason, warnings=model.warnings)
    return replace(_known(reduced, done, started), warnings=model.warnings)


def explore_adaptive(ready: Prepared, budget: Budget, report: Report) -> Checked:
    """The annotated states of a model, with a run to a deadlock if there is one; raises as `check_adaptive` does, and
    UndecidedError where the time ends before there is anything to explore."""
    started, reduced = time.monotonic(), Edges.of(ready, telling=False)
    return _known(reduced, explored(reduced, ENGINE, budget, report), started)


def _known(reduced: Edges, done: Attempted, started: float) -> Checked:
    checked = done.checked(reduced.model, "adaptive", started)
    return replace(checked, prepared=reduced.prepared, counters=reduced.counters, attempts=())
