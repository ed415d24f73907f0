"""Engines side by side, each in a process of its own with a share of the memory: the first answer counts."""

from __future__ import annotations

import queue
import time
from collections.abc import Sequence

from vsym.basics.limits import REASONS, Budget
from vsym.checking.choice import budget_of
from vsym.checking.settling import Settling
from vsym.engines.protocol import Answer
from vsym.engines.subprocess_engine import Decided, Ending, Failure, SubprocessEngine
from vsym.system.result import ErrorReached
from vsym.system.system import System

GRACE = 0.4
"""The seconds beyond the time limit that an engine has to report its verdicts before vsym ends it."""

ANSWERED = "another engine answered"
"""The reason for stopping an engine that is no longer needed."""

SHARE = "it reached its share of the memory"
"""The reason for the end of an engine that may have more memory once the others have ended."""


def race(names: Sequence[str], system: System, settling: Settling, budget: Budget) -> None:
    """Run the engines until every property is settled, or none can go on.

    An engine that runs out of its share, while others hold theirs, runs again when they have ended, alone and with all
    memory. Raises ErrorReached for an error that an engine reaches, RuntimeError for a bug of ours.
    """
    megabytes = budget.max_bytes // 1_000_000
    short = _Race(system, settling, budget, max(1, megabytes // len(names))).run(names)
    for name in short:
        if not settling.over(budget) and settling.accepted(name, system):
            _Race(system, settling, budget, megabytes).run([name])


class _Race:
    """Engines that run at the same time, with `megabytes` MB each."""

    def __init__(self, system: System, settling: Settling, budget: Budget, megabytes: int) -> None:
        self._system, self._settling, self._budget, self._megabytes = system, settling, budget, megabytes
        self._endings: queue.SimpleQueue[tuple[SubprocessEngine, Ending | Decided]] = queue.SimpleQueue()
        self._running: dict[str, SubprocessEngine] = {}
        self._short: list[str] = []

    def run(self, names: Sequence[str]) -> list[str]:
        """Ask the engines, and return those that would need more memory."""
        try:
            for name in names:
                self._ask(name)
            while self._running and self._settling.open:
                wait = None if self._budget.deadline is None else self._budget.deadline + GRACE - time.monotonic()
                self._take(*self._endings.get(timeout=wait if wait is None else max(0.0, wait)))
        except queue.Empty:
            self._stop_all(REASONS["time"])
        except KeyboardInterrupt:
            self._settling.interrupt()
            self._stop_all(REASONS["keyboard"])
        finally:
            self._stop_all(ANSWERED)
        return self._short

    def _ask(self, name: str) -> None:
        """Start an engine on the properties that it may decide; SMT on one at a time, as these share no work."""
        if properties := self._settling.accepted(name, self._system):
            budget = budget_of(name, self._system, self._budget)
            properties = properties[:1] if name == "smt" else properties
            self._running[name] = SubprocessEngine(
                name, self._system, properties, budget, self._megabytes, self._endings
            )

    def _take(self, racer: SubprocessEngine, ending: Ending | Decided) -> None:
        if self._running.get(racer.name) is not racer:
            return
        if isinstance(ending, Decided):
            self._settling.announce(ending.name, ending.verdict, ending.depth)
            return
        del self._running[racer.name]
        seconds = time.monotonic() - racer.started
        answer: Answer | str
        match ending:
            case ErrorReached():
                raise ending
            case Failure(reason, bug=True):
                raise RuntimeError(f"the engine {racer.name} failed: {reason}")
            case Failure(reason):
                answer, memory = reason, reason == REASONS["memory"]
            case Answer(verdicts):
                answer, memory = ending, any(one.reason == REASONS["memory"] for one in verdicts)
        more_helps = memory and self._megabytes < self._budget.max_bytes // 1_000_000
        self._settling.take(racer.name, racer.properties, answer, seconds, cut=SHARE if more_helps else None)
        if more_helps:
            self._short.append(racer.name)
        elif racer.name == "smt":
            self._ask("smt")
        # SMT goes on with its next property where another engine has settled that which it is at.
        at_work = self._running.get("smt")
        if at_work is not None and not any(prop in self._settling.open for prop in at_work.properties):
            self._stop(at_work, ANSWERED)
            self._ask("smt")

    def _stop(self, racer: SubprocessEngine, reason: str) -> None:
        del self._running[racer.name]
        racer.stop()
        self._settling.stopped(racer.name, racer.properties, reason, time.monotonic() - racer.started)

    def _stop_all(self, reason: str) -> None:
        for racer in tuple(self._running.values()):
            self._stop(racer, reason)
