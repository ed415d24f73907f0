"""Processes that measure rows: a lost one costs only its row, and none is left."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.sweeping import pool
from vsym.sweeping.axes import Settings, axis, rows
from vsym.sweeping.pool import Started, measured
from vsym.sweeping.row import Row

MUTEX = """
system mutex
param n = 3 where n >= 1
states N, T, C
group P of n
init N
trans N -> T
trans T -> C if none in C
trans C -> N
invariant mutex: #C <= 1
"""

SLOW = """
system slow
param n = 3
states S[1..60]
group P of n
init S[1]
for i in 1..59 { trans S[i] -> S[i+1] if #S[i+1] <= i }
trans S[60] -> S[1]
ctl there: AG EF #S[60] = n
"""


def workers() -> list[int]:
    """The processes of sweeps that this process has started."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                command = (process / "cmdline").read_bytes()
                status = (process / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if b"vsym.cli.worker" in command and int(status[1]) == os.getpid():
                found.append(int(process.name))
    return found


def _rows(
    text: str, written: str, jobs: int = 1, settings: Settings | None = None
) -> Generator[Started | Row, None, None]:
    todo = list(rows([axis("n", written)]))
    return measured(Source("s.gsst", text), settings or Settings(), todo, jobs)


def test_every_row_is_measured_once_and_no_process_is_left() -> None:
    found = [event for event in _rows(MUTEX, "0:6", 2) if isinstance(event, Row)]
    assert sorted(dict(row.values)["n"] for row in found) == [0, 1, 2, 3, 4, 5, 6]
    assert {row.verdict("mutex") for row in found if row.failure is None} == {"holds"}
    assert [row.failure for row in found if dict(row.values)["n"] == 0] == ["model"]
    assert workers() == []


def test_a_killed_process_costs_its_row_only() -> None:
    found: list[Row] = []
    started = 0
    for event in _rows(SLOW, "400:401,2", 1):
        if isinstance(event, Row):
            found.append(event)
            continue
        started += 1
        if started <= 2:
            [worker] = workers()
            time.sleep(0.2)
            os.kill(worker, signal.SIGKILL if started == 1 else signal.SIGSEGV)
    assert [row.failure for row in found] == ["limit", "limit", None]
    assert found[0].problem == "its process was ended by SIGKILL, as systems do when memory runs out"
    assert found[1].problem == "its process was ended by SIGSEGV"
    assert found[0].verdict("there") == "unknown"
    assert found[2].verdict("there") in ("holds", "violated")
    assert workers() == []


def test_a_process_that_outstays_its_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process itself has much time left, so that the pool has to end it."""
    monkeypatch.setattr(pool, "GRACE", -999.7)
    started, row = _rows(SLOW, "400", 1, Settings(timeout=1000))
    assert isinstance(started, Started)
    assert isinstance(row, Row)
    assert row.problem == "the time limit was reached, and the process did not stop by itself"
    assert row.status == 5
    assert workers() == []


def test_ending_early_leaves_no_process() -> None:
    events = _rows(SLOW, "400:420", 2)
    next(events)
    assert len(workers()) in (1, 2)
    events.close()
    assert workers() == []


def test_what_no_row_can_have_ends_the_sweep() -> None:
    with pytest.raises(RefusedError, match="no solver `abacus`; there are z3 and cvc5"):
        list(_rows(MUTEX, "1:3", 1, Settings(solver="abacus")))
    assert workers() == []
