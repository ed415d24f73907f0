"""A folder on a disk that is full: what is missing is said, every finished level is kept, and with room one goes on."""

from __future__ import annotations

import re
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines.compiled.test_programs import program, told, verified
from tests.engines.stored.running import manifest, stored
from tests.running import FRESH
from vsym.basics.limits import Budget
from vsym.engines.stored.files import LOCK, MANIFEST, PROGRAM, FullDiskError

BITS = """
var bit: array [0..13] of boolean;
startstate for i: 0..13 do bit[i] := false; end; end;
ruleset i: 0..13 do rule "set" !bit[i] ==> bit[i] := true; end; end;
invariant "all" exists i: 0..13 do !bit[i] end;
"""
"""Levels of up to three thousand states, some of whose files are larger than the manifest then."""

FILE = r"((level|merged|outbox)-\d{6}-\d{4}|manifest\.json)"
FULL = rf"(File too large|No space left on device) after [\d,]+ bytes of {FILE}; "
NEEDED = r"about [\d,]+ MB more are needed; every finished level is kept, and with more room --resume goes on"


def _limited(folder: Path, said: Path, most: int) -> None:
    """Explore with files that may have so many bytes, and write down what is said then."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    try:
        stored(folder, program(BITS), parts=1, resume=(folder / MANIFEST).exists())
    except FullDiskError as error:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        said.write_text(f"{error.name}: {error}")


def _said(folder: Path, said: Path, most: int) -> str:
    process = FRESH.Process(target=_limited, args=(folder, said, most))
    process.start()
    process.join(60)
    assert process.exitcode == 0
    return said.read_text()


def test_files_that_may_not_grow(folder: Path, tmp_path: Path) -> None:
    """The limit of a process on the size of files works everywhere, and is told as a disk that is full."""
    subject, some, said = program(BITS), folder / "some", tmp_path / "said"
    stored(folder / "compiled", subject, budget=Budget(bound=0))
    for most, name in ((100, LOCK), (1000, PROGRAM)):
        assert _said(some, said, most).startswith(f"{name}: ")
        assert not [*some.iterdir()]
    stored(some, subject, budget=Budget(bound=1), parts=1)
    assert _said(some, said, 1000).startswith("manifest.json: ")
    for _ in range(2):
        assert re.search(FULL + NEEDED, _said(some, said, 3500))
        kept = manifest(some)
        named = {file["name"] for file in kept["files"]}
        assert {file.name for file in some.iterdir()} == {*named, MANIFEST, PROGRAM}
        assert 2 < len(kept["levels"]) < 8
    assert told(stored(some, subject, resume=True)) == told(verified(subject))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 120 kB, where one may be made."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=120k", "none", place], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("no file system may be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_file_system_without_room(disk: Path) -> None:
    subject, folder = program(BITS), disk / "store"
    with pytest.raises(FullDiskError, match=FULL + NEEDED):
        stored(folder, subject, parts=2, together=1)
    assert not [*folder.glob("*.new.*"), *folder.glob(LOCK)]
    subprocess.run(["mount", "-o", "remount,size=2m", disk], check=True)
    assert told(stored(folder, subject, resume=True)) == told(verified(subject))
