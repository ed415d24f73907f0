"""Compiled programs are kept, found again and forgotten; without a compiler there is an interpreter."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.hand_programs import LOCK
from tests.loading import load_program
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.composition.program_check import check_program
from vsym.composition.program_stages import INTERPRETED, explorer
from vsym.engines.compiled.compiler import CompilerMissing, binary
from vsym.engines.compiled.model import Model
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.settings import Settings
from vsym.engines.compiled.source import source
from vsym.system.report import Silence


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled programs, which is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "vsym" / "programs"


@pytest.fixture
def model() -> Model:
    """The lock as C."""
    return source(load_program(LOCK), ()).model


def test_a_program_is_compiled_once(cache: Path, model: Model) -> None:
    made = binary(model)
    assert [*cache.iterdir()] == [made]
    before = made.stat().st_ino
    os.utime(made, (1, 1))
    assert binary(model) == made
    assert made.stat().st_ino == before
    assert made.stat().st_mtime > 1


def test_other_flags_make_another_program(cache: Path, model: Model) -> None:
    assert binary(model) != binary(model, ["-DOTHER"])
    assert len([*cache.iterdir()]) == 2


def test_a_program_that_nobody_uses_is_forgotten(cache: Path, model: Model) -> None:
    cache.mkdir(parents=True)
    old, young = cache / "old", cache / "young"
    for one in (old, young):
        one.write_text("")
    os.utime(old, (time.time() - 1e7,) * 2)
    binary(model)
    assert not old.exists()
    assert young.exists()


def test_what_the_compiler_says_is_told(
    cache: Path, model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("#!/bin/sh\necho no such instruction >&2\nexit 1\n")
    wrong.chmod(0o755)
    monkeypatch.setenv("CC", str(wrong))
    with pytest.raises(RuntimeError, match="no such instruction"):
        binary(model)
    assert not [*cache.iterdir()]


def test_without_a_compiler_the_interpreter_explores(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "/nowhere/cc")
    with pytest.raises(CompilerMissing):
        binary(model)
    program = load_program(LOCK)
    checked = check_program(program, explorer("auto", Quotient(program.scalarsets)), Budget(), Silence())
    assert checked.notes == (INTERPRETED,)
    assert checked.reached is not None
    assert checked.reached.states == 20
    with pytest.raises(RefusedError, match="C compiler"):
        explorer("auto", settings=Settings(compact=True))
