"""A step as a task of a cluster: values of JSON that any worker can carry out which reaches the store."""

from __future__ import annotations

import hashlib
import selectors
from collections.abc import Mapping, Sequence
from typing import Any

from vsym.cluster.task import memory_share, wanted
from vsym.engines.compiled.compiler import CompilerError
from vsym.engines.stored.failures import DamagedFileError, MissingFileError, StoreError, told
from vsym.engines.stored.files import PROGRAM, StoredFile, stored_file
from vsym.engines.stored.opening import opened
from vsym.engines.stored.place import Place
from vsym.engines.stored.planning import Step
from vsym.engines.stored.program import executable
from vsym.engines.stored.working import MOST_MEMORY, TRIES, Child, failure, finished, request

_POLL = 0.5


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
        "kept": runs(step.kept),
        "merged": runs(step.merged),
        "makes": [*step.makes],
        "named_for": step.named_for,
    }


def carry_out(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a step has come to, or a failure; raises StoreError (a refusal) for what the worker does not have."""
    place, step = opened(given["place"]), _step(given)
    try:
        program = executable(_text(place, given["program"]))
        memory = given["memory"] or min(MOST_MEMORY, memory_share())
        for _ in range(TRIES):
            with place.desk() as desk:
                asked = request(step, desk, given["parts"], memory, given["lines"])
                result = finished(step, desk, _result(Child(program, step.work, asked)))
            if result.get("what") != "killed":
                break
    except (DamagedFileError, MissingFileError) as error:
        return told(error)
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


def _text(place: Place, digest: str) -> str:
    """The program of a store; raises StoreError where it is not the one of that digest."""
    text = place.read(PROGRAM)
    if hashlib.sha256(text).hexdigest() != digest:
        raise StoreError(f"{place.name}: {PROGRAM} is not the program of this exploration")
    return text.decode()


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
