"""The reachable states of a system as one set, or a path to an error among them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Interruption
from vsym.diagrams import StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.paths import short, shortest
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.explaining import Route
from vsym.logic.formula import Formula
from vsym.system.result import ErrorReached, Reached, SystemPath

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton


@frozen(eq=False)
class Saturated:
    """The reachable states, with the initial ones and those that count as deadlocked.

    `interrupted` says what stopped the search before it was complete; then the sets are empty.
    """

    encoding: Encoding
    initial: StateSet
    states: StateSet
    deadlocked: StateSet
    interrupted: Interruption | None
    seconds: float

    def valuation(self, reduction: Reduction, conditions: Sequence[Formula] = ()) -> Valuation:
        """The states that satisfy reduced formulas."""
        return Valuation(self.encoding, self.states, reduction, conditions)

    def beside(self, automaton: Automaton) -> Saturated:
        """The reachable states with an automaton beside the system; the limits are those of the encoding."""
        started = time.monotonic()
        encoding = self.encoding.beside(automaton)
        states = encoding.reachable()
        deadlocked = deadlocks(encoding, states)
        return Saturated(encoding, encoding.initial(), states, deadlocked, None, time.monotonic() - started)

    def is_true_somewhere(self, predicate: Formula) -> bool | None:
        """Whether some reachable state satisfies a predicate; None where that is not known."""
        return bool(self.states.select(self.encoding.constraint(predicate)))

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
            set_nodes=self.states.node_count,
        )


def saturate(encoding: Encoding, started: float) -> Saturated:
    """All reachable states; raises ErrorReached, RefusedError and what the encoding's limits raise."""
    initial, states = encoding.initial(), encoding.reachable()
    check_errors(Valuation(encoding, states, Reduction((), ())), initial)
    return Saturated(encoding, initial, states, deadlocks(encoding, states), None, time.monotonic() - started)


def deadlocks(encoding: Encoding, states: StateSet) -> StateSet:
    """Those of some states that count as deadlocked: where nothing is enabled, unless the system says otherwise."""
    deadlock = encoding.system.deadlock
    return encoding.deadlocked(states) if deadlock is None else states.select(encoding.constraint(deadlock))


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
    valuation = saturated.valuation(Reduction((), ()))
    path = short(valuation, saturated.initial, None, saturated.deadlocked)
    return None if path is None else valuation.path(Route(path), "witness")


def check_errors(valuation: Valuation, initial: StateSet) -> None:
    """Raise ErrorReached for the nearest state that enables an event that is an error, if one can be reached."""
    encoding = valuation.encoding
    bad = encoding.erroneous(valuation.reachable)
    path = shortest(valuation, initial, None, bad) if bad else None
    if path is not None:
        shown = valuation.path(Route(path), "witness")
        end = encoding.single(shown.states[-1])
        enabled = next(number for number in encoding.errors if end.enabling(encoding.enabling(number)))
        raise ErrorReached(enabled, shown)
