"""Stores at addresses: in the memory of this process, and in a bucket of a server on this machine that speaks S3."""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest

from tests.engines.compiled.test_programs import interpreted, program, told
from tests.engines.disk.running import GRID, compiler, contents, grid, paths, stored
from tests.support.drawn import chosen
from tests.support.running import Refused
from vsym.basics.limits import Budget
from vsym.engines.disk.folder import named
from vsym.engines.disk.remote import remote
from vsym.engines.disk.storage import LOCK, MANIFEST, StoreError
from vsym.engines.disk.store import locked

PARTS: dict[str, Any] = {"parts": 3, "together": 20}


SHALLOW = """
var x: 0..3; y: boolean;
startstate x := 0; y := false; end;
rule "x" x < 3 ==> x := x + 1; end;
rule "y" x = 2 & !y ==> y := true; end;
"""
"""Few levels: each is some dozens of requests."""


@pytest.fixture
def address() -> Iterator[str]:
    """A place in memory, which is empty."""
    address = "memory://stores/one"
    yield address
    fsspec.filesystem("memory").store.clear()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server that speaks S3, with the bucket `bucket`."""
    from moto.server import ThreadedMotoServer

    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    try:
        host, port = running.get_host_and_port()
        yield f"http://{host}:{port}"
    finally:
        running.stop()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A bucket, which the environment says how to reach."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", server)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    files = fsspec.filesystem("s3")
    if not files.exists("bucket"):
        files.mkdir("bucket")
    return "s3://bucket"


def copied(address: str, folder: Path) -> Path:
    """The files of an address, in a folder."""
    place = named(address)
    folder.mkdir()
    for name in place.names():
        (folder / name).write_bytes(place.read(name))
    return folder


def test_an_address_has_the_same_files(address: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sections of a few blocks each are fetched, and the others are not."""
    monkeypatch.setenv("CC", compiler("-DBLOCK_BYTES=64"))
    folder.mkdir()
    known = stored(folder / "whole", grid(), **PARTS)
    stored(address, grid(), budget=Budget(bound=9), **PARTS)
    found = stored(address, grid(), resume=True, workers=2, **PARTS)
    assert (told(found), paths(found)) == (told(known), paths(known))
    assert contents(copied(address, folder / "copy")) == contents(folder / "whole")


@pytest.mark.parametrize(
    "kind", chosen(["outbox", "level", "manifest"], ["outbox", "starts", "level", "merged", "manifest"])
)
def test_damage_is_found(kind: str, address: str) -> None:
    """The engine finds damage in every byte that it fetches: it makes outboxes again, and refuses the other files."""
    place, files = remote(address), fsspec.filesystem("memory")
    subject = program(SHALLOW) if kind in ("outbox", "starts") else grid()
    known = told(interpreted(subject))
    bound = {"starts": 0, "outbox": 3}.get(kind, 9)
    stored(address, subject, budget=Budget(bound=bound), **PARTS)
    record = json.loads(place.read(MANIFEST))
    names = [MANIFEST, *(one["name"] for one in record["files"])]
    name = max(one for one in names if one.startswith(kind))
    whole = {each: place.read(each) for each in place.names()}
    for spot in (0.5, None) if kind in ("outbox", "starts") else (0, 0.9, None):
        for each, data in whole.items():
            place.write(each, data)
        changed = bytearray(whole[name])
        if spot is None:
            place.remove(name)
        else:
            changed[int(spot * len(changed))] ^= 4
            place.write(name, bytes(changed))
        if kind in ("outbox", "starts"):
            assert told(stored(address, subject, resume=True, **PARTS)) == known
        else:
            with pytest.raises(StoreError, match=f"{re.escape(name)} is (damaged|missing)|holds no store"):
                stored(address, subject, resume=True, **PARTS)
        for each in place.names():
            files.rm_file(f"{place.root}/{each}")


def test_a_lock_at_an_address(address: str) -> None:
    place = named(address)
    with locked(place):
        record = json.loads(place.read(LOCK))
        with pytest.raises(StoreError, match=f"in use by another run .process {os.getpid()} on"), locked(place):
            pass
    place.write(LOCK, json.dumps({**record, "host": "elsewhere"}).encode())
    with pytest.raises(StoreError, match=r"on elsewhere, since .*; it was last seen \d+ seconds ago"), locked(place):
        pass
    place.write(LOCK, json.dumps({**record, "process": 1}).encode())
    with locked(place):
        assert json.loads(place.read(LOCK))["host"] == socket.gethostname()
    assert place.names() == []


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(StoreError, match="--store nothing://here: Protocol not known"):
        named("nothing://here")


def test_a_bucket(bucket: str) -> None:
    """A run of some levels, whose lock is there though its process is gone: the next run sees that, and goes on.

    Each run sees at once the files that others write.
    """
    address, subject = f"{bucket}/ended", program(SHALLOW)
    place = named(address)
    stored(address, subject, budget=Budget(bound=2), parts=1)
    with locked(place):
        record = json.loads(place.read(LOCK))
    assert LOCK not in place.names()
    stale = json.dumps({**record, "process": 1}).encode()
    fsspec.filesystem("s3").call_s3("put_object", Bucket="bucket", Key=f"ended/{LOCK}", Body=stale)
    assert LOCK in place.names()
    with pytest.raises(StoreError, match="--resume continues it"):
        stored(address, subject)
    assert told(stored(address, subject, resume=True)) == told(interpreted(subject))
    assert LOCK not in place.names()
    assert not [name for name in place.names() if ".new" in name or name.startswith(("outbox", "starts"))]
    with locked(place), pytest.raises(StoreError, match="in use by another run"), locked(place):
        pass
    place.write(MANIFEST, place.read(MANIFEST).replace(b"level", b"lever", 1))
    with pytest.raises(StoreError, match=r"manifest\.json is damaged"):
        stored(address, subject, resume=True)


def test_a_bucket_that_is_not_there(bucket: str, tmp_path: Path, refused: Refused) -> None:
    model = tmp_path / "grid.m"
    model.write_text(GRID)
    assert "bucket" in refused("explore", str(model), "--store", f"{bucket}-none/store")
