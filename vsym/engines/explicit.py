"""The explicit engine: CTL by fixpoints on the explored graph of a counter system."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import numpy as np

from vsym.abstraction.counters import AbstractTrace, CounterSystem, Verdict
from vsym.engines.explain import explain, is_told
from vsym.engines.exploration import Exploration, Progress, explore
from vsym.engines.graph import Nodes
from vsym.engines.limits import REASONS, LimitReachedError
from vsym.engines.paths import as_trace, path_to
from vsym.engines.valuation import Valuation
from vsym.formula import TRUE, Formula, Temporal, subformulas
from vsym.logic.ctl import ExistsUntil, Negation, Predicate, reduce
from vsym.model import Property
from vsym.source import Diagnostic

NAME = "explicit"

Outcome: TypeAlias = Literal["holds", "violated", "unknown"]

__all__ = ["NAME", "Exploration", "Progress", "accepts", "deadlock_trace", "decide", "explore", "verify"]


def accepts(system: CounterSystem, prop: Property) -> Diagnostic | None:
    """Why this engine cannot decide a property: VS401 for LTL, VS402 under fairness constraints; None if it can."""
    temporal = [part.operator for part in subformulas(prop.formula) if isinstance(part, Temporal)]
    if prop.logic == "ltl" or any(operator[0] not in "AE" for operator in temporal):
        message = f"`{prop.name}` is an LTL property, which the explicit engine does not decide"
        return Diagnostic("VS401", prop.span, message, "use `--engine nusmv`")
    if system.fairness and (temporal or prop.logic == "invariant"):
        message = f"the explicit engine does not decide `{prop.name}` under fairness constraints"
        return Diagnostic("VS402", prop.span, message, "use `--engine nusmv`")
    return None


def verify(
    system: CounterSystem,
    properties: Sequence[Property],
    *,
    deadline: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    max_bytes: int | None = None,
) -> list[Verdict]:
    """Explore a system and decide properties on it: `explore` and `decide` in one, raising what `explore` raises."""
    exploration = explore(system, deadline=deadline, progress=progress, max_bytes=max_bytes)
    return decide(exploration, properties, deadline=deadline)


def decide(exploration: Exploration, properties: Sequence[Property], *, deadline: float | None = None) -> list[Verdict]:
    """The verdict on each property; its seconds do not count those of the exploration.

    A property holds where it holds in every initial state. On an incomplete exploration a verdict is given where the
    states found suffice for it; all else, and what Ctrl-C or `time.monotonic()` past `deadline` leaves undecided, is
    unknown with the reason. So is a property that `accepts` refuses.
    """
    refusals = [accepts(exploration.system, prop) for prop in properties]
    formulas = [TRUE if refusal else _formula(prop) for prop, refusal in zip(properties, refusals, strict=True)]
    reduction = reduce(formulas)
    valuation = Valuation(exploration, reduction, deadline)
    verdicts: list[Verdict] = []
    stopped = False
    for refusal, root in zip(refusals, reduction.roots, strict=True):
        if refusal:
            verdicts.append(Verdict("unknown", NAME, 0.0, reason=refusal.message))
        elif stopped:
            verdicts.append(Verdict("unknown", NAME, 0.0, reason=REASONS["keyboard"]))
        else:
            verdict, stopped = _decided(valuation, root)
            verdicts.append(verdict)
    return verdicts


def deadlock_trace(exploration: Exploration) -> AbstractTrace | None:
    """A shortest path to a deadlocked state among those found, or None."""
    if not exploration.deadlocks:
        return None
    path = path_to(exploration.parents, int(exploration.deadlocked[0]))
    return as_trace(exploration.stepper, exploration.keys, path, "witness")


def _formula(prop: Property) -> Formula:
    return Temporal("AG", (prop.formula,)) if prop.logic == "invariant" else prop.formula


def _decided(valuation: Valuation, root: int) -> tuple[Verdict, bool]:
    """The verdict on a node, and whether Ctrl-C ended the work on it."""
    started = time.monotonic()
    outcome: Outcome = "unknown"
    trace: AbstractTrace | None = None
    reason: str | None = None
    stopped = False
    try:
        outcome, starts = _outcome(valuation, root)
        trace = _trace(valuation, root, outcome, starts)
    except LimitReachedError as limit:
        reason = REASONS[limit.interruption]
    except MemoryError:
        reason = REASONS["memory"]
    except KeyboardInterrupt:
        reason, stopped = REASONS["keyboard"], True
    if outcome == "unknown" and reason is None:
        # An exploration that is not complete was interrupted.
        reason = REASONS[valuation.exploration.interrupted or "time"]
    return Verdict(outcome, NAME, time.monotonic() - started, reason, trace), stopped


def _outcome(valuation: Valuation, root: int) -> tuple[Outcome, Nodes]:
    """The outcome, and the states in which an explanation may begin: for AG, those that end a path to a violation."""
    exploration = valuation.exploration
    never = _never(valuation, root)
    if never is not None:
        # All states found are reachable, so that no fixpoint is needed.
        violating = np.flatnonzero(valuation.extent(never).sure)[:1]
        return ("violated" if violating.size else "holds" if exploration.complete else "unknown"), violating
    extent = valuation.extent(root)
    initial = np.arange(exploration.initial)
    failing = np.flatnonzero(~extent.possible[: exploration.initial])
    if failing.size:
        return "violated", failing
    return ("holds" if exploration.all_initial and extent.sure[initial].all() else "unknown"), initial


def _trace(valuation: Valuation, root: int, outcome: Outcome, starts: Nodes) -> AbstractTrace | None:
    exploration = valuation.exploration
    never = _never(valuation, root)
    if outcome == "violated" and never is not None:
        prefix = path_to(exploration.parents, int(starts[0]))
        route = explain(valuation, never, True, starts).after(prefix)
    elif outcome == "violated":
        route = explain(valuation, root, False, starts)
    elif outcome == "holds" and starts.size and is_told(valuation.reduction.nodes, root, True):
        route = explain(valuation, root, True, starts)
    else:
        return None
    kind: Literal["counterexample", "witness"] = "counterexample" if outcome == "violated" else "witness"
    return as_trace(exploration.stepper, exploration.keys, route.path, kind, route.loop)


def _never(valuation: Valuation, root: int) -> int | None:
    """The node that must hold nowhere, where the root is an AG."""
    nodes = valuation.reduction.nodes
    match nodes[root]:
        case Negation(operand):
            match nodes[operand]:
                case ExistsUntil(left, right) if nodes[left] == Predicate(TRUE):
                    return right
    return None
