"""`vsym sweep --cluster`: the rows of the pool, whatever happens to workers, and nothing left of them."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.running import awaited, descendants, gone, rows_at_work, scheduler, worker
from tests.support.running import EXAMPLES, Refused, Vsym, started
from tests.sweeping.test_pool import SLOW

CROWD = ["sweep", str(EXAMPLES / "crowd.gsst"), "--prop", "mutex", "--prop", "all_in", "-D", "writers=1:2"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow.gsst").write_text(SLOW, encoding="utf-8")
    return tmp_path


@dataclass(frozen=True)
class Cluster:
    """A scheduler, and two workers of it."""

    scheduler: subprocess.Popen[bytes]
    address: str
    workers: tuple[subprocess.Popen[bytes], ...]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    at = tmp_path_factory.mktemp("cluster")
    with scheduler(at) as (process, address), worker(address, at) as first, worker(address, at) as second:
        yield Cluster(process, address, (first, second))


def _rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file in the order of their values, without their times."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    kept = [
        {name: told for name, told in row.items() if name not in ("seconds", "compile_seconds", "checksum")}
        for row in rows
    ]
    return sorted(kept, key=lambda row: sorted(row["parameters"].items()))


def _at_work(members: Sequence[subprocess.Popen[bytes]]) -> list[tuple[subprocess.Popen[bytes], int]]:
    """The workers that measure a row, each with the process that does."""
    return [(member, row) for member in members for row in rows_at_work(member.pid)]


def _said(out: str) -> list[str]:
    """The words of the sentences below the table, however wide lines are."""
    return out[out.index("`mutex`") :].split()


def test_a_killed_worker_costs_no_row(cluster: Cluster, folder: Path, vsym: Vsym) -> None:
    with started(*CROWD, "--cluster", cluster.address, "-o", "rows.jsonl") as process:
        member, row = awaited(lambda: _at_work(cluster.workers))[0]
        member.kill()
        out, err = process.communicate(timeout=120)
    assert process.returncode == 10
    assert err.startswith("vsym: 2 workers at tcp://127.0.0.1:")
    assert err.count("\n") == 1
    awaited(lambda: gone([row]))
    assert _said(vsym(*CROWD, "-j", "1", "-o", "pool.jsonl").out) == _said(out)
    assert _rows(folder / "rows.jsonl") == _rows(folder / "pool.jsonl")
    # The rows are there, so that no cluster is asked for any.
    ran = vsym(*CROWD, "--cluster", "tcp://127.0.0.1:1", "-o", "rows.jsonl", "-q")
    assert (ran.status, ran.err) == (10, "")


def test_ctrl_c_gives_up_what_runs_on_a_cluster(cluster: Cluster, folder: Path) -> None:
    """The workers go on, and what they measured does not."""
    rows = folder / "rows.jsonl"
    sweep = ["sweep", "slow.gsst", "-D", "n=1,400:403", "--cluster", cluster.address, "-o", "rows.jsonl", "-q"]
    with started(*sweep) as process:
        awaited(lambda: rows.exists() and _rows(rows))
        awaited(lambda: _at_work(cluster.workers))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert "4 values were not looked at" in out
    assert [row["parameters"] for row in _rows(rows)] == [{"n": 1}]
    awaited(lambda: not _at_work(cluster.workers))
    assert any(member.poll() is None for member in cluster.workers)


def test_a_lost_scheduler_ends_the_sweep_and_what_it_measured(cluster: Cluster, folder: Path) -> None:
    sweep = ["sweep", "slow.gsst", "-D", "n=400", "--cluster", cluster.address, "-q", "-o", "rows.jsonl"]
    with started(*sweep) as process:
        [(_, row)] = awaited(lambda: _at_work(cluster.workers))
        cluster.scheduler.kill()
        out, err = process.communicate(timeout=60)
    assert process.returncode == 5
    assert "1 value was not looked at" in out
    told = "was lost; what was finished is kept, and the same command goes on from it"
    assert err == f"vsym: the scheduler {cluster.address} {told}\n"
    assert _rows(folder / "rows.jsonl") == []
    awaited(lambda: gone([row]))


def test_a_local_cluster_ends_with_a_sweep_that_is_killed() -> None:
    with started("sweep", "slow.gsst", "-D", "n=400:403", "--cluster", "local:1", "-q") as process:
        [row] = awaited(lambda: rows_at_work(process.pid))
        members = descendants(process.pid)
        process.kill()
        process.communicate(timeout=60)
    assert {row} < members.keys()
    awaited(lambda: gone([*members]))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--cluster", "local:2", "-j", "2"],
            "-j is how many processes measure here, and --cluster says where they are",
        ),
        (["--cluster", "tcp://10.0.0.5:8786"], "without TLS anybody on the network can send it"),
        (["--tls-ca", "ca.pem"], "--tls-ca, --tls-cert and --tls-key are for --cluster tls://HOST:PORT"),
    ],
)
def test_what_cannot_be_done_is_refused_at_once(
    arguments: list[str], said: str, folder: Path, refused: Refused
) -> None:
    assert said in refused(*CROWD, *arguments, "-o", "rows.csv")
    assert not (folder / "rows.csv").exists()
