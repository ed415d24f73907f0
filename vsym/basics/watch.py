"""A thread that watches the limits of work: it tells the work of too much memory, and ends what does not listen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from vsym.basics.limits import Budget, Interruption
from vsym.basics.memory import held

OVERTIME = 0.5
"""Seconds of processor time past the deadline in which work has to end by itself, at first to save what it knows.

Time spent waiting is not counted: whoever waits for another program has given that program its own limit.
"""

START = 1.5
"""Seconds of processor time that the shortest limit leaves, in which a small model is over whatever its limit."""

OWN_BYTES = 100_000_000
"""What Python and the libraries take beside the work, which is not counted."""

_POLL = 0.05

End = Callable[[Interruption], None]
"""How to end the process at a limit, from another thread."""


@contextmanager
def watched(budget: Budget, end: End | None = None) -> Iterator[None]:
    """Inside, work that takes more memory than its budget is told so where it asks, and a solver is stopped.

    Where work goes on for OVERTIME after the deadline, or takes an eighth more memory than it may, `end` is called; by
    default, nothing is.
    """
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(budget, end, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        budget.interruption.exhausted = False


def _watch(budget: Budget, end: End | None, done: threading.Event) -> None:
    limit = held() + OWN_BYTES + budget.max_bytes
    spare = max(OWN_BYTES, budget.max_bytes // 8)
    least = time.process_time() + START
    passed: float | None = None
    while not done.wait(_POLL):
        now = held()
        budget.interruption.exhaust(exhausted=now > limit)
        if budget.deadline is not None and passed is None and time.monotonic() >= budget.deadline:
            passed = max(least, time.process_time())
        if end is None:
            continue
        if now > limit + spare:
            end("memory")
        elif passed is not None and time.process_time() - passed > OVERTIME:
            end("time")


@contextmanager
def alarmed(budget: Budget) -> Iterator[None]:
    """Inside, a solver is stopped at its deadline by the clock of the budget, for solvers that do not know it."""
    done = threading.Event()

    def ring() -> None:
        while not done.wait(_POLL / 5):
            budget.interruption.stop_at(budget.clock())

    clock = threading.Thread(target=ring, daemon=True)
    clock.start()
    try:
        yield
    finally:
        done.set()
        clock.join()
