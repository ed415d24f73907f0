"""A store explored: opened, worked on as far as the limits allow, and kept open for queries for paths.

The store gives its figures the form that the search in memory gives them.

A shortest path to a stored state is found by looking for predecessors from its level backwards. The store does not
record predecessors: vsym expands the states of the level before once more, until one has the state among its
successors. All levels together cost at most as much as finding them.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import field
from pathlib import Path

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, Interruption
from vsym.basics.numbers import plural
from vsym.cluster.connection import Connection
from vsym.engines.compiled.model import Model
from vsym.engines.compiled.process import route
from vsym.engines.compiled.search import Route, Search
from vsym.engines.disk.exploring import Limits, Narration, explore
from vsym.engines.disk.folder import named
from vsym.engines.disk.manifest import Level, Shown
from vsym.engines.disk.planning import TOGETHER, Step, StoreSettings, order
from vsym.engines.disk.storage import StoredFile, raise_failure
from vsym.engines.disk.store import Store, opened
from vsym.engines.disk.workers import ClusterWorkers, Done, LocalWorkers, Workers
from vsym.engines.disk.working import MOST_MEMORY, executable, identity_of, text_of
from vsym.system.report import Report

PARTS_OF_A_WORKER = 4
"""The number of parts of the states per worker, so that no worker waits long for the others."""


@frozen(eq=False)
class Session:
    """The figures of an exploration, the finder of paths to the states that it shows, and its program's compile
    time."""

    search: Search
    paths: StoredPaths
    compile_seconds: float


@contextmanager
def session(
    settings: StoreSettings,
    model: Model,
    starts: Path | None,
    limits: Limits,
    report: Report,
    announce: Callable[[int, int, float], None],
) -> Iterator[Session]:
    """Explore a model, whose initial states may be in a file, as far as the limits allow; `announce` gets each answered
    question, the level and the seconds.

    Raises as `explore` does, StoreError for an unusable store, RefusedError for an unusable cluster, CompilerError,
    OSError, LimitReachedError and KeyboardInterrupt before there is a store.
    """
    begun = time.monotonic()
    report.say("compiling the program")
    text = text_of(model)
    program = executable(text, limits.budget)
    compiled = time.monotonic() - begun
    place = named(settings.place)
    with ExitStack() as stack:
        cluster = None if settings.cluster is None else stack.enter_context(Connection(settings.cluster))
        if cluster is not None:
            page = "" if cluster.dashboard is None else f", its page is {cluster.dashboard}"
            report.note(f"vsym: {plural(cluster.workers, 'worker')} at {cluster.address}{page}")
        many = settings.workers if cluster is None else cluster.workers
        held = opened(
            place,
            identity_of(model, text),
            text,
            settings.parts,
            PARTS_OF_A_WORKER * many,
            resume=settings.resume,
            chapter=settings.chapter,
        )
        store = stack.enter_context(held)
        workers = _workers(settings, store, program, starts, cluster, limits.budget)
        interrupted = explore(store, workers, limits, Narration(report, announce))
        search, targets = _findings(store, model, interrupted, time.monotonic() - begun - compiled)
        paths = StoredPaths(store, workers, program, targets, limits.budget.check, limits.together)
        yield Session(search, paths, compiled)


def _workers(
    settings: StoreSettings,
    store: Store,
    program: Path,
    starts: Path | None,
    cluster: Connection | None,
    budget: Budget,
) -> Workers:
    """The workers that take the steps: processes that share the memory there is, or a cluster."""
    identity, file = store.manifest.identity, None if starts is None else str(starts)
    limit = None if budget.megabytes is None else budget.max_bytes
    memory = limit or min(MOST_MEMORY, budget.max_bytes // settings.workers)
    here = LocalWorkers(store.place, program, identity.parts, settings.workers, memory, file)
    return here if cluster is None else ClusterWorkers(store.place, identity, cluster, here, limit)


def _findings(
    store: Store, model: Model, interrupted: Interruption | None, seconds: float
) -> tuple[Search, tuple[Shown, ...]]:
    """The search that a store is of, after an exploration of so many seconds, and the states it refers to by number.

    The manifest has no flag of a rule or a condition before the first level is explored: none has fired or failed yet.
    """
    targets: list[Shown] = []

    def number(answer: Shown | None) -> int | None:
        if answer is None:
            return None
        targets.append(answer)
        return len(targets) - 1

    manifest = store.manifest
    figures, states = manifest.figures, manifest.states
    search = Search(
        states=states,
        initial=manifest.initial,
        expanded=states,
        depth=max(0, manifest.level - 1),
        rules_fired=figures.fired,
        deadlocks=figures.deadlocks,
        deadlock=number(manifest.deadlock),
        start_fault=figures.start_fault,
        complete=manifest.complete,
        interrupted=interrupted,
        seconds=seconds,
        bytes_used=store.bytes,
        answers=tuple(number(manifest.answers.get(question)) for question in range(len(model.questions))),
        fired=tuple(flag == "1" for flag in figures.rules.ljust(model.rules, "0")),
        faulty_conditions=tuple(flag == "1" for flag in figures.faulty_conditions.ljust(model.conditions, "0")),
        error=number(None if manifest.error is None else manifest.error[1]),
        represented=None if figures.several else figures.represented,
        several=figures.several,
    )
    return search, tuple(targets)


@frozen(eq=False)
class StoredPaths:
    """Finds paths to the states kept as evidence; `check` raises at a limit, and one step searches a level with fewer
    states than `together`."""

    store: Store
    workers: Workers
    program: Path
    targets: tuple[Shown, ...]
    check: Callable[[], None]
    together: int = TOGETHER
    routes: dict[int, Route] = field(default_factory=dict)

    def to(self, state: int) -> Route:
        """A shortest path to one of the targets, by its number; of several predecessors the least one is taken.

        Raises as `explore` does, and RuntimeError where there is no path (our bug).
        """
        if state not in self.routes:
            target = self.targets[state]
            levels = self.store.levels()
            states = [target.state]
            for level in range(target.level - 1, -1, -1):
                states.append(self._before(level, levels[level], states[-1]))
            self.routes[state] = self._followed(states[::-1])
        return self.routes[state]

    def _before(self, level: int, files: Level, sought: str) -> str:
        lines: list[str] = []
        steps = _seeking(level, files, self.together)
        with closing(self.workers.results(steps, (f"sought {sought}",))) as events:
            for event in events:
                self.check()
                self.store.lock.beat()
                if not isinstance(event, Done):
                    continue
                if event.result["type"] == "failure":
                    raise_failure(self.store.place.name, event.result)
                if event.result["before"] is not None:
                    lines.append(event.result["before"])
        if not lines:
            raise RuntimeError(f"no state of level {level} has the successor {sought}")
        return min(lines, key=order)

    def _followed(self, states: Sequence[str]) -> Route:
        lines = "".join(f"state {state}\n" for state in states)
        process = subprocess.run(
            [self.program, "path"], input=f"{lines}end\n", capture_output=True, text=True, check=True
        )
        return route(json.loads(process.stdout))


def _seeking(level: int, files: Level, together: int) -> tuple[Step, ...]:
    """One step for each part of a level that has states, or one for all where these are few."""
    sections = [(part, file) for file in files.files for part in file.states]
    groups: list[list[tuple[int, StoredFile]]] = [[one] for one in sections]
    if files.states < together:
        groups = [sections]
    return tuple(Step("seek", level, tuple(part for part, _ in group), runs=tuple(group)) for group in groups)
