"""What is told of an exploration on disk while it is under way."""

from __future__ import annotations

import time
from collections.abc import Callable

from vsym.basics.numbers import plural
from vsym.engines.stored.manifest import Manifest
from vsym.engines.stored.store import Store
from vsym.engines.stored.workers import Under
from vsym.system.report import Progress, Report

_OFTEN = 0.2


class Narration:
    """Tells a report of states, levels, steps, workers, bytes on disk and how large the level may be.

    `announce` has each question that a level answers, with the number of the level and the seconds.
    """

    def __init__(self, report: Report, announce: Callable[[int, int, float], None] = lambda *_: None) -> None:
        self._report, self._announce, self._announced = report, announce, set[int]()
        self._begun = time.monotonic()
        self._said = 0.0
        self._before: int | None = None
        self._states = self._level = self._bytes = self._steps = self._done = 0
        self._expected: int | None = None

    def say(self, what: str) -> None:
        """Something that happens once."""
        self._report.note(f"vsym: {what}")

    def begin(self, store: Store, steps: int) -> None:
        """A level begins, in so many steps."""
        self._steps, self._done = steps, 0
        self._states, self._level, self._bytes = store.known.states, store.known.level, store.bytes
        self._expected = expected_states(store.known)
        if self._before is None:
            self._before = self._states

    def under_way(self, under: Under) -> None:
        """Steps are at work."""
        now = time.monotonic()
        if now - self._said < _OFTEN or self._before is None:
            return
        self._said = now
        states = self._states + under.states
        rate = (states - self._before) / max(1e-9, now - self._begun)
        about = "" if self._expected is None else f" of about {self._expected:,}"
        self._report.say(
            f"level {self._level}: {under.states:,} states{about}, {states:,} in all, {rate:,.0f} a second, "
            f"{self._done} of {plural(self._steps, 'step')} done, {plural(under.workers, 'worker')}, "
            f"{self._bytes / 1e6:,.0f} MB on disk"
        )

    def step_done(self) -> None:
        """A step has ended."""
        self._done += 1

    def level(self, store: Store) -> None:
        """A level is done."""
        known = store.known
        seconds = time.monotonic() - self._begun
        for question in sorted(known.answers.keys() - self._announced):
            self._announced.add(question)
            self._announce(question, known.level - 1, seconds)
        self._report.explored(Progress(known.states, known.candidates, known.level - 1, None, seconds))


def expected_states(known: Manifest) -> int | None:
    """About how many states the next level has, if it grows as the last one did; None where there are too few."""
    levels = known.levels
    if len(levels) < 2:
        return None
    return min(known.candidates, round(levels[-1].states * levels[-1].states / levels[-2].states))
