"""The verdicts of several engines together on the properties of a system, as their answers come in."""

from __future__ import annotations

import time
from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget
from vsym.checking.choice import AUTO
from vsym.engines.protocol import Answer
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.system.report import Report, Silence
from vsym.system.result import Reached, Verdict
from vsym.system.system import System

MOMENT_OVER = "its time slice was over"
"""The reason of an engine that stopped but may run again."""


@frozen
class Attempt:
    """The properties that an engine got, those that it decided, and why it left others (None: it left none)."""

    engine: str
    properties: tuple[str, ...]
    decided: tuple[str, ...]
    reason: str | None
    seconds: float


@frozen
class Settled:
    """The verdict on each property by its name, the states if an engine enumerated them, and the attempts in order."""

    verdicts: dict[str, Verdict]
    reached: Reached | None
    attempts: tuple[Attempt, ...]


class Settling:
    """Collects answers; a property that is decided once stays decided, and is reported then."""

    def __init__(self, properties: Sequence[Property], report: Report | None = None) -> None:
        self._properties = tuple(properties)
        self._report = report or Silence()
        self._verdicts: dict[str, Verdict] = {}
        self._reasons: dict[str, dict[str, str]] = {prop.name: {} for prop in properties}
        self._given_up: dict[str, set[str]] = {}
        self._reached: Reached | None = None
        self._partial: Reached | None = None
        self._attempts: list[Attempt] = []
        self._interrupted = False

    @property
    def open(self) -> tuple[Property, ...]:
        """The properties that are not decided yet."""
        return tuple(prop for prop in self._properties if prop.name not in self._verdicts)

    def accepted(self, name: str, system: System) -> tuple[Property, ...]:
        """The open properties that an engine accepts, but for those that it gave up and would give up again."""
        left = [prop for prop in self.open if prop.name not in self._given_up.get(name, ())]
        return tuple(prop for prop in left if engine(name).accepts(system, prop) is None)

    def over(self, budget: Budget) -> bool:
        """True where nothing is left to do, or there is no time to do it."""
        late = budget.deadline is not None and time.monotonic() >= budget.deadline
        return not self.open or self._interrupted or late

    def take(
        self, name: str, properties: Sequence[Property], answer: Answer | str, seconds: float, *, cut: str | None = None
    ) -> None:
        """Note the answer of an engine, or the reason why it has none.

        `cut` says why it was stopped where more time or memory may help, so that it may run again.
        """
        decided: list[str] = []
        reasons: list[str] = []
        verdicts = (
            answer.verdicts
            if isinstance(answer, Answer)
            else [Verdict("unknown", name, 0.0, answer) for _ in properties]
        )
        for prop, verdict in zip(properties, verdicts, strict=True):
            if verdict.outcome != "unknown":
                decided.append(prop.name)
                if self._verdicts.setdefault(prop.name, verdict) is verdict:
                    self._report.decided(prop.name, verdict)
                continue
            reasons.append(cut or verdict.reason or "")
            self._reasons[prop.name][name] = verdict.reason or ""
            self._interrupted |= verdict.reason == REASONS["keyboard"]
            if cut is None:
                self._given_up.setdefault(name, set()).add(prop.name)
        if isinstance(answer, Answer) and answer.reached is not None:
            # States that are not all tell something only of verdicts that were found on them, or where there is none.
            if answer.reached.complete or (decided and self._reached is None):
                self._reached = answer.reached
            else:
                self._partial = answer.reached
        names, why = tuple(prop.name for prop in properties), "; ".join(dict.fromkeys(reasons))
        self._attempts.append(Attempt(name, names, tuple(decided), why or None, seconds))

    def announce(self, name: str, verdict: Verdict, depth: int | None) -> None:
        """Report that an engine which goes on has found a property violated."""
        if verdict.outcome == "violated":
            self._report.decided(name, verdict, depth)

    def stopped(self, name: str, properties: Sequence[Property], reason: str, seconds: float) -> None:
        """Note that an engine was stopped before it answered."""
        self._attempts.append(Attempt(name, tuple(prop.name for prop in properties), (), reason, seconds))

    def interrupt(self) -> None:
        """Note that Ctrl-C was pressed."""
        self._interrupted = True

    def settled(self) -> Settled:
        """The verdicts in the end; undecided ones are unknown with the reasons of all engines."""
        verdicts = dict(self._verdicts)
        for prop in self.open:
            verdicts[prop.name] = Verdict("unknown", AUTO, 0.0, self._why(prop))
        reached = self._reached or (None if self._verdicts else self._partial)
        return Settled(verdicts, reached, tuple(self._attempts))

    def _why(self, prop: Property) -> str:
        reasons = self._reasons[prop.name]
        if self._interrupted:
            return REASONS["keyboard"]
        if len(set(reasons.values())) == 1:
            return next(iter(reasons.values()))
        return "; ".join(f"{name}: {reason}" for name, reason in reasons.items()) or REASONS["time"]
