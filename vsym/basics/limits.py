"""The limits of work: one value, which travels from the command to every caller of a solver, and a watching thread.

The thread tells the work when it takes too much memory, and ends work that goes on beyond its limits.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field, replace
from typing import Literal, TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.interruption import Interruption as Keyboard
from vsym.basics.memory import default_memory, held
from vsym.basics.platform import THREADS, cores

ItemT = TypeVar("ItemT")

Interruption: TypeAlias = Literal["time", "keyboard", "memory", "bound", "decided"]

REASONS: dict[Interruption, str] = {
    "time": "the time limit was reached",
    "keyboard": "interrupted",
    "memory": "the memory limit was reached",
    "bound": "the search reached its bound on path length, which --timeout lifts",
    "decided": "the search stopped once every property was decided; --all explores the rest",
}

SPARE = 10_000
"""The least number of states that a search expands, if the model has as many. On a small model, counts, deadlocks and
warnings then come with the verdicts, even where fewer states decide these."""


SOLVERS = ("z3", "cvc5")
"""The names of the solvers that a budget may name; the second one is an extra of the package."""


class UndecidedError(Exception):
    """There is no answer: the work stopped at a limit, or the solver gave up."""


class LimitReachedError(UndecidedError):
    """Work has stopped at the limit that `interruption` names."""

    def __init__(self, interruption: Interruption) -> None:
        self.interruption: Interruption = interruption
        super().__init__(REASONS[interruption])


@frozen
class Budget:
    """The solver, and the limits of the work.

    `deadline` is a value of the `clock`, `megabytes` the memory that the work may take, `bound` the most steps of the
    paths that it searches; None is not a limit. `threads` is the number of threads that a search may use; None is two,
    where there are two processors.

    A search that has expanded `spare` states stops once every property is decided; None lets it go on to its end. The
    clock is the wall clock, or `time.process_time` where answers must not depend on other work.
    """

    solver: str = "z3"
    deadline: float | None = None
    megabytes: int | None = None
    bound: int | None = None
    spare: int | None = SPARE
    threads: int | None = None
    interruption: Keyboard = field(default_factory=Keyboard, compare=False)
    clock: Callable[[], float] = field(default=time.monotonic, compare=False)

    @property
    def max_bytes(self) -> int:
        """The bytes of memory that work may take: those of the budget, or else `default_memory`."""
        return default_memory() if self.megabytes is None else self.megabytes * 1_000_000

    @property
    def most_threads(self) -> int:
        """The number of threads that a search may use."""
        return min(2, cores()) if self.threads is None else self.threads

    def check(self) -> None:
        """Raise LimitReachedError when the time is up or the memory used up, KeyboardInterrupt after Ctrl-C."""
        self.interruption.check()
        if self.interruption.exhausted:
            raise LimitReachedError("memory")
        if self.left <= 0:
            raise LimitReachedError("time")

    @property
    def left(self) -> float:
        """The seconds until the deadline; infinite where there is none."""
        return math.inf if self.deadline is None else self.deadline - self.clock()

    def within(self, seconds: float) -> Budget:
        """The same budget for some seconds from now, or until its deadline if that is sooner."""
        return replace(self, deadline=self.clock() + min(seconds, self.left))

    def of_processor(self, seconds: float) -> Budget:
        """The same budget for some seconds of processor time, or for the seconds left by its clock if these are
        fewer."""
        return replace(self, clock=time.process_time, deadline=time.process_time() + min(seconds, self.left))

    def paced(self, items: Iterable[ItemT], every: int = 64) -> Iterator[ItemT]:
        """The items, with a `check` after each `every` items; work with fewer items ends before a check would pay."""
        for number, item in enumerate(items, 1):
            yield item
            if number % every == 0:
                self.check()


UNLIMITED = Budget()
"""Z3, and no limit but that of memory."""


def reason_of(error: BaseException) -> str:
    """The reason that work has stopped at a limit or by Ctrl-C."""
    return REASONS["keyboard"] if isinstance(error, KeyboardInterrupt) else str(error)


def check(deadline: float | None) -> None:
    """Raise LimitReachedError once `time.monotonic()` has passed the deadline; None is no deadline."""
    if deadline is not None and time.monotonic() >= deadline:
        raise LimitReachedError("time")


OVERTIME = 0.5
"""The seconds of processor time past the deadline in which work has to end by itself, first of all to save its results.

Time spent waiting is not counted: a caller that waits for another program has given that program its own limit.
"""

START = 1.5
"""The seconds of processor time that work gets even under the shortest limit; a small model is finished within them."""

OWN_BYTES = 100_000_000
"""The bytes that Python and the libraries take beside the work, which are not counted."""

_POLL = 0.05

End = Callable[[Interruption], None]
"""A way to end the process at a limit, from another thread."""


@contextmanager
def watched(budget: Budget, end: End | None = None) -> Iterator[None]:
    """Stop work and solvers inside that take more memory than their budget; work learns of it at its checks.

    Where work goes on for OVERTIME after the deadline, or takes an eighth more memory than allowed, `end` is called; by
    default, nothing is. Without threads, work learns of its deadline alone.
    """
    if not THREADS:
        yield
        return
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
    """Inside, a solver is stopped at its deadline by the clock of the budget, for solvers that do not know it; without
    threads it is not."""
    if not THREADS:
        yield
        return
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
