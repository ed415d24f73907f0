"""The engine `auto`: the likely cheapest first, for a moment, then in parallel all that can decide the rest.

Nobody can predict the best engine for a large system. For most systems, a moment in this process is enough; for the
others, an engine that needs too long or too much costs time and its share of memory, but no verdict. The load of the
machine may change which engine answers, but not the answer: every engine that was cut short runs again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from vsym.basics.limits import Budget, LimitReachedError, alarmed
from vsym.basics.options import RefusedError
from vsym.basics.platform import PROCESSES
from vsym.checking.choice import AUTO, budget_of, choose, is_wide
from vsym.checking.settling import MOMENT_OVER, Settled, Settling
from vsym.engines.protocol import Answer, raise_refusals
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.system.report import Passing, Report
from vsym.system.system import System

SIDE_BY_SIDE = ("explicit", "mdd", "smt") if PROCESSES else ("mdd",)
"""The engines that run in the end."""

SMT_ALONE = 8.0
"""The seconds that the SMT engine has where decision diagrams give up at once."""

LOOKS = 200
"""The checks of the time that decision diagrams make in their first slice: about two seconds of processor time."""


def decided(system: System, budget: Budget, report: Report, smt_seconds: float) -> Settled:
    """The verdict on every property of a system without parameters.

    The SMT engine has `smt_seconds` for the properties that it accepts before other engines start, at least SMT_ALONE
    where decision diagrams are likely to give up at once. A property that a limit or Ctrl-C leaves undecided is
    unknown, with the reasons of all engines that tried. Raises DiagnosticError for a property that mixes logics,
    ErrorReached for a reachable state that enables an event that is an error.
    """
    chosen = choose(AUTO, system)
    raise_refusals(engine(chosen), system, system.properties)
    settling = Settling(system.properties, report)
    alone = chosen != "explicit" and is_wide(system, budget)
    if smt_seconds:
        _smt_for(max(smt_seconds, SMT_ALONE) if alone else smt_seconds, system, settling, budget, report)
    if not settling.over(budget):
        if chosen == "explicit":
            settling.take("explicit", settling.open, *_timed("explicit", system, settling.open, budget, report))
        else:
            moment = _Moment(report, LOOKS)
            answer, seconds = _timed("mdd", system, settling.open, budget, moment)
            settling.take("mdd", settling.open, answer, seconds, cut=MOMENT_OVER if moment.over else None)
            if smt_seconds and not alone and not moment.over and not settling.over(budget):
                _smt_for(SMT_ALONE, system, settling, budget, report)
    left = [name for name in SIDE_BY_SIDE if settling.accepted(name, system)]
    if left and not settling.over(budget) and chosen != "explicit":
        _to_the_end(left, system, settling, budget, report)
    return settling.settled()


def _smt_for(seconds: float, system: System, settling: Settling, budget: Budget, report: Report) -> None:
    smt = engine("smt")
    accepted = [prop for prop in settling.open if smt.accepts(system, prop) is None]
    if accepted:
        # Other work does not change who answers, unless the clock of the wall ends all of it.
        short = budget.of_processor(seconds) if budget.deadline is None else budget.within(seconds)
        with alarmed(short):
            answer, spent = _timed("smt", system, accepted, short, report)
        settling.take("smt", accepted, answer, spent, cut=MOMENT_OVER if short.left <= 0 else None)


def _to_the_end(names: Sequence[str], system: System, settling: Settling, budget: Budget, report: Report) -> None:
    if len(names) > 1:
        from vsym.checking.race import race

        report.say(f"running {', '.join(names[:-1])} and {names[-1]} in parallel")
        race(names, system, settling, budget)
    else:
        accepted = settling.accepted(names[0], system)
        limits = budget_of(names[0], system, budget)
        settling.take(names[0], accepted, *_timed(names[0], system, accepted, limits, report))


def _timed(
    name: str, system: System, properties: Sequence[Property], budget: Budget, report: Report
) -> tuple[Answer | str, float]:
    """The answer of an engine, or why it refuses the system, and the seconds that it took."""
    started = time.monotonic()
    try:
        answer: Answer | str = engine(name).verify(system, properties, budget, report)
    except RefusedError as refused:
        answer = str(refused)
    return answer, time.monotonic() - started


class _Moment(Passing):
    """A report that ends the work of decision diagrams after a fixed number of looks, at any load of the machine."""

    def __init__(self, report: Report, looks: int) -> None:
        super().__init__(report)
        self._left, self.over = looks, False

    def saturated(self, nodes: int) -> None:
        """Pass it on; raises LimitReachedError when it was the last look."""
        super().saturated(nodes)
        self._left -= 1
        if self._left < 0:
            self.over = True
            raise LimitReachedError("time")
