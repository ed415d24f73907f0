"""The reachable states of a system as one set, or a path to an error among them; interruptions; and accidental
verdicts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, Interruption, LimitReachedError
from vsym.diagrams import OutOfNodes, StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.paths import short, shortest
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.explaining import Route
from vsym.logic.formula import Formula
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Reached, Verdict
from vsym.system.step import Vector

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
        return Saturated(encoding, encoding.initial, states, deadlocked, None, time.monotonic() - started)

    def is_true_somewhere(self, predicate: Formula) -> bool | None:
        """Tells if some reachable state satisfies a predicate; None where that is not known."""
        return bool(self.states.select(self.encoding.constraint(predicate)))

    @property
    def counted(self) -> Reached:
        """Their number; saturation has no layers, so that no depth is known."""
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
    """All reachable states; raises ErrorReached, RefusedError and the exceptions of the encoding's limits."""
    initial, states = encoding.initial, encoding.reachable()
    check_errors(Valuation(encoding, states, Reduction((), ())), initial)
    return Saturated(encoding, initial, states, deadlocks(encoding, states), None, time.monotonic() - started)


def deadlocks(encoding: Encoding, states: StateSet) -> StateSet:
    """The given states that count as deadlocked: by the system's own predicate, else where no event is enabled."""
    deadlock = encoding.system.deadlock
    return encoding.deadlocked(states) if deadlock is None else states.select(encoding.constraint(deadlock))


def unfinished(encoding: Encoding, interrupted: Interruption, started: float) -> Saturated:
    """The reachable states when their search is ended before the first layer is closed: none is known."""
    nothing = encoding.space.empty
    return Saturated(encoding, nothing, nothing, nothing, interrupted, time.monotonic() - started)


def with_path(saturated: Saturated, stops: tuple[type[BaseException], ...]) -> Reached:
    """The counted states with a path to a deadlocked one, as `short` finds it, if there is one and none of `stops` ends
    the search for it."""
    # They are counted first: the search for a path takes more nodes than the states.
    reached = saturated.counted
    if not saturated.deadlocked:
        return reached
    valuation = saturated.valuation(Reduction((), ()))
    try:
        path = short(valuation, saturated.initial, None, saturated.deadlocked)
        return reached if path is None else replace(reached, stuck=valuation.path(Route(path), "witness"))
    except stops:
        return reached


def check_errors(valuation: Valuation, initial: StateSet) -> None:
    """Raise ErrorReached for the nearest state that enables an event that is an error, if one can be reached."""
    encoding = valuation.encoding
    bad = encoding.erroneous(valuation.reachable)
    path = shortest(valuation, initial, None, bad) if bad else None
    if path is not None:
        witness = valuation.path(Route(path), "witness")
        end = encoding.single(witness.states[-1])
        enabled = next(number for number in encoding.errors if end.enables(encoding.enabling(number)))
        raise ErrorReached(enabled, witness)


STOPS = (LimitReachedError, OutOfNodes, MemoryError, KeyboardInterrupt)
"""The exceptions that end the work."""


def interruption_by(stop: BaseException) -> Interruption:
    """The interruption for one of STOPS."""
    if isinstance(stop, LimitReachedError):
        return stop.interruption
    return "keyboard" if isinstance(stop, KeyboardInterrupt) else "memory"


def checker(budget: Budget, report: Report, nodes: Callable[[], int]) -> Callable[[], None]:
    """The check that a space calls now and then: it reports the number of nodes, and raises one of STOPS at a limit."""

    def checked() -> None:
        budget.check()
        report.saturated(nodes())

    return checked


def with_accidents(
    saturated: Saturated, valuation: Valuation, properties: Sequence[Property], verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """The verdicts with the reasons they are accidental, left out if a limit or Ctrl-C comes first."""
    if saturated.interrupted is not None:
        return list(verdicts)
    try:
        starts = saturated.initial - valuation.fair
        unfair: Vector | None = None
        if starts:
            unfair = valuation.path(Route((saturated.encoding.pick(starts),)), "witness").states[0]
        pairs = zip(properties, verdicts, strict=True)
        return [replace(one, unfair=unfair, vacuous=_never_true(saturated, prop, one)) for prop, one in pairs]
    except STOPS:
        return list(verdicts)


def with_idle(saturated: Saturated, reached: Reached) -> Reached:
    """The figures with the events that no reachable state enables, as far as the limits allow to look for them."""
    if not reached.complete:
        return reached
    encoding = saturated.encoding
    regular = (number for number in range(len(encoding.system.events)) if number not in encoding.errors)
    try:
        idle = tuple(number for number in regular if not saturated.states.enables(encoding.enabling(number)))
    except STOPS:
        return reached
    return replace(reached, idle=idle)


def _never_true(saturated: Saturated, prop: Property, verdict: Verdict) -> tuple[int, ...] | None:
    """The premises that no reachable state satisfies, where the property holds."""
    if verdict.outcome != "holds":
        return None
    premises = enumerate(prop.premises)
    return tuple(number for number, premise in premises if saturated.is_true_somewhere(premise.formula) is False)
