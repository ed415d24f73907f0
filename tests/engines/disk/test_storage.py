"""Files of states, read in Python by their format: they have the content that they should, and nothing else."""

from __future__ import annotations

import re
import resource
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines.compiled.test_programs import program, told, verified
from tests.engines.disk.running import SMALL_BLOCKS, compiler, decided, grid, manifest, stored
from tests.support.drawn import chosen
from tests.support.running import FRESH
from vsym.basics.limits import Budget
from vsym.engines.disk.storage import LOCK, MANIFEST, PROGRAM, FullDiskError

_HEAD, _SECTION, _TAIL = struct.Struct("<III"), struct.Struct("<QQ"), struct.Struct("<QQIIIIQ")


def states(file: Path) -> list[list[int]]:
    """The states of each section of a file, as its format is described in writing.c."""
    data = file.read_bytes()
    offset, entries, sections, words, _, _, magic = _TAIL.unpack(data[-_TAIL.size :])
    assert magic == 0x3165746174737376
    size, entry = 8 * words, 8 + 8 * words
    index = offset + sections * _SECTION.size
    assert index + entries * entry + _TAIL.size == len(data)
    found: list[list[int]] = []
    block = place = 0
    for section in range(sections):
        total, blocks = _SECTION.unpack_from(data, offset + section * _SECTION.size)
        found.append([])
        for _ in range(blocks):
            assert struct.unpack_from("<Q", data, index + block * entry) == (place,)
            length, count, checksum = _HEAD.unpack_from(data, place)
            body = data[place + _HEAD.size : place + _HEAD.size + length]
            assert crc32c(data[place : place + 8] + body) == checksum
            first = _number(body[:size])
            assert first == _number(data[index + block * entry + 8 :][:size])
            found[-1] += _decoded(first, body[size:], words, count)
            place, block = place + _HEAD.size + length, block + 1
        assert len(found[-1]) == total
    assert place == offset
    return found


def _number(words: bytes) -> int:
    """A state as one number, the first word the highest."""
    return sum(word << 64 * place for place, (word,) in enumerate(reversed([*struct.iter_unpack("<Q", words)])))


def _decoded(state: int, rest: bytes, words: int, count: int) -> list[int]:
    found, at = [state], 0
    for _ in range(count - 1):
        if words == 1:
            difference = shift = 0
            while True:
                difference |= (rest[at] & 0x7F) << shift
                shift, at = shift + 7, at + 1
                if rest[at - 1] < 0x80:
                    break
        else:
            wide = 2 if 8 * words > 255 else 1
            length = int.from_bytes(rest[at : at + wide], "little")
            difference = int.from_bytes(rest[at + wide : at + wide + length], "little")
            at += wide + length
        state += difference
        found.append(state)
    assert at == len(rest)
    return found


def crc32c(data: bytes) -> int:
    """The checksum of RFC 3720, bit by bit."""
    rest = 0xFFFFFFFF
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (0x82F63B78 if rest & 1 else 0)
    return rest ^ 0xFFFFFFFF


def test_the_checksum_is_the_one_of_the_standard() -> None:
    assert crc32c(b"123456789") == 0xE3069283
    assert crc32c(bytes(32)) == 0x8A9136AA


def _slots(words: int) -> str:
    """A program of slots of two bits that fill `words` words, undefined at first; one of nine is set then, or all."""
    last = 32 * words - 1
    return f"""
var a: array [0..{last}] of 0..2;
startstate undefine a; end;
ruleset k: 0..8; v: 0..2 do
  rule "one" forall j: 0..{last} do isundefined(a[j]) end ==> a[k * {last} / 8] := v; end;
end;
rule "all" forall j: 0..{last} do isundefined(a[j]) end ==> for i: 0..{last} do a[i] := 2; end; end;
invariant "end" isundefined(a[{last}]) | a[{last}] != 1;
"""


@pytest.mark.parametrize(
    ("words", "options"), [*chosen([], [(1, "-DBLOCK_BYTES=64"), (2, "")]), (3, "-DBLOCK_BYTES=128"), (33, "")]
)
def test_states_of_any_width(words: int, options: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among them the one of zeros alone and the one of ones alone; more than 31 words have lengths of two bytes."""
    monkeypatch.setenv("CC", compiler(options))
    subject = program(_slots(words))
    found = stored(folder, subject, parts=3, together=1)
    assert told(found) == decided(verified(subject), found)
    levels: list[set[int]] = []
    for files in manifest(folder)["levels"]:
        every = [one for file in files for section in states(folder / file) for one in section]
        levels.append(set(every))
        assert len(every) == len(levels[-1])
    places = [64 * (words - 1 - slot // 32) + 2 * (slot % 32) for slot in (k * (32 * words - 1) // 8 for k in range(9))]
    single = {code << place for place in places for code in (1, 2, 3)}
    assert levels == [{0}, single | {2 ** (64 * words) - 1}]


def test_every_file_has_what_the_manifest_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """States are in ascending order; the runs of a part have its states of all levels, each once, in few files."""
    monkeypatch.setenv("CC", compiler(SMALL_BLOCKS))
    stored(folder, grid(), parts=2)
    record = manifest(folder)
    for file in record["files"]:
        sections = states(folder / file["name"])
        assert (folder / file["name"]).stat().st_size == file["bytes"]
        assert {str(part): len(one) for part, one in enumerate(sections) if one} == file["states"]
        assert all(one == sorted(set(one)) for one in sections)
    assert any(len(one) > 40 for file in record["files"] for one in states(folder / file["name"]))
    for part, runs in enumerate(record["runs"]):
        known = [one for name in runs for one in states(folder / name)[part]]
        new = [one for files in record["levels"] for name in files for one in states(folder / name)[part]]
        assert sorted(known) == sorted(new)
        assert len(set(new)) == len(new) > 0
        assert len(runs) < len(record["levels"]) // 2


BITS = """
var bit: array [0..13] of boolean;
startstate for i: 0..13 do bit[i] := false; end; end;
ruleset i: 0..13 do rule "set" !bit[i] ==> bit[i] := true; end; end;
invariant "all" exists i: 0..13 do !bit[i] end;
"""
"""Levels of up to three thousand states; some of their files are larger than the manifest at that time."""

FILE = r"((level|merged|outbox)-\d{6}-\d{4}|manifest\.json)"
FULL = rf"(File too large|No space left on device) after [\d,]+ bytes of {FILE}; "
NEEDED = r"about [\d,]+ MB more are needed; every finished level is kept: make room, then --resume"


def _limited(folder: Path, said: Path, most: int) -> None:
    """Explore with files of at most `most` bytes, and write down the error."""
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


@pytest.mark.usefixtures("plain")
def test_files_that_may_not_grow(folder: Path, tmp_path: Path) -> None:
    """The limit on the sizes of a process's files works on every machine; vsym reports it as a full disk."""
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


@pytest.mark.usefixtures("plain")
def test_a_file_system_without_room(disk: Path) -> None:
    subject, folder = program(BITS), disk / "store"
    with pytest.raises(FullDiskError, match=FULL + NEEDED):
        stored(folder, subject, parts=2, together=1)
    assert not [*folder.glob("*.new.*"), *folder.glob(LOCK)]
    subprocess.run(["mount", "-o", "remount,size=2m", disk], check=True)
    assert told(stored(folder, subject, resume=True)) == told(verified(subject))
