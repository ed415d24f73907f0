"""Breadth-first exploration by levels: the steps of a level, then its manifest, then the next level; and progress
reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, Interruption, LimitReachedError
from vsym.basics.numbers import plural
from vsym.engines.disk.manifest import Manifest
from vsym.engines.disk.planning import TOGETHER, Step, after, after_starts, first_step, made, steps
from vsym.engines.disk.storage import FullDiskError, UnreadableFileError, raise_failure
from vsym.engines.disk.store import Store
from vsym.engines.disk.workers import Done, Under, Workers
from vsym.system.report import Progress, Report

_OFTEN = 0.2


@frozen
class Limits:
    """The ends of an exploration before it is complete: `enough` is true of a manifest that answers everything. A level
    with fewer candidates than `together` is one step."""

    budget: Budget
    enough: Callable[[Manifest], bool]
    together: int = TOGETHER


def explore(store: Store, workers: Workers, limits: Limits, narration: Narration) -> Interruption | None:
    """Explore level by level, and keep the manifest after each; returns the interruption, if any.

    Raises StoreError where a damaged file cannot be made again, the disk is full or the workers are lost, OSError,
    MemoryError, OutsideRangeError, RuntimeError for our bugs.
    """
    try:
        if not store.manifest.started:
            step = first_step(store.manifest.identity.parts)
            (done,) = _carried_out(store, workers, (step,), limits, narration)
            store.keep(after_starts(store.manifest, done.step, done.result))
        while not store.manifest.complete:
            if limits.enough(store.manifest):
                return "decided"
            if (bound := limits.budget.bound) is not None and store.manifest.level >= bound:
                return "bound"
            _next_level(store, workers, limits, narration)
    except LimitReachedError as limit:
        return limit.interruption
    except KeyboardInterrupt:
        # It may have come during the removal of files that steps had begun.
        with suppress(OSError):
            store.tidy()
        return "keyboard"
    return None


def _next_level(store: Store, workers: Workers, limits: Limits, narration: Narration) -> None:
    repaired: set[str] = set()
    while True:
        try:
            done = _carried_out(store, workers, steps(store.manifest, limits.together), limits, narration)
            break
        except UnreadableFileError as error:
            # The states found for this level can be found once more, from those of the last one.
            if error.name in repaired or error.name not in {file.name for file in store.manifest.inbox}:
                raise
            repaired.add(error.name)
            _make_again(error.name, store, workers, limits, narration)
    store.keep(after(store.manifest, [(one.step, one.result) for one in done]))
    narration.level(store)


def _make_again(name: str, store: Store, workers: Workers, limits: Limits, narration: Narration) -> None:
    """Make an outbox once more that is damaged or missing."""
    latest = store.manifest
    narration.say(f"{name} is damaged or missing; vsym makes it again")
    (before,) = (file for file in latest.inbox if file.name == name)
    if name == "starts":
        step = first_step(latest.identity.parts)
    else:
        (file,) = (file for file in latest.levels[-1].files if file.name == name.replace("outbox", "level"))
        parts = tuple(file.states)
        named_for = int(name.rsplit("-", 1)[1])
        step = Step("step", latest.level - 1, parts, inbox=(file,), makes=("outbox",), named_for=named_for)
    (done,) = _carried_out(store, workers, (step,), limits, narration)
    if made(done.step, done.result, "outbox") != before:
        raise RuntimeError(f"vsym made {name} again, and it differs from before")


def _carried_out(
    store: Store, workers: Workers, tasks: Sequence[Step], limits: Limits, narration: Narration
) -> list[Done]:
    """The results of the steps; the first failure ends them all."""
    done: list[Done] = []
    narration.begin(store, len(tasks))
    with closing(workers.results(tasks)) as events:
        for event in events:
            limits.budget.check()
            store.lock.beat()
            if not isinstance(event, Done):
                narration.under_way(event)
                continue
            if event.result["type"] == "failure":
                _fail(store, event, len(tasks) - len(done))
            done.append(event)
            narration.step_done()
    return done


def _fail(store: Store, event: Done, left: int) -> None:
    """Raise the failure of a step; where the disk is full, with the bytes that are probably missing."""
    try:
        raise_failure(store.place.name, event.result)
    except FullDiskError as error:
        # A step writes about as many bytes as it reads from the inbox, once as new states and once as their successors.
        needed = left * 2 * sum(file.bytes for file in store.manifest.inbox) // max(1, len(store.manifest.inbox))
        missing = max(needed - (store.place.free() or 0), error.written, 1_000_000)
        raise FullDiskError(store.place.name, error.name, error.written, error.why, missing) from error


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
        """Report a single event."""
        self._report.note(f"vsym: {what}")

    def begin(self, store: Store, steps: int) -> None:
        """Report that a level begins."""
        self._steps, self._done = steps, 0
        manifest = store.manifest
        self._states, self._level, self._bytes = manifest.states, manifest.level, store.bytes
        self._expected = None
        if len(manifest.levels) >= 2:
            # The level grows about as the last one did.
            before, last = (level.states for level in manifest.levels[-2:])
            self._expected = min(manifest.candidates, round(last * last / before))
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
        latest = store.manifest
        seconds = time.monotonic() - self._begun
        for question in sorted(latest.answers.keys() - self._announced):
            self._announced.add(question)
            self._announce(question, latest.level - 1, seconds)
        self._report.explored(Progress(latest.states, latest.candidates, latest.level - 1, None, seconds))
