"""Stores that are damaged, of something else, or none: the engine finds again all that it can, and refuses the rest by
its name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.engines.compiled.models import MULTISETS
from tests.engines.compiled.test_programs import program, told
from tests.engines.disk.running import GRID, contents, engine, grid, stored
from tests.support.running import in_memory
from vsym.basics.limits import UNLIMITED, Budget
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.disk.manifest import sealed
from vsym.engines.disk.storage import MANIFEST, StoreError
from vsym.engines.protocol import Answer
from vsym.system.report import Silence

PARTS: dict[str, Any] = {"parts": 2, "together": 20}


@pytest.fixture(scope="module")
def undisturbed() -> Iterator[tuple[Answer, Path]]:
    """The answer of an undisturbed run, and a folder with its store and with those of runs that ended early."""
    with in_memory() as made:
        answer = stored(made / "whole", grid(), **PARTS)
        for name, bound in (("cut", 9), ("starts", 0)):
            stored(made / name, grid(), budget=Budget(bound=bound), **PARTS)
        yield answer, made


@pytest.fixture
def whole(undisturbed: tuple[Answer, Path], folder: Path) -> Answer:
    """The answer of the undisturbed run, whose store is beside those of the test."""
    copytree(undisturbed[1] / "whole", folder / "whole")
    return undisturbed[0]


@pytest.fixture
def cut(undisturbed: tuple[Answer, Path], folder: Path) -> Path:
    """A store after some levels, in which runs were merged and the last one had several steps."""
    copytree(undisturbed[1] / "cut", folder / "cut")
    return folder / "cut"


def _flipped(file: Path, place: float) -> None:
    data = bytearray(file.read_bytes())
    data[min(len(data) - 1, int(len(data) * place))] ^= 0x10
    file.write_bytes(data)


def _shorter(file: Path, place: float) -> None:
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * place)])


def _gone(file: Path, _: float) -> None:
    file.unlink()


def _empty(file: Path, _: float) -> None:
    file.write_bytes(b"")


DAMAGES = [(_flipped, 0.0), (_flipped, 0.3), (_flipped, 0.7), (_flipped, 1.0), (_shorter, 0.8), (_gone, 0), (_empty, 0)]


@pytest.mark.parametrize("kind", ["outbox", "starts"])
def test_what_was_found_of_a_level_is_found_again(
    kind: str, whole: Answer, folder: Path, undisturbed: tuple[Answer, Path]
) -> None:
    for number, (damage, place) in enumerate(DAMAGES[-2:] if kind == "starts" else (DAMAGES[1], DAMAGES[-2])):
        here = folder / str(number)
        copytree(undisturbed[1] / ("cut" if kind == "outbox" else "starts"), here)
        # All of them, so that one step finds them one after the other.
        names = [file for file in here.iterdir() if file.name.startswith(kind)]
        assert names
        for file in names:
            damage(file, place)
        assert told(stored(here, grid(), resume=True, **PARTS)) == told(whole)
        assert contents(here) == contents(folder / "whole")


@pytest.mark.parametrize("kind", ["level", "merged"])
def test_states_that_are_lost_are_refused_by_the_name_of_their_file(kind: str, folder: Path, cut: Path) -> None:
    """The engine refuses a damaged run as soon as it reads it: a checksum reveals a flipped byte anywhere."""
    record = json.loads((cut / MANIFEST).read_bytes())
    runs = {name for names in record["runs"] for name in names}
    for number, (damage, place) in enumerate(DAMAGES):
        here = folder / str(number)
        copytree(cut, here)
        name = max(name for name in runs if name.startswith(kind))
        damage(here / name, place)
        with pytest.raises(StoreError, match=f"{name} is (damaged|missing)"):
            stored(here, grid(), resume=True, **PARTS)
        before = contents(here)
        with pytest.raises(StoreError, match=name):
            stored(here, grid(), resume=True, **PARTS)
        assert contents(here) == before


def test_a_level_that_a_path_needs_is_refused_by_its_name(folder: Path) -> None:
    stored(folder, grid())
    [file] = folder.glob("level-000003-*")
    _flipped(file, 0.5)
    with pytest.raises(StoreError, match=f"{file.name} is damaged"):
        stored(folder, grid(), resume=True)


def test_a_manifest_that_is_damaged_is_refused(folder: Path, cut: Path) -> None:
    for place in (0.0, 0.5, 1.0):
        for damage in (_flipped, _shorter):
            here = folder / f"{damage.__name__}{place}"
            copytree(cut, here)
            if (damage, place) == (_shorter, 1.0):
                continue
            damage(here / MANIFEST, place)
            for resume in (True, False):
                with pytest.raises(StoreError, match=r"manifest\.json is damaged"):
                    stored(here, grid(), resume=resume)


def test_a_manifest_of_another_format_is_refused(cut: Path) -> None:
    record = json.loads((cut / MANIFEST).read_bytes())
    del record["sha256"]
    (cut / MANIFEST).write_bytes(sealed({**record, "format": 2}))
    with pytest.raises(StoreError, match="is of format 2, and this version of vsym writes format 1"):
        stored(cut, grid(), resume=True)


def test_the_program_is_written_again(whole: Answer, folder: Path, cut: Path) -> None:
    for damage in (_flipped, _gone):
        damage(cut / "program.c", 0.5)
        stored(cut, grid(), budget=Budget(bound=9), resume=True, **PARTS)
        assert (cut / "program.c").read_bytes() == (folder / "whole" / "program.c").read_bytes()
    assert told(stored(cut, grid(), resume=True, **PARTS)) == told(whole)


def test_a_store_of_something_else_is_refused(cut: Path) -> None:
    before = contents(cut)
    subject = grid()
    with pytest.raises(StoreError, match="is of the same model with other properties: begin in another folder"):
        engine(cut, resume=True).verify(subject, subject.properties[:1], UNLIMITED, Silence())
    with pytest.raises(
        StoreError, match="is of another model, or the same with other properties, parameters or symmetry"
    ):
        stored(cut, program(GRID.replace("z < 4 & x", "z < 3 & x")), resume=True)
    with pytest.raises(StoreError, match="is divided into 2 parts for good, not 3"):
        stored(cut, grid(), resume=True, parts=3)
    with pytest.raises(StoreError, match=r"holds a store already \(9 levels with \d+ states\): --resume continues"):
        stored(cut, grid())
    assert contents(cut) == before


def test_a_store_up_to_another_symmetry_is_refused(folder: Path) -> None:
    subject = program(MULTISETS)
    stored(folder, subject, budget=Budget(bound=1))
    with pytest.raises(StoreError, match="properties, parameters or symmetry"):
        stored(folder, subject, Quotient(subject.scalarsets), resume=True)


def test_a_folder_with_something_else_is_left_alone(folder: Path) -> None:
    with pytest.raises(StoreError, match="holds no store to resume; without --resume, vsym begins one there"):
        stored(folder, grid(), resume=True)
    assert not folder.exists()
    folder.mkdir()
    (folder / "letter.txt").write_text("dear")
    with pytest.raises(StoreError, match=r"is not empty, but holds no store \(letter\.txt is there\)"):
        stored(folder, grid())
    assert [file.name for file in folder.iterdir()] == ["letter.txt"]
    # A run that was killed before it had a manifest is none.
    (folder / "letter.txt").rename(folder / "manifest.json.new.host.1.00000000")
    stored(folder, grid(), budget=Budget(bound=1))
    assert not [*folder.glob("*.new.*")]
