"""The symbolic engine: CTL with fairness on decision diagrams, the reachable states found by saturation."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from vsym.basics.limits import REASONS, Interruption, LimitReachedError, check
from vsym.diagrams import OutOfNodes, StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.explain import explain
from vsym.engines.diagrams.paths import Route, lasso, shortest
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction, reduce
from vsym.logic.formula import Formula, Not, Temporal
from vsym.logic.properties import Property
from vsym.logic.shape import forbidden, is_told, wanted
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import ErrorReached, Path, SystemPath, Verdict

NAME = "mdd"

Kind = Literal["counterexample", "witness"]


@dataclass(frozen=True, eq=False)
class Reached:
    """The reachable states of a system, with those of them in which nothing is enabled.

    `interrupted` says what stopped the search before it was complete; then the sets are empty.
    """

    encoding: Encoding
    initial: StateSet
    states: StateSet
    deadlocked: StateSet
    interrupted: Interruption | None
    seconds: float


def explore(
    system: CounterSystem,
    *,
    deadline: float | None = None,
    progress: Callable[[int], None] | None = None,
    megabytes: int | None = None,
) -> Reached:
    """Saturate from the initial states; `progress` is told the number of nodes now and then.

    Raises ErrorReached where a reachable state enables an overflow transition.
    """
    started = time.monotonic()
    encoding = Encoding(system, megabytes=megabytes, check=checker(deadline, progress, lambda: encoding))
    interrupted: Interruption
    try:
        return saturate(encoding, started)
    except LimitReachedError as limit:
        interrupted = limit.interruption
    except (OutOfNodes, MemoryError):
        interrupted = "memory"
    except KeyboardInterrupt:
        interrupted = "keyboard"
    return unfinished(encoding, interrupted, started)


def saturate(encoding: Encoding, started: float) -> Reached:
    """All reachable states; raises ErrorReached and what the encoding's limits raise."""
    initial, states = encoding.initial(), encoding.reachable()
    valuation = Valuation(encoding, states, Reduction((), ()))
    check_overflow(valuation, initial)
    return Reached(encoding, initial, states, valuation.deadlocked, None, time.monotonic() - started)


def unfinished(encoding: Encoding, interrupted: Interruption, started: float) -> Reached:
    """What is known of the reachable states when their search is ended before the first layer is closed: nothing."""
    nothing = encoding.space.empty
    return Reached(encoding, nothing, nothing, nothing, interrupted, time.monotonic() - started)


def decide(reached: Reached, properties: Sequence[Property]) -> list[Verdict]:
    """The verdict on each property; the limits are those of the exploration.

    A CTL property holds where it holds in every initial state, an LTL one where it holds on every fair path from one.
    """
    branching = [prop for prop in properties if prop.logic != "ltl"]
    reduction = reduce([as_ctl(prop) for prop in branching])
    valuation = Valuation(reached.encoding, reached.states, reduction)
    roots = iter(reduction.roots)
    verdicts: list[Verdict] = []
    stopped = reached.interrupted
    for prop in properties:
        decide_one = partial(_linear, reached, prop)
        if prop.logic != "ltl":
            decide_one = partial(_branching, valuation, reached.initial, next(roots))
        if stopped is None:
            verdict, stopped = _limited(decide_one)
        else:
            verdict = Verdict("unknown", NAME, 0.0, reason=REASONS[stopped])
        verdicts.append(verdict)
    return verdicts


def deadlock_trace(reached: Reached) -> SystemPath | None:
    """A shortest path to a deadlocked state, or None."""
    if not reached.deadlocked:
        return None
    valuation = Valuation(reached.encoding, reached.states, Reduction((), ()))
    path = shortest(valuation, reached.initial, None, reached.deadlocked)
    return None if path is None else as_trace(reached.encoding, Route(path), "witness")


def as_trace(encoding: Encoding, route: Route, kind: Kind) -> SystemPath:
    """The route with the transition of each step."""
    pairs = zip(route.states, route.states[1:], strict=False)
    states = tuple(encoding.system_part(state) for state in route.states)
    return Path(kind, states, tuple(encoding.step(*pair) for pair in pairs), route.loop)


