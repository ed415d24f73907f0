"""From a model to verdicts: decided → reduced → verified → lifted. Each stage is a frozen value.

An engine is imported where it is chosen: what they need is large, and a run needs one of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypeVar

from pysmt.environment import Environment
from typing_extensions import assert_never

from vsym.basics.limits import REASONS, Budget
from vsym.basics.source import DiagnosticError
from vsym.engines.choice import EngineName
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.guards import Reduction
from vsym.reductions.counters.lifting import lift
from vsym.reductions.counters.overflow import overflow_diagnostic
from vsym.reductions.counters.reduce import reduce
from vsym.reductions.counters.repeated import lift_repeated
from vsym.symmetry.virtual.identification import Decided, Notify, decide_symmetry
from vsym.system.result import ErrorReached, SystemPath, Verdict

if TYPE_CHECKING:
    from vsym.engines.diagrams.engine import Reached
    from vsym.engines.explicit.exploration import Exploration, Progress

T = TypeVar("T")

Method: TypeAlias = Literal["plain", "orbit", "counter", "adaptive"]
"""What an exploration tells apart: concrete states, orbits, counter states or states annotated with partitions."""

STATE: Mapping[Method, str] = MappingProxyType(
    {"plain": "concrete state", "orbit": "orbit", "counter": "counter state", "adaptive": "annotated state"}
)
"""What a method calls one of its states."""


@dataclass(frozen=True)
class Outcome:
    """The verdict on one property, with its trace in counters and as the user's own processes."""

    property: Property
    verdict: Verdict
    abstract_trace: SystemPath | None
    trace: ModelPath | None


@dataclass(frozen=True)
class Limits:
    """Until when (a `time.monotonic()` value) and with how much memory an engine may work; None is no limit.

    The SMT engine asks `solver`, looks at paths of at most `bound` steps, and has `smt_first` seconds for what it
    accepts before another engine is asked.
    """

    deadline: float | None = None
    megabytes: int | None = None
    solver: str = "z3"
    bound: int | None = None
    smt_first: float = 0.0


class Reports(Protocol):
    """What is told of work under way."""

    def say(self, what: str, /) -> None:
        """What is being done now."""

    def explored(self, progress: Progress, /) -> None:
        """How far an exploration is."""

    def saturated(self, nodes: int, /) -> None:
        """How many nodes the decision diagrams have."""


class Silence:
    """Reports that nobody reads."""

    def say(self, _: str) -> None:
        """Nothing."""

    def explored(self, _: Progress) -> None:
        """Nothing."""

    def saturated(self, _: int) -> None:
        """Nothing."""


@dataclass(frozen=True)
class Explored:
    """The reachable states that were found; `complete` if they are all, else `interrupted` says why not.

    `method` says what a state is; an annotated one counts even if another that was found later subsumes it. `depth` is
    the largest distance from an initial state, in steps of a concrete path, None where the states were not found layer
    by layer; of annotated states, the layers of the search, which can be more, as a state may be found anew in a larger
    orbit. `deadlocks` counts the states that are, or represent, deadlocked ones. `nodes` is the peak number of nodes
    where the states are held in decision diagrams, and `levels` the order of their levels, as positions in a vector of
    the counter system.
    """

    states: int
    depth: int | None
    deadlocks: int
    complete: bool
    interrupted: str | None
    seconds: float
    nodes: int | None
    method: Method = "counter"
    levels: tuple[int, ...] = ()


@dataclass(frozen=True)
class Checked:
    """A model's verdicts on its counter system; `explored` is None where no engine enumerated the states."""

    decided: Decided
    system: CounterSystem
    outcomes: tuple[Outcome, ...]
    explored: Explored | None
    seconds: float


def decide(model: Model, budget: Budget, notify: Notify) -> Decided:
    """Identification, which Ctrl-C stops at once; raises what `decide_symmetry` raises."""
    with budget.interruption.heeded():
        return decide_symmetry(model, budget, notify)


def reduce_model(decided: Decided, budget: Budget, notify: Notify) -> CounterSystem:
    """The counter system of the chosen blocks; raises UndecidedError."""
    notify("building the counter abstraction")
    with budget.interruption.heeded():
        reduction = Reduction(Environment(), decided.model, decided.blocks, decided.lemma, budget)
        return reduce(reduction, decided.relations)


def explore(
    model: Model,
    system: CounterSystem,
    engine: EngineName,
    limits: Limits,
    report: Reports,
    method: Method = "counter",
) -> tuple[Explored, SystemPath | None]:
    """The reachable counter states, counted, and a shortest path to a deadlock if there is one.

    `method` says what the counters of this system are.

    Raises DiagnosticError where a reachable state assigns outside a variable's range.
    """
    if engine == "mdd":
        from vsym.engines.diagrams import engine as symbolic

        report.say("saturating the counter states")
        saturate = partial(
            symbolic.explore,
            system,
            deadline=limits.deadline,
            progress=report.saturated,
            megabytes=limits.megabytes,
        )
        reached = _reporting_overflow(model, system, saturate)
        return _summary_of_sets(reached), symbolic.deadlock_trace(reached)

    from vsym.engines.explicit import engine as explicit

    exploration = _exploration(model, system, limits, report, method)
    return replace(_summary(exploration), method=method), explicit.deadlock_trace(exploration)


