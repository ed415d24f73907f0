"""Verification on decision diagrams up to symmetry, by the strategy asked for or by those that promise most in turn."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.limits import Budget, Interruption
from vsym.diagrams import OutOfNodes
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.limits import STOPS, checker, interruption_by
from vsym.engines.diagrams.quotient.settings import Settings
from vsym.engines.diagrams.quotient.work import Work
from vsym.engines.diagrams.turn import FIRST_TURN, Turn, TurnOverError
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.system import System

SAID = {
    "full": "saturating the states",
    "after": "saturating the states, to be made canonical",
    "within": "exploring canonical states layer by layer",
    "representatives": "exploring representatives as they are met",
    "iterative": "exploring through a growing part of the orbits",
}
"""What is told of each strategy while it works."""


def verify(
    system: System,
    properties: Sequence[Property],
    settings: Settings,
    budget: Budget,
    report: Report,
    first_turn: int = FIRST_TURN,
) -> Answer:
    """The verdict on each property and what was explored; raises ErrorReached and RefusedError.

    That a property holds needs a complete exploration and symmetries that are proved; what violates an invariant is a
    run of the system in any case.
    """
    turn = Turn(checker(budget, report, lambda: encoding.space.node_count))
    symmetric = settings.symmetries.on(system)
    encoding = Encoding(system, order=symmetric.order, max_bytes=budget.max_bytes, check=turn.check)
    work = Work(encoding, symmetric, settings, properties)
    interrupted: Interruption = "first"
    try:
        turn.check()
        ways = [*work.strategies]
        while ways and not work.done:
            for way in tuple(ways):
                report.say(SAID[way.name])
                try:
                    with turn.of(first_turn if len(ways) > 1 else None):
                        work.run(way)
                except TurnOverError:
                    continue
                except (OutOfNodes, MemoryError):
                    encoding.space.collect()
                    ways.remove(way)
                    interrupted = "memory"
                break
            first_turn *= 2
    except STOPS as stop:
        interrupted = interruption_by(stop)
    report.say("evaluating the properties")
    return work.answer(interrupted)
