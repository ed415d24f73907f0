"""Who carries out the steps of a level: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

import selectors
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

from vsym.basics.frozen import frozen
from vsym.cluster.connection import Connection, Failed
from vsym.engines.stored.failures import StoreError
from vsym.engines.stored.manifest import Identity
from vsym.engines.stored.place import Desk, Place
from vsym.engines.stored.planning import Step
from vsym.engines.stored.task import carry_out, record
from vsym.engines.stored.working import TRIES, Child, finished, request

TICK = 0.1
"""How often, in seconds, who waits for steps is given the word."""


@frozen
class Done:
    """A step with what it has come to, as the message of its process."""

    step: Step
    result: Mapping[str, Any]


@frozen
class Under:
    """What is under way: how many new states the steps at work have found, as far as is known, and who works."""

    states: int
    workers: int


class StepLostError(StoreError):
    """A cluster has given a step up; every finished level is kept."""


class Workers(Protocol):
    """Who carries out steps."""

    def results(self, steps: Sequence[Step], lines: Sequence[str] = ()) -> Generator[Done | Under, None, None]:
        """Each step with what it has come to, as they end, and in between what is under way, many times in a second;
        every process is told the `lines`, too. Whoever stops listening ends the work."""


class LocalWorkers:
    """Processes of this machine, so many at the same time, each with so many bytes of memory."""

    def __init__(self, place: Place, program: Path, parts: int, many: int, memory: int, starts: str | None) -> None:
        self._place = place
        self._program = program
        self._parts = parts
        self._many = many
        self._memory = memory
        self._starts = starts

    def results(self, steps: Sequence[Step], lines: Sequence[str] = ()) -> Generator[Done | Under, None, None]:
        """The results of processes, which end with the generator."""
        waiting = list(reversed(steps))
        tries = Counter[str]()
        known = 0
        with ExitStack() as stack, selectors.DefaultSelector() as selector:
            while waiting or selector.get_map():
                while waiting and len(selector.get_map()) < self._many:
                    work = self._begin(waiting.pop(), lines, stack)
                    tries[work.step.key] += 1
                    selector.register(work.child.output, selectors.EVENT_READ, work)
                for key, _ in selector.select(TICK):
                    if key.data.child.read():
                        continue
                    selector.unregister(key.fileobj)
                    done = key.data.done()
                    if done.result.get("what") == "killed" and tries[done.step.key] < TRIES:
                        waiting.append(done.step)
                        continue
                    known += key.data.child.states
                    yield done
                under = sum(key.data.child.states for key in selector.get_map().values())
                yield Under(known + under, len(selector.get_map()))

    def _begin(self, step: Step, lines: Sequence[str], stack: ExitStack) -> _Work:
        own = ExitStack()
        stack.push(own)
        desk = own.enter_context(self._place.desk())
        asked = request(step, desk, self._parts, self._memory, lines, self._starts)
        child = Child(self._program, step.work, asked)
        own.callback(child.end)
        return _Work(step, desk, child, own)


@frozen(eq=False)
class _Work:
    """A step at work, and what is to be closed with it."""

    step: Step
    desk: Desk
    child: Child
    own: ExitStack

    def done(self) -> Done:
        """The result, with the files in their places."""
        assert self.child.result is not None
        try:
            return Done(self.step, finished(self.step, self.desk, self.child.result))
        finally:
            self.own.close()


class ClusterWorkers:
    """The workers of a cluster, each with so many bytes of memory or its share of what there is; start states, which
    may be in a file of this machine, are found `here`."""

    def __init__(
        self, place: Place, identity: Identity, cluster: Connection, here: LocalWorkers, memory: int | None
    ) -> None:
        self._place = place
        self._identity = identity
        self._cluster = cluster
        self._here = here
        self._memory = memory

    def results(self, steps: Sequence[Step], lines: Sequence[str] = ()) -> Generator[Done | Under, None, None]:
        """The results of tasks; those that are under way are given up with the generator."""
        if any(step.work == "starts" for step in steps):
            yield from self._here.results(steps, lines)
            return
        left = {step.key: step for step in steps}
        program, parts = self._identity.program, self._identity.parts
        try:
            for key, step in left.items():
                given = record(self._place, program, step, parts, self._memory, lines)
                self._cluster.submit(carry_out, given, key)
            while left:
                for ended in self._cluster.completed(TICK):
                    step = left.pop(ended.key)
                    if isinstance(ended, Failed):
                        raise _lost(ended)
                    yield Done(step, ended.result)
                yield Under(0, self._cluster.workers)
        finally:
            self._cluster.cancel()


def _lost(failed: Failed) -> Exception:
    if failed.cause == "bug":
        return RuntimeError(f"step {failed.key} failed: {failed.reason}")
    return StepLostError(f"step {failed.key} has no result: {failed.reason}; with --resume the exploration goes on")
