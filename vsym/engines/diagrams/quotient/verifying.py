"""Verification on decision diagrams up to symmetry, by the strategy asked for or by those that promise most in turn."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from vsym.basics.limits import Budget, Interruption
from vsym.basics.source import Source, Span
from vsym.diagrams import OutOfNodes
from vsym.engines.diagrams.encoding import FIRST_TURN, Encoding, Turn, TurnOverError
from vsym.engines.diagrams.quotient.symmetries import Settings
from vsym.engines.diagrams.quotient.verdicts import Work
from vsym.engines.diagrams.saturation import STOPS, checker, interruption_by
from vsym.engines.protocol import Answer
from vsym.logic.formula import disjunction, negate
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.result import Reached
from vsym.system.system import System

SAID = {
    "full": "saturating the states",
    "after": "saturating the states, to be made canonical",
    "within": "exploring canonical states layer by layer",
    "representatives": "exploring representatives as they are met",
}
"""The message on each strategy at work."""


SHARE = 4
"""The divisor of a turn after which a space looks up from the search for paths through the states explored in it."""

PATH_TURN = FIRST_TURN
"""The number of times that a space looks up while it searches a path to a deadlock. The task was the states."""


def explore(system: System, settings: Settings, budget: Budget, report: Report) -> Reached:
    """The figures of an exploration, with a path to a deadlock if one is found soon; raises what `verify` does."""
    enabled = disjunction(event.guard for event in system.events)
    possible = enabled if system.deadlock is None else negate(system.deadlock)
    deadlock = Property("deadlock", "invariant", possible, "no state is a deadlock", Span(Source("", ""), 0, 0))
    answer = verify(system, (deadlock,), settings, budget, report, everything=True)
    assert answer.reached is not None
    return replace(answer.reached, stuck=answer.verdicts[0].path)


def verify(
    system: System,
    properties: Sequence[Property],
    settings: Settings,
    budget: Budget,
    report: Report,
    *,
    everything: bool = False,
    first_turn: int = FIRST_TURN,
) -> Answer:
    """The verdict on each property and the figures of the exploration; raises ErrorReached and RefusedError.

    `holds` needs a complete exploration and proved symmetries; a violated invariant always comes with a run of the
    system. The search stops as the budget says. With `everything` it goes on, and decides properties only as violated.
    """
    turn = Turn(checker(budget, report, lambda: encoding.space.node_count))
    symmetric = settings.symmetries.on(system)
    encoding = Encoding(system, order=symmetric.order, max_bytes=budget.max_bytes, check=turn.check)
    # Where an error can be reached, no verdict counts.
    spare = budget.spare if all(event.error is None for event in system.events) else None
    work = Work(encoding, symmetric, settings, properties, everything=everything, spare=spare)
    interrupted: Interruption = "decided"
    try:
        turn.check()
        ways = [*work.strategies]
        while ways and not work.done:
            for way, part in tuple(ways):
                report.say(SAID[way.name])
                try:
                    with turn.of(first_turn // part if len(ways) > 1 or work.can_refute else None):
                        work.run(way)
                    break
                except TurnOverError:
                    pass
                except (OutOfNodes, MemoryError):
                    encoding.space.collect()
                    ways.remove((way, part))
                    interrupted = "memory"
                if work.can_refute:
                    report.say("looking for paths that violate properties")
                    try:
                        with turn.of(first_turn // SHARE):
                            work.refute()
                    except TurnOverError:
                        pass
                    except (OutOfNodes, MemoryError):
                        encoding.space.collect()
                if work.done:
                    break
            first_turn *= 2
    except STOPS as stop:
        interrupted = interruption_by(stop)
    if everything:
        report.say("looking for a path to a deadlock")
        with suppress(TurnOverError, *STOPS), turn.of(PATH_TURN):
            work.look()
    return work.answer(interrupted, report)
