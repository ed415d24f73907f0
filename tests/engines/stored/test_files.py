"""Files of states, read by their format in Python: what they are to have, and nothing else."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.engines.compiled.test_programs import program, told, verified
from tests.engines.stored.running import SMALL_BLOCKS, compiler, decided, grid, manifest, stored

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
    """A program of slots of two bits that fill so many words, undefined at first; one of nine is set then, or all."""
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


@pytest.mark.parametrize(("words", "options"), [(1, "-DBLOCK_BYTES=64"), (2, ""), (3, "-DBLOCK_BYTES=128"), (33, "")])
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
    """In ascending order; the runs of a part have its states of all levels together, each once, in few files."""
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
