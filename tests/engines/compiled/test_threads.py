"""A search by several threads agrees with one by a single thread: states, numbers, paths, graphs, and its end."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engines.compiled.models import ENDLESS, FAIR, FAULTS, UNIONS, WIDE
from tests.engines.compiled.test_programs import program
from tests.support.decided_programs import of_seed
from tests.support.drawn import chosen
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import seeds
from tests.support.interpreted_programs import read
from vsym.basics.limits import UNLIMITED, Budget
from vsym.engines.compiled.canonical import canonical_source
from vsym.engines.compiled.compiler import FLAGS, QUICK, binary
from vsym.engines.compiled.process import running
from vsym.engines.compiled.search import Route, Search, questions
from vsym.engines.compiled.source import source
from vsym.models.program.program import Program
from vsym.system.report import Silence

SMALL = "-DCHUNK=3", "-DMANY_STATES=6"
"""Several threads for a few states."""

MORE = "-UCHUNK", "-DCHUNK=8", "-UMANY_STATES", "-DMANY_STATES=16"
"""The same for some thousand, in place of these."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small chunks in all programs."""
    monkeypatch.setattr("vsym.engines.compiled.compiler.FLAGS", (*FLAGS, *SMALL))


GRID = """
type place: scalarset(3);
var x: array [place] of 0..11; wide: array [0..30] of 0..9;
ruleset p: place do
  rule "up" x[p] < 11 ==> x[p] := x[p] + 1; wide[x[p]] := x[p] % 10; end;
  rule "down" x[p] > 4 ==> x[p] := x[p] - 3; end;
end;
startstate for p: place do x[p] := 0; end; for i: 0..30 do wide[i] := 0; end; end;
invariant "not all" exists p: place do x[p] < 7 end;
"""
"""Some thousand states, by many ways each, and a violation before the last one."""


def compiled(subject: Program, *flags: str, symmetric: bool = False) -> Path:
    """The program of a program, with its properties."""
    asked = questions(subject.properties, fair=False, everywhere=True).targets
    canonical = canonical_source(subject, subject.scalarsets) if symmetric else None
    return binary(source(subject, asked, canonical), (*QUICK, *flags))


def searched(made: Path, options: Mapping[str, object], budget: Budget = UNLIMITED) -> tuple[Search, list[Route]]:
    """The figures of a search but for its seconds, and paths to states that come from all over it."""
    with running(made, options, budget) as process:
        search = process.search(Silence(), lambda *_: None)
        paths = [process.to(state) for state in range(0, search.states, 1 + search.states // 40)]
    return replace(search, seconds=0.0), paths


@pytest.mark.parametrize("seed", seeds(1))
def test_drawn_programs(seed: int) -> None:
    made = binary(source(read(of_seed(seed, Kind())), ()), QUICK)
    alone = searched(made, {"threads": 1})
    assert searched(made, {"threads": 2}) == alone
    assert searched(made, {"threads": 5}) == alone


STORED = [(flag, symmetric) for flag in ("-DCOLUMNS=0", "-DCOLUMNS=1", "-DCOMPACT") for symmetric in (False, True)]


@pytest.mark.parametrize(("flag", "symmetric"), chosen([STORED[0], STORED[3], STORED[4]], STORED))
def test_states_however_they_are_stored(flag: str, symmetric: bool) -> None:
    made = compiled(program(GRID), flag, symmetric=symmetric)
    alone = searched(made, {"threads": 1})
    assert alone[0].states > 300
    assert alone[0].answers[-1] is not None
    assert searched(made, {"threads": 3}) == alone


@pytest.mark.parametrize("model", chosen([FAIR, UNIONS], [FAIR, FAULTS, UNIONS, WIDE]))
def test_graphs(model: str, tmp_path: Path) -> None:
    made = compiled(program(model))
    kept = {}
    for threads in (1, 3):
        folder = tmp_path / str(threads)
        folder.mkdir()
        search = searched(made, {"threads": threads, "graph": folder, "always": 1, "with-states": 1})
        kept[threads] = search, {file.name: file.read_bytes() for file in folder.iterdir()}
    assert len(kept[1][1]) == 6
    assert kept[3] == kept[1]


@pytest.mark.parametrize("options", [{"spare": 100}, {"bound": 7}])
def test_searches_that_end_early(options: Mapping[str, object]) -> None:
    subject = program(GRID)
    flag, symmetric = STORED[0]
    made = compiled(subject, flag, symmetric=symmetric)
    rest = len(subject.properties) - 1
    if "spare" in options:
        options = {**options, "minor": "1" * rest + "0", "harmless": "0" * rest + "0"}
    alone = searched(made, {**options, "threads": 1})
    assert not alone[0].complete
    assert searched(made, {**options, "threads": 3}) == alone


def test_the_deadline_ends_all_threads() -> None:
    """Some states of the second level take for ever, and each thread has one."""
    model = """
    type r: 0..99999;
    var x: 0..60;
    startstate x := 0; end;
    rule "on" x = 0 ==> x := 1; end;
    ruleset i: 2..60 do rule "out" x = 1 ==> x := i; end; end;
    rule "for ever" x > 1 & forall i: r do forall j: r do i + j >= 0 end end ==> x := 1; end;
    """
    made = compiled(program(model))
    with running(made, {"threads": 2}, UNLIMITED.within(0.5)) as process:
        search = process.search(Silence(), lambda *_: None)
    assert (search.interrupted, search.expanded, search.states) == ("time", 2, 61)


def test_memory_ends_a_state_with_too_many_successors() -> None:
    made = compiled(program(ENDLESS["successors"]))
    with running(made, {"threads": 3}, Budget(megabytes=2)) as process:
        search = process.search(Silence(), lambda *_: None)
    assert search.interrupted == "memory"
    assert 10_000 < search.states < 1_000_000


def test_no_thread_reads_what_another_one_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """ThreadSanitizer sees a search of some thousand states by four threads."""
    monkeypatch.setenv("CC", "cc -g -fsanitize=thread")
    made = compiled(program(GRID), "-O1", *MORE)
    command = [str(made), "memory", "100000000", "threads", "4", "owner", str(os.getpid())]
    ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert '"complete": 1' in ran.stdout
