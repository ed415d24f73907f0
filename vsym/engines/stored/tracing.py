"""A shortest path to a stored state, by looking for predecessors from its level backwards.

Nothing is stored of how states were found: the states of the level before are expanded once more, until one has the
state among its successors. All levels together cost what finding them has cost, at most.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import field
from pathlib import Path

from vsym.basics.frozen import frozen
from vsym.engines.compiled.process import route
from vsym.engines.compiled.search import Route
from vsym.engines.stored.failures import raise_failure
from vsym.engines.stored.files import StoredFile
from vsym.engines.stored.manifest import Level, Shown
from vsym.engines.stored.planning import TOGETHER, Step, order
from vsym.engines.stored.store import Store
from vsym.engines.stored.workers import Done, Workers


@frozen(eq=False)
class StoredPaths:
    """Who finds paths to the states that were kept for what they show; `check` raises where a limit is reached, and a
    level with fewer states than `together` is searched by one step."""

    store: Store
    workers: Workers
    program: Path
    targets: tuple[Shown, ...]
    check: Callable[[], None]
    together: int = TOGETHER
    known: dict[int, Route] = field(default_factory=dict)

    def to(self, state: int) -> Route:
        """A shortest path to one of the targets, by its number; of several predecessors the least one is taken.

        Raises what `explore` does, and RuntimeError where there is no path (our bug).
        """
        if state not in self.known:
            target = self.targets[state]
            levels = self.store.levels()
            states = [target.state]
            for level in range(target.level - 1, -1, -1):
                states.append(self._before(level, levels[level], states[-1]))
            self.known[state] = self._followed(states[::-1])
        return self.known[state]

    def _before(self, level: int, files: Level, sought: str) -> str:
        found: list[str] = []
        asked = _seeking(level, files, self.together)
        with closing(self.workers.results(asked, (f"sought {sought}",))) as events:
            for event in events:
                self.check()
                self.store.lock.beat()
                if not isinstance(event, Done):
                    continue
                if event.result["type"] == "failure":
                    raise_failure(self.store.place.name, event.result)
                if event.result["before"] is not None:
                    found.append(event.result["before"])
        if not found:
            raise RuntimeError(f"no state of level {level} has the successor {sought}")
        return min(found, key=order)

    def _followed(self, states: Sequence[str]) -> Route:
        told = "".join(f"state {state}\n" for state in states)
        process = subprocess.run([self.program, "path"], input=told, capture_output=True, text=True, check=True)
        return route(json.loads(process.stdout))


def _seeking(level: int, files: Level, together: int) -> tuple[Step, ...]:
    """One step for each part of a level that has states, or one for all where these are few."""
    sections = [(part, file) for file in files.files for part in file.states]
    groups: list[list[tuple[int, StoredFile]]] = [[one] for one in sections]
    if files.states < together:
        groups = [sections]
    return tuple(Step("seek", level, tuple(part for part, _ in group), kept=tuple(group)) for group in groups)
