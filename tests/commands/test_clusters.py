"""`vsym sweep --cluster` and `vsym check --store --cluster`: workers and a scheduler that are lost, and Ctrl-C."""

from __future__ import annotations

import json
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.running import Cluster, Process, awaited, cluster_of, descendants, gone, rows_at_work
from tests.support.running import EXAMPLES, Vsym, started
from tests.sweeping.test_pool import SLOW
from vsym.engines.disk.storage import LOCK, MANIFEST

CROWD = ["sweep", str(EXAMPLES / "crowd.gsst"), "--prop", "mutex", "--prop", "all_in", "-D", "writers=1:2"]

BITS = """
var bit: array [0..11] of boolean;
startstate for i: 0..11 do bit[i] := false; end; end;
ruleset i: 0..11 do rule "set" !bit[i] ==> bit[i] := true; end; end;
invariant "some" exists i: 0..11 do !bit[i] end;
cover "two" bit[3] & bit[7];
"""
"""Every number of twelve bits: levels that take their time."""

LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")
"""The loggers of Dask and its dependencies. vsym silences them where it imports Dask first; here a test may do so."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of which each test may end a member: nothing else here costs more time to start."""
    with cluster_of(3, tmp_path_factory.mktemp("cluster")) as started_cluster:
        yield started_cluster


def _rows(cluster: Cluster) -> list[tuple[Process, int]]:
    """The workers that measure a row, each with the process that does."""
    return [(member, row) for member in cluster.workers for row in rows_at_work(member)]


def _steps(cluster: Cluster) -> list[tuple[Process, Mapping[int, str]]]:
    """The workers that explore, each with its processes."""
    return [(member, found) for member in cluster.workers if (found := descendants(member))]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in LOGGERS:
        monkeypatch.setattr(logging.getLogger(name), "disabled", True)
    (tmp_path / "slow.gsst").write_text(SLOW, encoding="utf-8")
    (tmp_path / "bits.m").write_text(BITS, encoding="utf-8")
    return tmp_path


@contextmanager
def _meanwhile(action: Callable[[], object]) -> Iterator[list[Any]]:
    """Do something in a thread beside the block, whose list has the result once the block has ended."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(action()))
    thread.start()
    yield found
    thread.join()


def _timeless(path: Path) -> list[dict[str, Any]]:
    """The rows of a file in the order of their values, without their times."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    kept = [
        {name: told for name, told in row.items() if name not in ("seconds", "compile_seconds", "checksum")}
        for row in rows
    ]
    return sorted(kept, key=lambda row: sorted(row["parameters"].items()))


def _said(out: str) -> list[str]:
    """The words of the sentences below the table, however wide lines are."""
    return out[out.index("`mutex`") :].split()


def test_a_killed_worker_costs_no_row(cluster: Cluster, here: Path, vsym: Vsym) -> None:
    def kill() -> int:
        member, row = awaited(lambda: _rows(cluster))[0]
        os.kill(member, signal.SIGKILL)
        return row

    with _meanwhile(kill) as rows:
        ran = vsym(*CROWD, "--cluster", cluster.address, "-o", "rows.jsonl")
    assert ran.status == 10
    assert ran.err.startswith("vsym: 3 workers at tcp://127.0.0.1:")
    assert ran.err.count("\n") == 1
    awaited(lambda: gone(rows))
    assert _said(vsym(*CROWD, "-o", "here.jsonl").out) == _said(ran.out)
    assert _timeless(here / "rows.jsonl") == _timeless(here / "here.jsonl")
    # The rows are there, so vsym asks no cluster for any.
    ran = vsym(*CROWD, "--cluster", "tcp://127.0.0.1:1", "-o", "rows.jsonl", "-q")
    assert (ran.status, ran.err) == (10, "")


def test_a_killed_worker_costs_its_steps_alone(cluster: Cluster, folder: Path, vsym: Vsym) -> None:
    def kill() -> list[int]:
        awaited(lambda: (folder / MANIFEST).exists() and len(json.loads((folder / MANIFEST).read_bytes())["levels"]))
        member, steps = awaited(lambda: _steps(cluster))[0]
        os.kill(member, signal.SIGKILL)
        return [*steps]

    with _meanwhile(kill) as steps:
        ran = vsym("check", "bits.m", "--store", folder, "--cluster", cluster.address, "--json")
    assert ran.status == 10
    found = json.loads(ran.out)
    figures = {"states": 2**12, "depth": 12, "rules_fired": 12 * 2**11, "deadlocks": 1, "complete": True}
    assert {name: found["exploration"][name] for name in figures} == figures
    told = [
        (one["name"], one["verdict"], one["trace"] and len(one["trace"]["states"]) - 1) for one in found["properties"]
    ]
    assert told == [
        ("errors", "holds", None),
        ("deadlock", "violated", 12),
        ("some", "violated", 12),
        ("two", "holds", 2),
    ]
    awaited(lambda: gone(steps[0]))
    assert not [*folder.glob("*.new.*"), *folder.glob("outbox*"), *folder.glob(LOCK)]


def test_ctrl_c_gives_up_what_runs_on_a_cluster(cluster: Cluster, here: Path, vsym: Vsym) -> None:
    """The workers go on, but their processes that measure rows end."""
    rows = here / "rows.jsonl"

    def press() -> None:
        awaited(lambda: rows.exists() and _timeless(rows))
        awaited(lambda: _rows(cluster))
        os.kill(os.getpid(), signal.SIGINT)

    with _meanwhile(press):
        ran = vsym("sweep", "slow.gsst", "-D", "n=1,400", "--cluster", cluster.address, "-o", "rows.jsonl", "-q")
    assert (ran.status, ran.err) == (130, "")
    assert "1 value was not checked" in ran.out
    assert [row["parameters"] for row in _timeless(rows)] == [{"n": 1}]
    awaited(lambda: not _rows(cluster))
    assert not gone(cluster.workers)


def test_a_lost_scheduler_ends_the_sweep_and_what_it_measured(cluster: Cluster, here: Path, vsym: Vsym) -> None:
    def kill() -> int:
        [(_, row)] = awaited(lambda: _rows(cluster))
        os.kill(cluster.scheduler, signal.SIGKILL)
        return row

    with _meanwhile(kill) as rows:
        ran = vsym("sweep", "slow.gsst", "-D", "n=400", "--cluster", cluster.address, "-q", "-o", "rows.jsonl")
    assert ran.status == 5
    assert "1 value was not checked" in ran.out
    told = "was lost; finished work is kept, and the same command continues from there"
    assert ran.err == f"vsym: the scheduler {cluster.address} {told}\n"
    assert _timeless(here / "rows.jsonl") == []
    awaited(lambda: gone(rows))


@pytest.mark.cluster
def test_a_local_cluster_ends_with_a_sweep_that_is_killed() -> None:
    with started("sweep", "slow.gsst", "-D", "n=400:403", "--cluster", "local:1", "-q") as process:
        [row] = awaited(lambda: rows_at_work(process.pid))
        members = descendants(process.pid)
        process.kill()
        process.communicate(timeout=60)
    assert {row} < members.keys()
    awaited(lambda: gone([*members]))