def verify(
    decided: Decided, system: CounterSystem, names: Sequence[str], engine: EngineName, limits: Limits, report: Reports
) -> Checked:
    """Decide the named properties (all, if none is named) and lift their traces.

    Raises DiagnosticError for a reachable assignment outside a range, NuSMVMissing where NuSMV is asked for and absent,
    ReplayError if a trace is not one of the model (our bug).
    """
    started = time.monotonic()
    model = decided.model
    asked = [prop for prop in system.properties if not names or prop.name in names]
    settled = _settled_by_smt(model, system, asked, limits, report) if limits.smt_first and engine != "smt" else {}
    wanted = [prop for prop in asked if prop.name not in settled]
    explored: Explored | None = None
    verdicts: list[Verdict]
    match engine:
        case _ if settled and not wanted:
            verdicts = []
        case "smt":
            from vsym.engines.smt import engine as smt

            budget = Budget(limits.solver, limits.deadline)
            verdicts = _reporting_overflow(
                model, system, lambda: smt.verify(system, wanted, budget, report.say, limits.bound, limits.megabytes)
            )
        case "explicit":
            from vsym.engines.explicit import engine as explicit

            exploration = _exploration(model, system, limits, report)
            explored = _summary(exploration)
            report.say("evaluating the properties")
            verdicts = explicit.decide(exploration, wanted, deadline=limits.deadline)
        case "mdd":
            from vsym.engines.diagrams import turns as symbolic_turns

            verify_in_turns = partial(
                symbolic_turns.verify,
                system,
                wanted,
                deadline=limits.deadline,
                progress=report.saturated,
                megabytes=limits.megabytes,
                say=report.say,
            )
            sets, verdicts = _reporting_overflow(model, system, verify_in_turns)
            explored = None if sets is None else _summary_of_sets(sets)
        case "nusmv":
            from vsym.engines.nusmv import engine as nusmv

            report.say("running NuSMV")
            timeout = None if limits.deadline is None else max(0.01, limits.deadline - time.monotonic())
            verdicts = _reporting_overflow(model, system, lambda: nusmv.verify(system, wanted, timeout=timeout))
        case _:
            assert_never(engine)
    settled.update((prop.name, verdict) for prop, verdict in zip(wanted, verdicts, strict=True))
    outcomes = tuple(_outcome(model, system, prop, settled[prop.name]) for prop in asked)
    return Checked(decided, system, outcomes, explored, time.monotonic() - started)


def _settled_by_smt(
    model: Model, system: CounterSystem, asked: Sequence[Property], limits: Limits, report: Reports
) -> dict[str, Verdict]:
    """What the SMT engine decides in its short time, by property; Ctrl-C ends more than that."""
    from vsym.engines.smt import engine as smt

    accepted = [prop for prop in asked if smt.accepts(system, prop) is None]
    if not accepted:
        return {}
    end = time.monotonic() + limits.smt_first
    budget = Budget(limits.solver, end if limits.deadline is None else min(end, limits.deadline))
    verdicts = _reporting_overflow(model, system, lambda: smt.verify(system, accepted, budget, report.say))
    if any(verdict.reason == REASONS["keyboard"] for verdict in verdicts):
        raise KeyboardInterrupt
    pairs = zip(accepted, verdicts, strict=True)
    return {prop.name: verdict for prop, verdict in pairs if verdict.outcome in ("holds", "violated")}


def _exploration(
    model: Model, system: CounterSystem, limits: Limits, report: Reports, method: Method = "counter"
) -> Exploration:
    from vsym.engines.explicit import engine as explicit

    def progress(found: Progress) -> None:
        report.explored(replace(found, kind=STATE[method]))

    report.say(f"exploring the {STATE[method]}s")
    max_bytes = None if limits.megabytes is None else limits.megabytes * 1_000_000
    return _reporting_overflow(
        model,
        system,
        lambda: explicit.explore(system, deadline=limits.deadline, progress=progress, max_bytes=max_bytes),
    )


def _summary(exploration: Exploration) -> Explored:
    return Explored(
        exploration.states,
        exploration.depth,
        exploration.deadlocks,
        exploration.complete,
        exploration.interrupted,
        exploration.seconds,
        None,
    )


def _summary_of_sets(reached: Reached) -> Explored:
    """Saturation has no layers, so that there is no depth to tell."""
    return Explored(
        reached.states.count(),
        None,
        reached.deadlocked.count(),
        reached.interrupted is None,
        reached.interrupted,
        reached.seconds,
        reached.encoding.space.peak_node_count,
        levels=reached.encoding.order,
    )


def _outcome(model: Model, system: CounterSystem, prop: Property, verdict: Verdict) -> Outcome:
    trace = verdict.path
    if trace is None:
        return Outcome(prop, verdict, None, None)
    if trace.times is not None:
        return Outcome(prop, verdict, *lift_repeated(model, system, trace))
    return Outcome(prop, verdict, trace, lift(model, system, trace))


def _reporting_overflow(model: Model, system: CounterSystem, run: Callable[[], T]) -> T:
    try:
        return run()
    except ErrorReached as reached:
        raise DiagnosticError([overflow_diagnostic(model, system, reached.path)]) from reached
