"""A search that is compiled once for all models has the same results as one that is compiled with the model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.engines.compiled.models import DEEP, FAIR, FAULTS, MULTISETS
from tests.engines.compiled.test_compiler import compiler
from tests.engines.compiled.test_programs import program
from tests.engines.compiled.test_threads import GRID, searched
from tests.engines.conftest import WHOLE
from tests.support.decided_programs import of_seed
from tests.support.drawn import chosen
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import seeds
from tests.support.interpreted_programs import read
from vsym.engines.compiled.canonical import canonical_source
from vsym.engines.compiled.compiler import FAST, QUICK, binary
from vsym.engines.compiled.model import ROOM, Model
from vsym.engines.compiled.search import questions
from vsym.engines.compiled.source import source
from vsym.models.program.program import Program


def model_of(subject: Program, *, symmetric: bool = False) -> Model:
    """The C of a program, with its properties."""
    asked = questions(subject.properties, fair=False, everywhere=True).targets
    return source(subject, asked, canonical_source(subject, subject.scalarsets) if symmetric else None)


def agrees(model: Model, folder: Path) -> None:
    """Hold the search apart against that of the whole program: figures, paths and the graph."""
    found = []
    for name, flags in (("apart", FAST), ("whole", WHOLE)):
        graph = folder / name
        graph.mkdir()
        figures = searched(binary(model, flags), {"graph": graph, "always": 1})
        found.append((figures, {file.name: file.read_bytes() for file in graph.iterdir()}))
    assert found[0] == found[1]
    assert found[0][0][0].states


@pytest.mark.parametrize("model", chosen([FAIR], [FAIR, DEEP, MULTISETS]))
def test_programs_written_by_hand(model: str, tmp_path: Path) -> None:
    assert model_of(program(model)).has_room
    agrees(model_of(program(model)), tmp_path)


def test_orbits_of_wide_states(tmp_path: Path) -> None:
    agrees(model_of(program(GRID), symmetric=True), tmp_path)


@pytest.mark.parametrize("seed", seeds(1))
def test_drawn_programs(seed: int, tmp_path: Path) -> None:
    agrees(model_of(read(of_seed(seed, Kind()))), tmp_path)


def _copying(folder: Path) -> str:
    """A compiler whose programs are their texts, where they are not run."""
    return compiler(folder, 'for made; do :; done; cat "$text" > "$made"; exit 0')


def test_all_models_share_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For another model whose states have as many words, vsym compiles only the model's own part, until the search is
    damaged."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", _copying(tmp_path))
    folder = tmp_path / "vsym" / "programs"
    one = binary(model_of(program(FAIR)), QUICK)
    (search,) = {*folder.iterdir()} - {one}
    other = binary(model_of(program(FAULTS)), QUICK)
    assert {*folder.iterdir()} == {one, other, search}
    search.write_bytes(b"no object")
    other.unlink()
    assert binary(model_of(program(FAULTS)), QUICK) == other
    assert search.read_bytes() != b"no object"


@pytest.mark.parametrize(
    ("options", "flags", "files"),
    [("", FAST, 1), ("-O2 -O0", FAST, 2), ("-O0 -O1", FAST, 1), ("-O0", WHOLE, 1), ("-O1", QUICK, 2)],
)
def test_the_search_is_compiled_apart_where_soon_matters_more_than_fast(
    options: str, flags: tuple[str, ...], files: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", f"{_copying(tmp_path)} {options}")
    binary(model_of(program(FAIR)), flags)
    assert len([*(tmp_path / "vsym" / "programs").iterdir()]) == files


def test_what_is_too_large_is_compiled_whole() -> None:
    model = model_of(program(FAIR))
    assert not replace(model, rules=ROOM["RULES"] + 1).has_room
    assert not replace(model, padded=ROOM["SLOTS"] + 8).has_room
    assert not replace(model, given_starts=True).has_room
    assert not replace(model, canonical="#define SEVERAL 1\n").has_room
