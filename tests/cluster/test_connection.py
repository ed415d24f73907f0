"""Real schedulers and workers: the results that come back, refused connections, and nothing left behind."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster
from distributed.security import Security

from tests.cluster.running import awaited, descendants, gone, worker
from vsym.basics.numbers import number
from vsym.basics.options import ClusterSettings, RefusedError
from vsym.cluster import address as places
from vsym.cluster import connection as connections
from vsym.cluster.connection import Completed, Connection, Failed
from vsym.cluster.task import identity
from vsym.sweeping.storing import form_of

pytestmark = pytest.mark.cluster

ROOT = Path(__file__).parents[2]

HERE: dict[str, Any] = {
    "host": "127.0.0.1",
    "protocol": "tcp://",
    "processes": False,
    "threads_per_worker": 1,
    "dashboard_address": None,
}
"""A cluster in threads of this process, which is quicker to start than others and speaks as they do."""

ROLES = ("client", "scheduler", "worker")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    """A local cluster, which leaves neither a process nor a folder."""
    before, folder = descendants(os.getpid()), tmp_path_factory.mktemp("cluster")
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("tempfile.tempdir", str(folder))
        changed.setenv("TMPDIR", str(folder))
        changed.chdir(folder)
        connection = Connection(ClusterSettings("local:1")).__enter__()
    try:
        started = descendants(os.getpid()).keys() - before.keys()
        yield connection
    finally:
        connection.__exit__(None, None, None)
    assert len(started) >= 2
    awaited(lambda: gone([*started]))
    assert list(folder.iterdir()) == []


def _ended(connection: Connection) -> Completed | Failed:
    [ended] = awaited(lambda: connection.completed(1))
    return ended


def test_tasks_come_back_each_once(cluster: Connection) -> None:
    cluster.begun()
    for value in range(5):
        cluster.submit(number, 1000 * value, f"task {value}")
    with pytest.raises(ValueError, match="task 4 is a task already"):
        cluster.submit(number, 0, "task 4")
    ended: list[Completed | Failed] = []
    while len(ended) < 5:
        ended += cluster.completed(1)
    results = {one.key: one.result for one in ended if isinstance(one, Completed)}
    assert results == {f"task {value}": number(1000 * value) for value in range(5)}
    assert sorted(cluster.begun()) == sorted(results)
    assert cluster.completed(0) == []
    assert (cluster.workers, cluster.begun()) == (1, [])


def test_what_a_task_raises_is_told(cluster: Connection) -> None:
    cluster.submit(number, "many", "none")
    ended = _ended(cluster)
    assert isinstance(ended, Failed)
    assert (ended.key, ended.cause) == ("none", "bug")
    assert ended.reason.startswith("TypeError: ")


def test_a_task_s_refusal_is_raised(cluster: Connection) -> None:
    cluster.submit(form_of, "rows.txt", "refused")
    with pytest.raises(RefusedError, match=r"name the file ….csv"):
        awaited(lambda: cluster.completed(1))


@pytest.mark.parametrize("function", [os.getpid, lambda _: 1, places._tls])
def test_only_functions_of_vsym_are_run_by_their_names(function: Callable[..., Any], cluster: Connection) -> None:
    with pytest.raises(ValueError, match="is not a function that workers run"):
        cluster.submit(function, None, "none")


def test_another_vsym_is_refused_with_both_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "copy"
    for name in ("vsym", "grammars", "templates"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    face = copy / "vsym" / "__init__.py"
    face.write_text(face.read_text("utf-8").replace(f'"{identity().version}"', '"0.0.9"'), "utf-8")
    refused = rf"the worker tcp://127\.0\.0\.1:\d+ runs vsym 0\.0\.9 .*, and this is vsym {identity().version} "
    with LocalCluster(n_workers=0, **HERE) as ours:
        address = ours.scheduler_address
        settings = ClusterSettings(address)
        monkeypatch.setattr(connections, "PATIENCE", 0.5)
        with pytest.raises(RefusedError, match=f"the scheduler {address} has no worker; `dask worker {address}"):
            Connection(settings).__enter__()
        monkeypatch.undo()
        ours.scale(1)
        with Connection(settings) as connection, worker(address, copy):
            awaited(lambda: connection.workers == 2)
            # Who comes later is found out by the tasks that it is given.
            ours.scale(0)
            awaited(lambda: connection.workers == 1)
            connection.submit(number, 1, "task")
            with pytest.raises(RefusedError, match=refused):
                awaited(lambda: connection.completed(1))
            with pytest.raises(RefusedError, match=refused):
                connection.require_same()
    monkeypatch.setattr(connections, "PATIENCE", 0.5)
    with pytest.raises(RefusedError, match=f"no scheduler answers at {address}: .*(refused|more than 0.5 seconds)"):
        Connection(settings).__enter__()


def test_a_scheduler_that_listens_to_the_network_is_refused() -> None:
    with LocalCluster(n_workers=0, **{**HERE, "host": "0.0.0.0"}) as network:
        reached = f"tcp://127.0.0.1:{network.scheduler_address.rpartition(':')[2]}"
        with pytest.raises(RefusedError, match=r"the scheduler also listens at .*, and workers run any code"):
            Connection(ClusterSettings(reached)).__enter__()


def test_without_dask_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RefusedError, match=r"`pip install vsym\[cluster\]` gets it"):
        Connection(ClusterSettings("local:1")).__enter__()


def test_tls_is_needed_on_both_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, others = (_certificates(tmp_path / name) for name in ("ours", "others"))
    shown = {f"tls_{role}_{kind}": ours[at] for role in ROLES for at, kind in ((1, "cert"), (2, "key"))}
    security = Security(tls_ca_file=ours[0], require_encryption=True, **shown)
    with LocalCluster(n_workers=1, **{**HERE, "protocol": "tls://"}, security=security) as cluster:
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        monkeypatch.setattr(connections, "PATIENCE", 0.5)
        with pytest.raises(RefusedError, match=f"no scheduler answers at {address}: "):
            Connection(ClusterSettings(address, *others)).__enter__()
        with pytest.raises(RefusedError, match="no scheduler answers at tcp://"):
            Connection(ClusterSettings(address.replace("tls", "tcp"))).__enter__()
        monkeypatch.undo()
        with Connection(ClusterSettings(address, *ours)) as connection:
            connection.submit(number, 1234, "task")
            assert _ended(connection) == Completed("task", number(1234))


def _certificates(folder: Path) -> tuple[str, str, str]:
    """Files with a certificate that is trusted, one to show and its key."""
    folder.mkdir()
    made = Security.temporary()
    files = {"ca": made.tls_ca_file, "cert": made.tls_client_cert, "key": made.tls_client_key}
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return str(folder / "ca"), str(folder / "cert"), str(folder / "key")
