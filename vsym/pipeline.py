"""From a model to verdicts: decided → reduced → verified → lifted. Each stage is a frozen value."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pysmt.environment import Environment

from vsym.abstraction.counters import AbstractTrace, CounterSystem, Verdict
from vsym.abstraction.guards import Reduction
from vsym.abstraction.lift import ConcreteTrace, lift
from vsym.abstraction.overflow import overflow_diagnostic
from vsym.abstraction.reduce import reduce
from vsym.engines import explicit, nusmv
from vsym.engines.choice import choose
from vsym.engines.exploration import Exploration, Progress
from vsym.engines.overflow import OverflowReached
from vsym.model import Model, Property
from vsym.presburger.solver import Budget
from vsym.source import DiagnosticError
from vsym.symmetry.decide import Decided, Notify

T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """The verdict on one property, with its trace in counters and as the user's own processes."""

    property: Property
    verdict: Verdict
    abstract_trace: AbstractTrace | None
    trace: ConcreteTrace | None


@dataclass(frozen=True)
class Explored:
    """The reachable counter states that were found; `complete` if they are all, else `interrupted` says why not."""

    states: int
    depth: int
    deadlocks: int
    complete: bool
    interrupted: str | None
    seconds: float


@dataclass(frozen=True)
class Checked:
    """A model's verdicts on its counter system; `explored` is None where no engine enumerated the states."""

    decided: Decided
    system: CounterSystem
    outcomes: tuple[Outcome, ...]
    explored: Explored | None
    seconds: float


def reduce_model(decided: Decided, budget: Budget, notify: Notify) -> CounterSystem:
    """The counter system of the chosen blocks; raises UndecidedError."""
    notify("building the counter abstraction")
    reduction = Reduction(Environment(), decided.model, decided.blocks, decided.lemma, budget)
    return reduce(reduction, decided.relations)


def explore(
    model: Model,
    system: CounterSystem,
    deadline: float | None,
    progress: Callable[[Progress], None] | None,
) -> Exploration:
    """The reachable counter states; raises DiagnosticError where one assigns outside a variable's range."""
    return _reporting_overflow(model, system, lambda: explicit.explore(system, deadline=deadline, progress=progress))


def verify(
    decided: Decided,
    system: CounterSystem,
    names: Sequence[str],
    engine: str,
    deadline: float | None,
    notify: Notify,
    progress: Callable[[Progress], None] | None,
) -> Checked:
    """Decide the named properties (all, if none is named) and lift their traces.

    Raises DiagnosticError for a property that the engine does not accept and for a reachable assignment outside a
    range, NuSMVMissing where NuSMV is asked for and absent, ReplayError if a trace is not one of the model (our bug).
    """
    started = time.monotonic()
    wanted = [prop for prop in system.properties if not names or prop.name in names]
    chosen = choose(engine, system, wanted)
    verdicts: dict[str, Verdict] = {}
    explored: Explored | None = None
    if "explicit" in chosen or not chosen:
        notify("exploring the counter states")
        exploration = explore(decided.model, system, deadline, progress)
        explored = summary(exploration)
        members = chosen.get("explicit", [])
        notify("evaluating the properties")
        found = explicit.decide(exploration, members, deadline=deadline)
        verdicts.update((prop.name, verdict) for prop, verdict in zip(members, found, strict=True))
    if "nusmv" in chosen:
        notify("running NuSMV")
        members = chosen["nusmv"]
        timeout = None if deadline is None else max(0.01, deadline - time.monotonic())
        found = _reporting_overflow(decided.model, system, lambda: nusmv.verify(system, members, timeout=timeout))
        verdicts.update((prop.name, verdict) for prop, verdict in zip(members, found, strict=True))
    outcomes = tuple(_outcome(decided.model, system, prop, verdicts[prop.name]) for prop in wanted)
    return Checked(decided, system, outcomes, explored, time.monotonic() - started)


def summary(exploration: Exploration) -> Explored:
    """The figures of an exploration."""
    return Explored(
        exploration.states,
        exploration.depth,
        exploration.deadlocks,
        exploration.complete,
        exploration.interrupted,
        exploration.seconds,
    )


def _outcome(model: Model, system: CounterSystem, prop: Property, verdict: Verdict) -> Outcome:
    lifted = lift(model, system, verdict.trace) if verdict.trace is not None else None
    return Outcome(prop, verdict, verdict.trace, lifted)


def _reporting_overflow(model: Model, system: CounterSystem, run: Callable[[], T]) -> T:
    try:
        return run()
    except OverflowReached as reached:
        raise DiagnosticError([overflow_diagnostic(model, system, reached.trace)]) from reached
