"""Two runs on one store: the second is refused, unless the first is gone."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import time
from pathlib import Path

import pytest

from tests.cluster.running import awaited
from tests.engines.stored.running import grid, stored
from tests.running import FRESH
from vsym.basics.limits import Budget
from vsym.engines.stored import store
from vsym.engines.stored.files import LOCK, StoreError
from vsym.engines.stored.folder import Folder
from vsym.engines.stored.store import STALE, locked


def _hold(folder: Path) -> None:
    with locked(Folder(folder)):
        signal.pause()


def test_a_second_process_is_refused_until_the_first_is_gone(folder: Path) -> None:
    """Its end is seen at once, whether it could say so or not."""
    owner = FRESH.Process(target=_hold, args=(folder,))
    owner.start()
    file = folder / LOCK
    awaited(lambda: file.exists() and file.read_bytes())
    in_use = rf"in use by another run \(process {owner.pid} on {re.escape(socket.gethostname())}, since 20\d\d-"
    with pytest.raises(StoreError, match=in_use):
        stored(folder, grid())
    assert [one.name for one in folder.iterdir()] == [LOCK]
    owner.kill()
    owner.join()
    stored(folder, grid(), budget=Budget(bound=1))
    assert not file.exists()


def test_a_process_of_the_same_number_is_another_one(folder: Path) -> None:
    with locked(Folder(folder)):
        record = json.loads((folder / LOCK).read_bytes())
    (folder / LOCK).write_text(json.dumps({**record, "process": os.getppid(), "begun": "1"}))
    with locked(Folder(folder)):
        assert json.loads((folder / LOCK).read_bytes())["process"] == os.getpid()


def test_the_owner_on_another_machine_has_some_time(folder: Path) -> None:
    with locked(Folder(folder)):
        record = json.loads((folder / LOCK).read_bytes())
    (folder / LOCK).write_text(json.dumps({**record, "host": "elsewhere"}))
    with pytest.raises(StoreError, match=r"on elsewhere, .*; it was last seen \d+ seconds ago, .* dead after 600"):
        stored(folder, grid())
    os.utime(folder / LOCK, (time.time() - STALE - 60,) * 2)
    stored(folder, grid(), budget=Budget(bound=1))
    assert not (folder / LOCK).exists()


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b'{"host": "x"', b"\xff\xfe"])
def test_half_a_lock_is_another_run_for_a_moment(text: bytes, folder: Path) -> None:
    folder.mkdir()
    (folder / LOCK).write_bytes(text)
    with pytest.raises(StoreError, match="is being opened by another run"), locked(Folder(folder)):
        pass
    os.utime(folder / LOCK, (time.time() - 60,) * 2)
    with locked(Folder(folder)) as held:
        held.require()


def test_who_was_taken_for_dead_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And leaves the lock to its new owner."""
    with locked(Folder(folder)) as held:
        record = json.loads((folder / LOCK).read_bytes())
        monkeypatch.setattr(store, "BEAT", 0.0)
        os.utime(folder / LOCK, (1, 1))
        held.beat()
        assert (folder / LOCK).stat().st_mtime > 1
        (folder / LOCK).write_text(json.dumps({**record, "token": "another"}))
        with pytest.raises(StoreError, match="another run has taken this store over; this one ends"):
            held.beat()
    assert json.loads((folder / LOCK).read_bytes())["token"] == "another"
