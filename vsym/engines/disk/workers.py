"""The workers that carry out the steps of a level: processes of this machine, or the workers of a cluster, to which a
step goes as values of JSON."""

from __future__ import annotations

import hashlib
import selectors
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

from vsym.basics.frozen import frozen
from vsym.cluster.connection import Connection, Failed
from vsym.cluster.task import memory_share, wanted
from vsym.engines.compiled.compiler import CompilerError
from vsym.engines.disk.folder import opened
from vsym.engines.disk.manifest import Identity
from vsym.engines.disk.planning import Step
from vsym.engines.disk.storage import (
    PROGRAM,
    Place,
    StepFiles,
    StoredFile,
    StoreError,
    UnreadableFileError,
    stored_file,
    unread,
)
from vsym.engines.disk.working import MOST_MEMORY, TRIES, Child, executable, failure, finished, request

TICK = 0.1
"""The most seconds that `results` waits for steps before it yields the progress."""

_POLL = 0.5


@frozen
class Done:
    """A finished step with its result, as the message of its process."""

    step: Step
    result: Mapping[str, Any]


@frozen
class Under:
    """Progress: the number of new states that the steps at work have found, as far as is known, and of workers."""

    states: int
    workers: int


class StepLostError(StoreError):
    """A cluster has given a step up; every finished level is kept."""


class Workers(Protocol):
    """Carries out steps."""

    def results(self, steps: Sequence[Step], lines: Sequence[str] = ()) -> Generator[Done | Under, None, None]:
        """Each step with its result, as they end, and in between the progress, many times in a second. Every process
        also gets the `lines`. Closing the generator ends the work."""


@frozen(eq=False)
class LocalWorkers:
    """Processes of this machine, at most `many` at a time, and the memory of each in bytes."""

    place: Place
    program: Path
    parts: int
    many: int
    memory: int
    starts: str | None

    def results(self, steps: Sequence[Step], lines: Sequence[str] = ()) -> Generator[Done | Under, None, None]:
        """The results of processes, which end with the generator."""
        waiting = list(reversed(steps))
        tries = Counter[str]()
        finished_states = 0
        with ExitStack() as stack, selectors.DefaultSelector() as selector:
            while waiting or selector.get_map():
                while waiting and len(selector.get_map()) < self.many:
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
                    finished_states += key.data.child.states
                    yield done
                under = sum(key.data.child.states for key in selector.get_map().values())
                yield Under(finished_states + under, len(selector.get_map()))

    def _begin(self, step: Step, lines: Sequence[str], stack: ExitStack) -> _Work:
        own = ExitStack()
        stack.push(own)
        desk = own.enter_context(self.place.desk())
        text = request(step, desk, self.parts, self.memory, lines, self.starts)
        child = Child(self.program, step.work, text)
        own.callback(child.end)
        return _Work(step, desk, child, own)


@frozen(eq=False)
class _Work:
    """A step at work, and the resources to close with it."""

    step: Step
    desk: StepFiles
    child: Child
    own: ExitStack

    def done(self) -> Done:
        """The result, with the files in their places."""
        assert self.child.result is not None
        try:
            return Done(self.step, finished(self.step, self.desk, self.child.result))
        finally:
            self.own.close()


@frozen(eq=False)
class ClusterWorkers:
    """The workers of a cluster, each with `memory` bytes or its share of its machine's. Start states, which may be in a
    file of this machine, are found `here`."""

    place: Place
    identity: Identity
    cluster: Connection
    here: LocalWorkers
    memory: int | None

    def results(self, steps: Sequence[Step], lines: Sequence[str] = ()) -> Generator[Done | Under, None, None]:
        """The results of tasks; those that are under way are given up with the generator."""
        if any(step.work == "starts" for step in steps):
            yield from self.here.results(steps, lines)
            return
        left = {step.key: step for step in steps}
        program, parts = self.identity.program, self.identity.parts
        try:
            for key, step in left.items():
                given = record(self.place, program, step, parts, self.memory, lines)
                self.cluster.submit(carry_out, given, key)
            while left:
                for ended in self.cluster.completed(TICK):
                    step = left.pop(ended.key)
                    if isinstance(ended, Failed) and ended.cause == "bug":
                        raise RuntimeError(f"step {ended.key} failed: {ended.reason}")
                    if isinstance(ended, Failed):
                        reason = f"step {ended.key} has no result: {ended.reason}"
                        raise StepLostError(f"{reason}; --resume continues the exploration")
                    yield Done(step, ended.result)
                yield Under(0, self.cluster.workers)
        finally:
            self.cluster.cancel()


def record(
    place: Place, program: str, step: Step, parts: int, memory: int | None, lines: Sequence[str]
) -> dict[str, Any]:
    """A step of the program of a digest in a place; without `memory`, the worker takes its share."""

    def runs(several: Sequence[tuple[int, StoredFile]]) -> list[list[Any]]:
        return [[part, file.of([part]).record()] for part, file in several]

    return {
        "place": place.description(),
        "program": program,
        "parts": parts,
        "memory": memory,
        "lines": [*lines],
        "work": step.work,
        "level": step.level,
        "of": [*step.parts],
        "inbox": [file.of(step.parts).record() for file in step.inbox],
        "kept": runs(step.runs),
        "merged": runs(step.merged),
        "makes": [*step.makes],
        "named_for": step.named_for,
    }


def carry_out(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The result of a step, or a failure; raises StoreError (a refusal) where the worker lacks a package or a compiler,
    or the store has another program."""
    place, step = opened(given["place"]), _step(given)
    try:
        program_text = place.read(PROGRAM)
        if hashlib.sha256(program_text).hexdigest() != given["program"]:
            raise StoreError(f"{place.name}: {PROGRAM} is not the program of this exploration")
        program = executable(program_text.decode())
        memory = given["memory"] or min(MOST_MEMORY, memory_share())
        for _ in range(TRIES):
            with place.desk() as desk:
                text = request(step, desk, given["parts"], memory, given["lines"])
                result = finished(step, desk, _result(Child(program, step.work, text)))
            if result.get("what") != "killed":
                break
    except UnreadableFileError as error:
        return unread(error)
    except CompilerError as error:
        raise StoreError(f"a worker cannot explore: {error}") from error
    return result


def _result(child: Child) -> Mapping[str, Any]:
    """The last message of a process, which is ended where nobody waits for it any more."""
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(child.output, selectors.EVENT_READ)
            while True:
                if selector.select(_POLL) and not child.read():
                    assert child.result is not None
                    return child.result
                if not wanted():
                    return failure("unwanted", "nobody waits for this step any more")
    finally:
        child.end()


def _step(given: Mapping[str, Any]) -> Step:
    def runs(several: Sequence[Any]) -> tuple[tuple[int, StoredFile], ...]:
        return tuple((part, stored_file(one)) for part, one in several)

    return Step(
        given["work"],
        given["level"],
        tuple(given["of"]),
        tuple(map(stored_file, given["inbox"])),
        runs(given["kept"]),
        runs(given["merged"]),
        tuple(given["makes"]),
        given["named_for"],
    )
