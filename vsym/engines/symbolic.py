"""The symbolic engine: CTL with fairness on decision diagrams, the reachable states found by saturation."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from vsym.abstraction.counters import AbstractTrace, CounterSystem, Verdict
from vsym.engines.encoding import Encoding
from vsym.engines.limits import REASONS, Interruption, LimitReachedError, check
from vsym.engines.overflow import OverflowReached
from vsym.engines.symbolic_explain import explain, is_told
from vsym.engines.symbolic_paths import Route, shortest
from vsym.engines.symbolic_sets import Valuation
from vsym.formula import TRUE, Formula, Temporal, subformulas
from vsym.logic.ctl import ExistsUntil, Negation, Predicate, Reduction, reduce
from vsym.mdd import OutOfNodes, StateSet
from vsym.model import Property
from vsym.source import Diagnostic

NAME = "mdd"

Kind = Literal["counterexample", "witness"]


@dataclass(frozen=True, eq=False)
class Reached:
    """The reachable states of a system, with those of them in which nothing is enabled.

    `interrupted` says what stopped the search before it was complete; then the sets are what was found, or empty.
    """

    encoding: Encoding
    initial: StateSet
    states: StateSet
    deadlocked: StateSet
    interrupted: Interruption | None
    seconds: float


def accepts(prop: Property) -> Diagnostic | None:
    """What keeps this engine from deciding a property: VS401 for LTL; None if nothing does."""
    operators = [part.operator for part in subformulas(prop.formula) if isinstance(part, Temporal)]
    if prop.logic == "ltl" or any(operator[0] not in "AE" for operator in operators):
        message = f"`{prop.name}` is an LTL property, which the symbolic engine does not decide"
        return Diagnostic("VS401", prop.span, message, "use `--engine nusmv`")
    return None


def explore(
    system: CounterSystem,
    *,
    deadline: float | None = None,
    progress: Callable[[int], None] | None = None,
    megabytes: int | None = None,
) -> Reached:
    """Saturate from the initial states; `progress` is told the number of nodes now and then.

    Raises OverflowReached where a reachable state enables an overflow transition.
    """
    started = time.monotonic()
    encoding = Encoding(system, megabytes=megabytes, check=_checker(deadline, progress, lambda: encoding))
    initial = states = stuck = encoding.space.empty
    interrupted: Interruption | None = None
    try:
        initial = states = encoding.initial()
        states = encoding.relation.reachable(initial)
        valuation = Valuation(encoding, states, Reduction((), ()))
        _check_overflow(valuation, initial)
        stuck = valuation.deadlocked
    except LimitReachedError as limit:
        interrupted = limit.interruption
    except OutOfNodes:
        interrupted = "memory"
    except KeyboardInterrupt:
        interrupted = "keyboard"
    return Reached(encoding, initial, states, stuck, interrupted, time.monotonic() - started)


def decide(reached: Reached, properties: Sequence[Property]) -> list[Verdict]:
    """The verdict on each property; the limits are those of the exploration.

    A property holds where it holds in every initial state.
    """
    reduction = reduce([_formula(prop) for prop in properties])
    valuation = Valuation(reached.encoding, reached.states, reduction)
    verdicts: list[Verdict] = []
    stopped = reached.interrupted
    for root in reduction.roots:
        if stopped is not None:
            verdicts.append(Verdict("unknown", NAME, 0.0, reason=REASONS[stopped]))
            continue
        verdict, stopped = _decided(valuation, reached.initial, root)
        verdicts.append(verdict)
    return verdicts


def deadlock_trace(reached: Reached) -> AbstractTrace | None:
    """A shortest path to a deadlocked state, or None."""
    if not reached.deadlocked:
        return None
    valuation = Valuation(reached.encoding, reached.states, Reduction((), ()))
    path = shortest(valuation, reached.initial, reached.states, reached.deadlocked)
    return None if path is None else as_trace(reached.encoding, Route(path), "witness")


def as_trace(encoding: Encoding, route: Route, kind: Kind) -> AbstractTrace:
    """The route with the transition of each step."""
    pairs = zip(route.states, route.states[1:], strict=False)
    return AbstractTrace(kind, route.states, tuple(encoding.step(*pair) for pair in pairs), route.loop)


def _decided(valuation: Valuation, initial: StateSet, root: int) -> tuple[Verdict, Interruption | None]:
    started = time.monotonic()
    try:
        never = _never(valuation, root)
        if never is None:
            failing = initial - valuation.extent(root)
            trace = _trace(valuation, initial, failing, root)
        else:
            # What is reachable decides an AG: no fixpoint is needed, and no search backward.
            failing = valuation.extent(never) & valuation.fair
            trace = _violation(valuation, initial, failing, never) if failing else None
    except LimitReachedError as limit:
        stopped: Interruption = limit.interruption
    except OutOfNodes:
        stopped = "memory"
    except KeyboardInterrupt:
        stopped = "keyboard"
    else:
        return Verdict("violated" if failing else "holds", NAME, time.monotonic() - started, trace=trace), None
    # Out of memory ends one property, and the next may be easier; out of time ends all.
    verdict = Verdict("unknown", NAME, time.monotonic() - started, reason=REASONS[stopped])
    return verdict, None if stopped == "memory" else stopped


def _trace(valuation: Valuation, initial: StateSet, failing: StateSet, root: int) -> AbstractTrace | None:
    nodes = valuation.reduction.nodes
    if failing:
        return as_trace(valuation.encoding, explain(valuation, root, positive=False, starts=failing), "counterexample")
    if initial and is_told(nodes, root, positive=True):
        return as_trace(valuation.encoding, explain(valuation, root, positive=True, starts=initial), "witness")
    return None


def _violation(valuation: Valuation, initial: StateSet, failing: StateSet, never: int) -> AbstractTrace:
    """A shortest path to one of `failing`, and on from there if a path can tell why the node holds there."""
    path = shortest(valuation, initial, valuation.reachable, failing)
    assert path is not None
    end = valuation.encoding.single(path[-1])
    route = explain(valuation, never, positive=True, starts=end).after(path)
    return as_trace(valuation.encoding, route, "counterexample")


def _never(valuation: Valuation, root: int) -> int | None:
    """The node that must hold nowhere, where the root is an AG."""
    nodes = valuation.reduction.nodes
    match nodes[root]:
        case Negation(operand):
            match nodes[operand]:
                case ExistsUntil(left, right) if nodes[left] == Predicate(TRUE):
                    return right
    return None


def _check_overflow(valuation: Valuation, initial: StateSet) -> None:
    for number, transition in enumerate(valuation.encoding.system.transitions):
        if transition.overflow:
            bad = valuation.reachable.enabling(valuation.encoding.events(transition))
            if bad:
                path = shortest(valuation, initial, valuation.reachable, bad)
                assert path is not None
                raise OverflowReached(number, as_trace(valuation.encoding, Route(path), "witness"))


def _checker(
    deadline: float | None, progress: Callable[[int], None] | None, encoding: Callable[[], Encoding]
) -> Callable[[], None]:
    def checked() -> None:
        check(deadline)
        if progress is not None:
            progress(encoding().space.node_count)

    return checked


def _formula(prop: Property) -> Formula:
    return Temporal("AG", (prop.formula,)) if prop.logic == "invariant" else prop.formula
