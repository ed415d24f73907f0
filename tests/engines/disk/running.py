"""Explorations on disk for tests: small programs, runs of the engine in a folder, and the folder's content then."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.engines.compiled.test_programs import program, told
from vsym.basics.limits import UNLIMITED, Budget
from vsym.engines.compiled.model import Model
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient
from vsym.engines.compiled.search import questions
from vsym.engines.compiled.source import source
from vsym.engines.disk.engine import OF_PATHS, DiskEngine
from vsym.engines.disk.folder import Folder
from vsym.engines.disk.planning import StoreSettings
from vsym.engines.disk.storage import LOCK, MANIFEST
from vsym.engines.disk.store import Store, opened
from vsym.engines.disk.workers import LocalWorkers
from vsym.engines.disk.working import identity_of, text_of
from vsym.engines.protocol import Answer
from vsym.models.program.program import Program
from vsym.models.program.semantics import replayed
from vsym.system.report import Report, Silence

GRID = """
var x: 0..4; y: 0..4; z: 0..4; up: boolean;
startstate x := 0; y := 0; z := 0; up := true; end;
rule "x" x < 4 & up ==> x := x + 1; end;
rule "y" y < 4 & (up | x > 2) ==> y := y + 1; end;
rule "z" z < 4 & x > y ==> z := z + 1; end;
rule "turn" x = 4 & y + z < 8 ==> up := !up; end;
invariant "corner" x != 4 | y != 4 | z != 3;
invariant "high" z < 4;
cover "low" !up & z = 0;
"""
"""Some hundred states in a dozen levels, two of them deadlocks."""

SMALL_BLOCKS = "-DBLOCK_BYTES=64 -DLEAST_MEMORY=128"
"""Options for the compiler by which small models have files of many blocks, and more successors than memory."""


def grid() -> Program:
    """The program GRID."""
    return program(GRID)


def engine(folder: Path | str, quotient: Quotient = PLAIN_STATES, **settings: Any) -> DiskEngine:
    """The engine with states in a folder."""
    return DiskEngine(StoreSettings(str(folder), **settings), quotient)


def stored(
    folder: Path | str,
    subject: Program,
    quotient: Quotient = PLAIN_STATES,
    budget: Budget = UNLIMITED,
    report: Report | None = None,
    **settings: Any,
) -> Answer:
    """The answer of the engine with states in a folder, after a replay of its paths."""
    answer = engine(folder, quotient, **settings).verify(subject, subject.properties, budget, report or Silence())
    for verdict in answer.verdicts:
        if verdict.path is not None:
            replayed(subject, verdict.path)
    return answer


def paths(answer: Answer) -> list[Any]:
    """The paths of an answer, and that to a deadlock."""
    assert answer.reached is not None
    return [answer.reached.stuck, *(one.path for one in answer.verdicts)]


def decided(answer: Answer, by: Answer) -> tuple[object, ...]:
    """The facts of an answer, except verdicts that `by`, the answer of the engine with a store, leaves open."""
    told_of = [
        one if other.reason != OF_PATHS else replace(one, outcome="unknown", reason=OF_PATHS, path=None)
        for one, other in zip(answer.verdicts, by.verdicts, strict=True)
    ]
    return told(replace(answer, verdicts=tuple(told_of)))


def contents(folder: Path) -> dict[str, object]:
    """The files of a folder but the lock, and the manifest without what depends on the processor and on the memory."""
    found: dict[str, object] = {
        file.name: file.read_bytes() for file in folder.iterdir() if file.name not in (LOCK, MANIFEST)
    }
    return {**found, MANIFEST: manifest(folder)}


def manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder without its checksum, the seconds of processor and the bytes written."""
    record: dict[str, Any] = json.loads((folder / MANIFEST).read_bytes())
    del record["sha256"], record["figures"]["seconds"], record["figures"]["written"]
    return record


def written(folder: Path) -> int:
    """The number of bytes written for a store, including those spilled for a while."""
    found: int = json.loads((folder / MANIFEST).read_bytes())["figures"]["written"]
    return found


def compiler(options: str) -> str:
    """A value of CC by which programs are compiled with options."""
    return shlex.join(["cc", "-O0", *options.split()])


def model() -> Model:
    """GRID as C."""
    subject = grid()
    return source(subject, questions(subject.properties, fair=False, everywhere=True).targets)


@contextmanager
def local(folder: Path, program: Path, memory: int = 1 << 24) -> Iterator[tuple[Store, LocalWorkers]]:
    """A store of GRID in two parts, and two processes with some bytes of memory each, which run a program of ours."""
    text = text_of(model())
    with opened(Folder(folder), identity_of(model(), text), text, 2, 2, resume=(folder / MANIFEST).exists()) as store:
        yield store, LocalWorkers(store.place, program, 2, 2, memory, None)
