"""What ends the work before it is done: the deadline, the memory and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable

from vsym.basics.limits import Budget, Interruption, LimitReachedError
from vsym.diagrams import OutOfNodes
from vsym.system.report import Report

STOPS = (LimitReachedError, OutOfNodes, MemoryError, KeyboardInterrupt)
"""What is raised where the work cannot go on."""


def interruption_by(stop: BaseException) -> Interruption:
    """What stopped the work, from one of STOPS."""
    if isinstance(stop, LimitReachedError):
        return stop.interruption
    return "keyboard" if isinstance(stop, KeyboardInterrupt) else "memory"


def checker(budget: Budget, report: Report, nodes: Callable[[], int]) -> Callable[[], None]:
    """What a space is to call now and then: it reports the number of nodes, and raises one of STOPS at a limit."""

    def checked() -> None:
        budget.check()
        report.saturated(nodes())

    return checked
