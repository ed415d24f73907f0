"""The reachable states of a system as one set, or a path to an error among them."""

from __future__ import annotations

import time
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Interruption
from vsym.diagrams import StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.paths import as_path, short, shortest
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.explaining import Route
from vsym.system.result import ErrorReached, Reached, SystemPath


@frozen(eq=False)
class Saturated:
    """The reachable states, with the initial ones and those that are deadlocks.

    `interrupted` says what stopped the search before it was complete; then the sets are empty.
    """

    encoding: Encoding
    initial: StateSet
    states: StateSet
    deadlocked: StateSet
    interrupted: Interruption | None
    seconds: float

    @property
    def counted(self) -> Reached:
        """How many they are; saturation has no layers, so that no depth is known."""
        return Reached(
            self.states.count(),
            None,
            self.deadlocked.count(),
            self.interrupted is None,
            self.interrupted,
            self.seconds,
            nodes=self.encoding.space.peak_node_count,
            levels=self.encoding.order,
        )


def saturate(encoding: Encoding, started: float) -> Saturated:
    """All reachable states; raises ErrorReached, RefusedError and what the encoding's limits raise."""
    initial, states = encoding.initial(), encoding.reachable()
    valuation, deadlock = Valuation(encoding, states, Reduction((), ())), encoding.system.deadlock
    check_errors(valuation, initial)
    deadlocked = valuation.deadlocked if deadlock is None else states.select(encoding.constraint(deadlock))
    return Saturated(encoding, initial, states, deadlocked, None, time.monotonic() - started)


def unfinished(encoding: Encoding, interrupted: Interruption, started: float) -> Saturated:
    """What is known of the reachable states when their search is ended before the first layer is closed: nothing."""
    nothing = encoding.space.empty
    return Saturated(encoding, nothing, nothing, nothing, interrupted, time.monotonic() - started)


def with_path(saturated: Saturated, stops: tuple[type[BaseException], ...]) -> Reached:
    """The counted states with a path to a deadlocked one, as `short` finds it, if there is one and none of `stops` ends
    the search for it."""
    # They are counted first: the search for a path takes more nodes than the states.
    reached = saturated.counted
    try:
        return replace(reached, stuck=_path_to_deadlock(saturated) if saturated.deadlocked else None)
    except stops:
        return reached


def _path_to_deadlock(saturated: Saturated) -> SystemPath | None:
    valuation = Valuation(saturated.encoding, saturated.states, Reduction((), ()))
    path = short(valuation, saturated.initial, None, saturated.deadlocked)
    return None if path is None else as_path(saturated.encoding, Route(path), "witness")


def check_errors(valuation: Valuation, initial: StateSet) -> None:
    """Raise ErrorReached for the nearest state that enables an event that is an error, if one can be reached."""
    encoding = valuation.encoding
    bad = encoding.erroneous(valuation.reachable)
    path = shortest(valuation, initial, None, bad) if bad else None
    if path is not None:
        end = encoding.single(path[-1])
        enabled = next(number for number in encoding.errors if end.enabling(encoding.enabling(number)))
        raise ErrorReached(enabled, as_path(encoding, Route(path), "witness"))
