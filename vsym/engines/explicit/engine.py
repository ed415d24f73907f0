"""The explicit engine: CTL by fixpoints on the explored graph of a counter system, LTL by products with automata."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, TypeAlias

import numpy as np

from vsym.basics.limits import REASONS, LimitReachedError, default_memory
from vsym.basics.source import Diagnostic
from vsym.engines.explicit.explain import explain
from vsym.engines.explicit.exploration import Exploration, Progress, explore
from vsym.engines.explicit.graph import Nodes
from vsym.engines.explicit.lasso import Route
from vsym.engines.explicit.paths import as_trace, path_to
from vsym.engines.explicit.valuation import Valuation
from vsym.logic.ctl import reduce
from vsym.logic.formula import TRUE, Formula, Temporal, subformulas
from vsym.logic.properties import Property
from vsym.logic.shape import forbidden, is_told
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import SystemPath, Verdict

NAME = "explicit"

Outcome: TypeAlias = Literal["holds", "violated", "unknown"]
_Found: TypeAlias = tuple[Outcome, Route | None]

__all__ = ["NAME", "Exploration", "Progress", "accepts", "deadlock_trace", "decide", "explore", "verify"]


def accepts(_: CounterSystem, prop: Property) -> Diagnostic | None:
    """Why this engine cannot decide a property: VS401 if it mixes CTL and LTL; None if it can, as for all others."""
    temporal = [part.operator for part in subformulas(prop.formula) if isinstance(part, Temporal)]
    if any((operator[0] in "AE") == (prop.logic == "ltl") for operator in temporal):
        message = f"`{prop.name}` mixes operators of CTL and LTL, which the explicit engine does not decide"
        return Diagnostic("VS401", prop.span, message, "state it as one property in each logic")
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
    return decide(exploration, properties, deadline=deadline, max_bytes=max_bytes)


def decide(
    exploration: Exploration,
    properties: Sequence[Property],
    *,
    deadline: float | None = None,
    max_bytes: int | None = None,
) -> list[Verdict]:
    """The verdict on each property; its seconds do not count those of the exploration.

    A property holds where it holds in every initial state, on the fair paths. On an incomplete exploration a verdict is
    given where the states found suffice for it; all else, and what Ctrl-C, `time.monotonic()` past `deadline` or a
    product with an LTL property's automaton that needs more than `max_bytes` (by default half of the machine's memory)
    leaves undecided, is unknown with the reason. So is a property that `accepts` refuses.
    """
    bytes_at_most = default_memory() if max_bytes is None else max_bytes
    refusals = [accepts(exploration.system, prop) for prop in properties]
    formulas = [
        TRUE if refusal or prop.logic == "ltl" else _formula(prop)
        for prop, refusal in zip(properties, refusals, strict=True)
    ]
    reduction = reduce(formulas)
    valuation = Valuation(exploration, reduction, deadline)
    verdicts: list[Verdict] = []
    stopped = False
    for prop, refusal, root in zip(properties, refusals, reduction.roots, strict=True):
        if refusal:
            verdicts.append(Verdict("unknown", NAME, 0.0, reason=refusal.message))
        elif stopped:
            verdicts.append(Verdict("unknown", NAME, 0.0, reason=REASONS["keyboard"]))
        else:
            if prop.logic == "ltl":
                find = partial(_linear, valuation, prop.formula, bytes_at_most)
            else:
                find = partial(_branching, valuation, root)
            verdict, stopped = _decided(valuation.exploration, find)
            verdicts.append(verdict)
    return verdicts


def deadlock_trace(exploration: Exploration) -> SystemPath | None:
    """A shortest path to a deadlocked state among those found, or None."""
    if not exploration.deadlocks:
        return None
    path = path_to(exploration.parents, int(exploration.deadlocked[0]))
    return as_trace(exploration.stepper, exploration.keys, path, "witness")


def _formula(prop: Property) -> Formula:
    return Temporal("AG", (prop.formula,)) if prop.logic == "invariant" else prop.formula


def _decided(exploration: Exploration, find: Callable[[], _Found]) -> tuple[Verdict, bool]:
    """The verdict from what is found, and whether Ctrl-C ended the search."""
    started = time.monotonic()
    outcome: Outcome = "unknown"
    trace: SystemPath | None = None
    reason: str | None = None
    stopped = False
    try:
        outcome, route = find()
        if route is not None:
            kind: Literal["counterexample", "witness"] = "counterexample" if outcome == "violated" else "witness"
            trace = as_trace(exploration.stepper, exploration.keys, route.path, kind, route.loop)
    except LimitReachedError as limit:
        reason = REASONS[limit.interruption]
    except MemoryError:
        reason = REASONS["memory"]
    except KeyboardInterrupt:
        reason, stopped = REASONS["keyboard"], True
    if outcome == "unknown" and reason is None:
        # An exploration that is not complete was interrupted.
        reason = REASONS[exploration.interrupted or "time"]
    return Verdict(outcome, NAME, time.monotonic() - started, reason, trace), stopped


def _linear(valuation: Valuation, formula: Formula, max_bytes: int) -> _Found:
    """Decide an LTL formula."""
    from vsym.engines.explicit.linear_time import refute

    found = refute(valuation.exploration, formula, valuation.justice, valuation.where, valuation.deadline, max_bytes)
    return found.outcome, found.route


def _branching(valuation: Valuation, root: int) -> _Found:
    """Decide a node of CTL."""
    outcome, starts = _outcome(valuation, root)
    return outcome, _route(valuation, root, outcome, starts)


def _outcome(valuation: Valuation, root: int) -> tuple[Outcome, Nodes]:
    """The outcome, and the states in which an explanation may begin: for AG, those that end a path to a violation."""
    exploration = valuation.exploration
    never = forbidden(valuation.reduction.nodes, root)
    if never is not None:
        # All states found are reachable, so that no fixpoint over paths to a violation is needed.
        violating = np.flatnonzero(valuation.target(never).sure)[:1]
        return ("violated" if violating.size else "holds" if exploration.complete else "unknown"), violating
    extent = valuation.extent(root)
    initial = np.arange(exploration.initial)
    failing = np.flatnonzero(~extent.possible[: exploration.initial])
    if failing.size:
        return "violated", failing
    return ("holds" if exploration.all_initial and extent.sure[initial].all() else "unknown"), initial


def _route(valuation: Valuation, root: int, outcome: Outcome, starts: Nodes) -> Route | None:
    never = forbidden(valuation.reduction.nodes, root)
    if outcome == "violated" and never is not None:
        prefix = path_to(valuation.exploration.parents, int(starts[0]))
        return explain(valuation, never, True, starts).after(prefix)
    if outcome == "violated":
        return explain(valuation, root, False, starts)
    if outcome == "holds" and starts.size and is_told(valuation.reduction.nodes, root, True):
        return explain(valuation, root, True, starts)
    return None