def _limited(decide_one: Callable[[], tuple[bool, SystemPath | None]]) -> tuple[Verdict, Interruption | None]:
    """The verdict on one property, and what ended the work on all of them if something did.

    Out of memory ends one property only: the next may be easier.
    """
    started = time.monotonic()
    try:
        holds, trace = decide_one()
    except LimitReachedError as limit:
        stopped: Interruption = limit.interruption
    except (OutOfNodes, MemoryError):
        stopped = "memory"
    except KeyboardInterrupt:
        stopped = "keyboard"
    else:
        return Verdict("holds" if holds else "violated", NAME, time.monotonic() - started, path=trace), None
    verdict = Verdict("unknown", NAME, time.monotonic() - started, reason=REASONS[stopped])
    return verdict, None if stopped == "memory" else stopped


def _branching(valuation: Valuation, initial: StateSet, root: int) -> tuple[bool, SystemPath | None]:
    never, once = forbidden(valuation.reduction.nodes, root), wanted(valuation.reduction.nodes, root)
    if never is None and (once is None or initial.count() != 1):
        failing = initial - valuation.extent(root)
        return not failing, _trace(valuation, initial, failing, root)
    # What is reachable decides an AG, and an EF from one state: no fixpoint is needed, and no search backward.
    if never is not None:
        failing = valuation.extent(never) & valuation.fair
        return not failing, _way(valuation, initial, failing, never, "counterexample") if failing else None
    assert once is not None
    found = valuation.extent(once) & valuation.fair
    if found:
        return True, _way(valuation, initial, found, once, "witness")
    return False, as_trace(valuation.encoding, Route((valuation.encoding.pick(initial),)), "counterexample")


def _linear(reached: Reached, prop: Property) -> tuple[bool, SystemPath | None]:
    """No fair path of the system is one that the automaton of the negation accepts."""
    from vsym.logic.automaton import translate

    alone = reached.encoding
    automaton = translate(Not(prop.formula), alone.check or _go_on)
    encoding = Encoding(alone.system, automaton=automaton, megabytes=alone.megabytes, check=alone.check)
    valuation = Valuation(encoding, encoding.reachable(), Reduction((), ()))
    starts = encoding.initial() & valuation.globally(valuation.reachable)
    if not starts:
        return True, None
    route = lasso(valuation, starts, valuation.globally(valuation.reachable))
    return False, as_trace(encoding, route, "counterexample")


def _go_on() -> None:
    return None


def _trace(valuation: Valuation, initial: StateSet, failing: StateSet, root: int) -> SystemPath | None:
    nodes = valuation.reduction.nodes
    if failing:
        return as_trace(valuation.encoding, explain(valuation, root, positive=False, starts=failing), "counterexample")
    if initial and is_told(nodes, root, True):
        return as_trace(valuation.encoding, explain(valuation, root, positive=True, starts=initial), "witness")
    return None


def _way(valuation: Valuation, initial: StateSet, goal: StateSet, node: int, kind: Kind) -> SystemPath:
    """A shortest path to one of `goal`, and on from there if a path can tell why the node holds there."""
    path = shortest(valuation, initial, None, goal)
    assert path is not None
    end = valuation.encoding.single(path[-1])
    route = explain(valuation, node, positive=True, starts=end).after(path)
    return as_trace(valuation.encoding, route, kind)


def check_overflow(valuation: Valuation, initial: StateSet) -> None:
    """Raise ErrorReached for the nearest state that enables an overflow transition, if one can be reached."""
    encoding = valuation.encoding
    overflows = encoding.overflows
    bad = encoding.overflowing(valuation.reachable)
    if bad:
        path = shortest(valuation, initial, None, bad)
        if path is None:
            return
        end = encoding.single(path[-1])
        enabled = next(number for number in overflows if end.enabling(encoding.enabling(number)))
        raise ErrorReached(enabled, as_trace(encoding, Route(path), "witness"))


def checker(
    deadline: float | None, progress: Callable[[int], None] | None, encoding: Callable[[], Encoding]
) -> Callable[[], None]:
    """What a space is to call now and then: it tells of the progress and raises LimitReachedError at the deadline."""

    def checked() -> None:
        check(deadline)
        if progress is not None:
            progress(encoding().space.node_count)

    return checked


def as_ctl(prop: Property) -> Formula:
    """The formula of a property that is not of LTL; an invariant is an AG."""
    return Temporal("AG", (prop.formula,)) if prop.logic == "invariant" else prop.formula
