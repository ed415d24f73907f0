"""Compiled programs are kept, found again and forgotten; without a compiler there is an interpreter."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cluster.running import awaited, descendants, gone
from tests.support.composing import run_by
from tests.support.drawn import chosen
from tests.support.hand_programs import LOCK
from tests.support.loading import load_program
from tests.support.running import Vsym, started
from vsym.basics.limits import UNLIMITED, LimitReachedError
from vsym.basics.options import RefusedError
from vsym.checking.ways import way
from vsym.engines.compiled.compiler import FAST, TRIVIAL, CompilerError, binary, compiled
from vsym.engines.compiled.model import Model
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.search import Settings
from vsym.engines.compiled.source import source


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled programs, which is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "vsym" / "programs"


@pytest.fixture
def model() -> Model:
    """The lock as C."""
    return source(load_program(LOCK), ())


def trivial(flags: Sequence[str] = FAST) -> Path:
    """A program that does nothing, which is kept as those of models are and compiled sooner."""
    return compiled("nothing", lambda: TRIVIAL, flags)


def test_a_program_is_compiled_once(cache: Path) -> None:
    made = trivial()
    assert [*cache.iterdir()] == [made]
    before = made.stat().st_ino
    os.utime(made, (1, 1))
    assert trivial() == made
    assert made.stat().st_ino == before
    assert made.stat().st_mtime > 1


def test_other_flags_make_another_program(cache: Path) -> None:
    assert trivial() != trivial(["-DOTHER"])
    assert len([*cache.iterdir()]) == 2


def test_a_program_that_nobody_uses_is_forgotten(cache: Path) -> None:
    cache.mkdir(parents=True)
    old, young = cache / "old", cache / "young"
    for one in (old, young):
        one.write_text("")
    os.utime(old, (time.time() - 1e7,) * 2)
    trivial()
    assert not old.exists()
    assert young.exists()


def compiler(folder: Path, script: str) -> str:
    """A C compiler that runs a script first, which finds the text that is to be compiled as $text."""
    file = folder / "own-cc"
    find = "for text; do case $text in *.c) break;; esac; done"
    file.write_text(f'#!/bin/sh\n{find}\n{script}\nexec cc -O0 "$@"\n')
    file.chmod(0o755)
    return str(file)


TRIVIAL_ALONE = "test $(wc -c < $text) -lt 100 || { echo no such instruction >&2; exit 1; }"
TRIVIAL_COMPILED = 'test $(wc -c < $text) -gt 100 || exec cc "$@"'
NO_SPACE = "echo /tmp/cc.s: No space left on device >&2; exit 1"
NOT_EXECUTED = 'for made; do :; done; echo no program > "$made"; chmod +x "$made"; exit 0'
"""Commands of a compiler whose result the system refuses to execute, like any file in a folder without execution."""


@pytest.mark.parametrize(
    ("script", "error", "said"),
    [
        ("echo no such instruction >&2; exit 1", CompilerError, "own-cc does not work: (.|\n)*no such instruction"),
        (NO_SPACE, OSError, "No space left on device: '.*/vsym/programs'"),
        (TRIVIAL_ALONE, RuntimeError, "rejected the program that vsym wrote:\nno such instruction"),
    ],
)
def test_what_the_compiler_says_is_told(
    script: str,
    error: type[Exception],
    said: str,
    cache: Path,
    model: Model,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path, script))
    with pytest.raises(error, match=said):
        binary(model)
    assert not [one for one in cache.iterdir() if one.is_dir()]


def test_a_damaged_program_is_compiled_anew(cache: Path) -> None:
    made = trivial()
    whole = made.read_bytes()
    for damaged in (whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:], b""):
        made.write_bytes(damaged)
        assert trivial().read_bytes() not in (damaged, b"")
        assert len([*cache.iterdir()]) == 1
        made = trivial()
    made.chmod(0o644)
    assert os.access(trivial(), os.X_OK)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (None, "no C compiler was found: $CC names /nowhere/cc, which is not a command"),
        ("exit 1", "own-cc does not work"),
        (NO_SPACE, "vsym/programs: No space left on device"),
        (NOT_EXECUTED, ": Exec format error"),
    ],
)
@pytest.mark.usefixtures("cache")
def test_without_a_compiler_the_interpreter_explores(
    script: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vsym: Vsym
) -> None:
    monkeypatch.setenv("CC", "/nowhere/cc" if script is None else compiler(tmp_path, script))
    program = load_program(LOCK)
    checked = run_by(program, "auto", Quotient(program.scalarsets))
    (note,) = checked.notes
    assert note.startswith("vsym interprets the program, slowly, since it cannot compile here: ")
    assert said in note
    assert checked.reached is not None
    assert checked.reached.states == 20
    with pytest.raises(RefusedError, match="C compiler"):
        way("auto", settings=Settings(compact=True))
    file = tmp_path / "lock.m"
    file.write_text(LOCK)
    ran = vsym("check", file, "--engine", "compiled")
    assert (ran.status, ran.out, said in ran.err, "bug" in ran.err) == (2, "", True, False), ran.err


@pytest.mark.usefixtures("cache")
def test_a_command_whose_quotes_are_open_is_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vsym: Vsym
) -> None:
    monkeypatch.setenv("CC", 'cc "-O2')
    file = tmp_path / "lock.m"
    file.write_text(LOCK)
    assert vsym("check", file).status == 0
    assert vsym("doctor").status != 1
    ran = vsym("check", file, "--engine", "compiled")
    assert (ran.status, ran.out, ran.err) == (2, "", "vsym: $CC is not a command line: no closing quotation\n")


@pytest.mark.parametrize(
    ("command", "number", "status"),
    chosen([("check", signal.SIGINT, 130)], [("check", signal.SIGINT, 130), ("explore", signal.SIGTERM, 143)]),
)
def test_a_signal_ends_the_compiler_with_all_that_it_has(
    command: str, number: int, status: int, tmp_path: Path
) -> None:
    file, temporary = tmp_path / "lock.m", tmp_path / "temporary"
    file.write_text(LOCK)
    temporary.mkdir()
    script = compiler(
        tmp_path, f"{TRIVIAL_COMPILED}; echo $TMPDIR > {tmp_path}/begun; touch $TMPDIR/cc.s; sleep 600; exit 1"
    )
    kept = str(tmp_path / "cache")
    with started(command, file, CC=script, XDG_CACHE_HOME=kept, TMPDIR=str(temporary)) as process:
        awaited(lambda: any("sleep" in one for one in descendants(process.pid).values()))
        below = [*descendants(process.pid)]
        assert list(Path((tmp_path / "begun").read_text().strip()).glob("cc.s"))
        process.send_signal(number)
        assert process.wait(60) == status
    awaited(lambda: gone(below))
    programs = tmp_path / "cache" / "vsym" / "programs"
    assert not [one for one in (*programs.iterdir(), *temporary.iterdir()) if one.is_dir()]


def test_a_time_limit_ends_the_compiler_with_all_that_it_has(
    cache: Path, model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path, f"mkfifo {tmp_path}/never; cat {tmp_path}/never"))
    with pytest.raises(LimitReachedError):
        binary(model, budget=UNLIMITED.within(0.5))
    assert not [*cache.iterdir()]
