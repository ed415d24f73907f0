"""Two runs on one store: the second is refused, unless the first is gone."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from tests.cluster.running import awaited, processes
from tests.engines.compiled.test_programs import told
from tests.engines.disk.running import contents, grid, local, manifest, model, paths, stored
from tests.support.running import FRESH
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.schema import schema
from vsym.engines.disk import shapes, store
from vsym.engines.disk.exploring import Limits, Narration, explore
from vsym.engines.disk.folder import Folder, FolderDesk
from vsym.engines.disk.manifest import manifest as read_manifest
from vsym.engines.disk.manifest import sealed
from vsym.engines.disk.storage import LOCK, MANIFEST, StoreError
from vsym.engines.disk.store import STALE, locked
from vsym.engines.disk.working import executable, text_of
from vsym.system.report import Progress, Silence


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
    """The run leaves the lock to its new owner."""
    with locked(Folder(folder)) as held:
        record = json.loads((folder / LOCK).read_bytes())
        monkeypatch.setattr(store, "BEAT", 0.0)
        os.utime(folder / LOCK, (1, 1))
        held.beat()
        assert (folder / LOCK).stat().st_mtime > 1
        (folder / LOCK).write_text(json.dumps({**record, "token": "another"}))
        with pytest.raises(StoreError, match="another run has taken over this store; this run ends"):
            held.beat()
    assert json.loads((folder / LOCK).read_bytes())["token"] == "another"


def test_old_levels_have_files_of_their_own(folder: Path) -> None:
    """Paths lead through them, and an exploration that was cut short goes on behind them."""
    subject = grid()
    whole = stored(folder / "whole", subject)
    assert not manifest(folder / "whole")["chapters"]
    cut = stored(folder / "some", subject, budget=Budget(bound=9), chapter=3)
    assert cut.reached is not None
    assert len(manifest(folder / "some")["chapters"]) == 2
    found = stored(folder / "some", subject, resume=True, chapter=3)
    assert (told(found), paths(found)) == (told(whole), paths(whole))
    record, known = manifest(folder / "some"), manifest(folder / "whole")
    assert record["chapters"] == [f"history-{level:06}" for level in range(3, len(record["older"]) + 1, 3)]
    assert 3 <= len(record["levels"]) < 6
    assert len(record["older"]) + len(record["levels"]) == len(known["levels"])


@pytest.mark.parametrize("damage", ["changed", "missing"])
def test_a_chapter_that_is_damaged_is_named(damage: str, folder: Path) -> None:
    subject = grid()
    stored(folder, subject, chapter=3)
    file = folder / "history-000003"
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes().replace(b'"checksum": ', b'"checksum": 1', 1))
    with pytest.raises(StoreError, match=r"history-000003 is (missing|damaged)"):
        stored(folder, subject, resume=True)


def test_a_manifest_is_as_the_schema_says_and_is_read_back(tmp_path: Path) -> None:
    told = schema(shapes.Manifest)
    jsonschema.Draft202012Validator.check_schema(told)
    stored(tmp_path / "store", grid(), parts=4)
    data = (tmp_path / "store" / MANIFEST).read_bytes()
    jsonschema.Draft202012Validator(told).validate(json.loads(data))
    known = read_manifest(data, "store", MANIFEST)
    assert known.text() == data
    assert known.complete
    assert known.answers
    record = json.loads(data)
    del record["sha256"]
    assert read_manifest(sealed(record), "store", MANIFEST) == known
    text, given = json.dumps(record), json.dumps(record["files"][0]["name"])
    for name in ("../../elsewhere", "level-1", "manifest.json", "/etc/passwd"):
        # No store gives such a name; it stands wherever the file is named, and the checksum is right.
        renamed = json.loads(text.replace(given, json.dumps(name)))
        with pytest.raises(StoreError, match="damaged"):
            read_manifest(sealed(renamed), "store", MANIFEST)


ROUTE: dict[str, Any] = {"parts": 2, "together": 20}
"""A division of states in which some levels are one step and some are two."""


class _Impatient(Silence):
    """Presses Ctrl-C after some levels."""

    def __init__(self, levels: int) -> None:
        self._left = levels

    def explored(self, _: Progress) -> None:
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt


def test_what_was_cut_short_goes_on(folder: Path) -> None:
    """Cut short by a bound, a time limit or Ctrl-C, a search counts its finished levels and resumes after them."""
    subject = grid()
    whole = stored(folder / "whole", subject, **ROUTE)
    some, resumed = folder / "some", False
    for budget, report, reason, depth in (
        (Budget(bound=2), Silence(), "bound", 1),
        (UNLIMITED, _Impatient(3), "keyboard", 4),
        (Budget(deadline=0.0), Silence(), "time", 4),
    ):
        found = stored(some, subject, budget=budget, report=report, resume=resumed, **ROUTE).reached
        assert found is not None
        assert (found.complete, found.interrupted, found.depth) == (False, reason, depth)
        assert not (some / LOCK).exists()
        resumed = True
    assert told(stored(some, subject, resume=True, **ROUTE)) == told(whole)
    assert contents(some) == contents(folder / "whole")
    # Resuming a complete exploration changes nothing.
    assert told(stored(some, subject, resume=True, **ROUTE)) == told(whole)
    assert contents(some) == contents(folder / "whole")


def test_killed_at_some_moments(folder: Path) -> None:
    """SIGKILL comes between any two operations on files; after a resumed run, no process and no stray file is left."""
    subject, random = grid(), Random(17)
    whole = stored(folder / "whole", subject, **ROUTE)
    some = folder / "some"
    some.mkdir()
    ended = []
    for _ in range(6):
        process = FRESH.Process(target=_killed, args=(some, random.randint(1, 60)))
        process.start()
        process.join(60)
        ended.append(process.exitcode)
    assert ended == [-signal.SIGKILL] * 6
    found = stored(some, subject, resume=(some / MANIFEST).exists(), **ROUTE)
    assert told(found) == told(whole)
    assert contents(some) == contents(folder / "whole")
    program = str(executable(text_of(model())))
    awaited(lambda: not any(program in command for command in processes().values()))


def _killed(folder: Path, moment: int) -> None:
    """Explore, and die by SIGKILL at so many operations on the files of a folder or starts of processes."""
    left = moment

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event not in ("open", "os.rename", "os.remove", "subprocess.Popen"):
            return
        if event != "subprocess.Popen" and str(folder) not in str(arguments[0]):
            return
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    subject = grid()
    sys.addaudithook(count)
    stored(folder, subject, resume=(folder / MANIFEST).exists(), **ROUTE)


def test_a_worker_that_is_killed_costs_its_step_alone(folder: Path, tmp_path: Path) -> None:
    """Every third worker process is killed once it has read its request."""
    stored(folder / "whole", grid(), **ROUTE)
    program = tmp_path / "program"
    limits = Limits(UNLIMITED, lambda _: False, ROUTE["together"])
    real = executable(text_of(model()))
    counted = f"echo >> {program}.told; cat > {program}.$$; [ $(($(wc -l < {program}.told) % 3)) = 0 ] && kill -9 $$"
    program.write_text(f'#!/bin/sh\n{counted}\nexec {real} "$@" < {program}.$$\n')
    program.chmod(0o755)
    some = folder / "some"
    with local(some, program) as (store, workers):
        assert explore(store, workers, limits, Narration(Silence())) is None
    assert contents(some) == contents(folder / "whole")
    program.write_text("#!/bin/sh\ncat > /dev/null\nkill -9 $$\n")
    with local(folder / "none", program) as (store, workers), pytest.raises(StoreError, match="want of memory"):
        explore(store, workers, limits, Narration(Silence()))
    assert {file.name for file in (folder / "none").iterdir()} == {MANIFEST, "program.c"}


@pytest.mark.parametrize("request_text", ["", "parts 1\nmemory 1000000\nlevel 0\n"])
def test_a_request_without_its_end_is_not_carried_out(request_text: str) -> None:
    """Its sender was interrupted while writing it; an empty request names no file to write."""
    program = executable(text_of(model()))
    ran = subprocess.run([program, "step"], input=request_text, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (3, "")
    assert json.loads(ran.stdout)["what"] == "request"


def test_ctrl_c_while_a_manifest_is_written_leaves_the_figures_of_the_one_that_is_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the file is written, or after."""
    write = Folder.write
    with local(folder, executable(text_of(model()))) as (store, workers):
        explore(store, workers, Limits(Budget(bound=2), lambda _: False), Narration(Silence()))
        first = store.manifest
        for when in ("before", "after"):

            def interrupted(place: Folder, name: str, data: bytes, when: str = when) -> None:
                if name != MANIFEST or when == "after":
                    write(place, name, data)
                if name == MANIFEST:
                    raise KeyboardInterrupt

            monkeypatch.setattr(Folder, "write", interrupted)
            assert explore(store, workers, Limits(UNLIMITED, lambda _: False), Narration(Silence())) == "keyboard"
            assert store.manifest == read_manifest((folder / MANIFEST).read_bytes(), str(folder), MANIFEST)
            assert (store.manifest == first) == (when == "before")


def test_ctrl_c_while_a_step_is_put_away_leaves_no_half_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The step ends before it is done, and the files that it has begun are still there at that moment."""
    there = list[str]()

    def begun(desk: FolderDesk, name: str) -> str:
        path = begin(desk, name)
        Path(path).touch()
        return path

    def interrupted(desk: FolderDesk) -> None:
        there.extend(desk.begun)
        raise KeyboardInterrupt

    with local(folder, executable(text_of(model()))) as (store, workers):
        explore(store, workers, Limits(Budget(bound=2), lambda _: False), Narration(Silence()))
        begin = FolderDesk.begin
        monkeypatch.setattr(FolderDesk, "begin", begun)
        monkeypatch.setattr(FolderDesk, "keep", lambda *_: None)
        monkeypatch.setattr(FolderDesk, "clear", interrupted)
        assert explore(store, workers, Limits(UNLIMITED, lambda _: False), Narration(Silence())) == "keyboard"
        assert there
        assert not [*folder.glob("*.new.*")]
