"""The quick program of a model searches, and the fast one takes over where that goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.engines.compiled.test_programs import interpreted, program, told, verified
from tests.support.hand_programs import LOCK
from vsym.basics.limits import UNLIMITED
from vsym.engines.compiled import takeover
from vsym.engines.compiled.compiler import QUICK, binary, needs_no_other
from vsym.engines.compiled.process import Process, ReplacedError
from vsym.engines.compiled.search import questions
from vsym.engines.compiled.source import source
from vsym.system.report import Silence
from vsym.system.result import Verdict

STALLED = "#include <unistd.h>\n__attribute__((constructor)) static void stall(void) { for (;;) pause(); }\n"
"""A header with which a program does nothing for ever, before it heeds a signal."""


SOON_FAST = ("-O1",)
"""Options of the fast program, which is compiled in half the time that ours take."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled programs, which is empty; the user's options do not say how much a program is improved."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", "cc")
    monkeypatch.setattr(takeover, "FAST", SOON_FAST)
    return tmp_path / "vsym" / "programs"


@pytest.fixture
def stalled(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The options of a quick program that never ends."""
    assert not cache.exists()
    (tmp_path / "stalled.h").write_text(STALLED)
    options = (*QUICK, "-include", str(tmp_path / "stalled.h"))
    monkeypatch.setattr(takeover, "QUICK", options)
    monkeypatch.setattr(takeover, "PATIENCE", 0.0)
    return options


class Notes(Silence):
    """A report that keeps its messages, and the properties that were decided early."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.decisions: list[str] = []

    def say(self, what: str) -> None:
        """Keep it."""
        self.words.append(what)

    def decided(self, name: str, _: Verdict, __: int | None = None) -> None:
        """Keep the name."""
        self.decisions.append(name)


@pytest.mark.usefixtures("stalled")
def test_a_search_that_goes_on_is_taken_over(cache: Path) -> None:
    notes = Notes()
    answer = verified(program(LOCK), report=notes)
    assert notes.words.count("exploring the states") == 2
    assert len([*cache.iterdir()]) == 2
    assert told(answer) == told(interpreted(program(LOCK)))
    assert len(notes.decisions) == len(set(notes.decisions))


def test_a_short_search_compiles_nothing_more(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takeover, "PATIENCE", 1e6)
    notes = Notes()
    verified(program(LOCK), report=notes)
    assert notes.words.count("exploring the states") == 1
    # The program, and the search that other programs share.
    assert len([*cache.iterdir()]) == 2


def test_a_fast_program_that_is_there_searches_alone(cache: Path, stalled: tuple[str, ...]) -> None:
    subject = program(LOCK)
    model = source(subject, questions(subject.properties, fair=False, everywhere=True).targets)
    assert not needs_no_other(model, SOON_FAST)
    binary(model, stalled)
    assert not needs_no_other(model, SOON_FAST)
    binary(model, SOON_FAST)
    assert needs_no_other(model, SOON_FAST)
    notes, before = Notes(), {*cache.iterdir()}
    verified(subject, report=notes)
    assert {*cache.iterdir()} == before
    assert notes.words.count("exploring the states") == 1


@contextmanager
def process(options: tuple[str, ...]) -> Iterator[Process]:
    """A process that never ends by itself."""
    running = Process(binary(source(program(LOCK), ()), options), {"memory": 1_000_000}, UNLIMITED)
    try:
        yield running
    finally:
        running.close()


def test_ctrl_c_is_not_lost_where_a_search_is_taken_over(stalled: tuple[str, ...]) -> None:
    with process(stalled) as running:
        running.replace()
        with pytest.raises(ReplacedError):
            running.raise_if_replaced()
        running._interrupt()
        with pytest.raises(KeyboardInterrupt):
            running.raise_if_replaced()
    with process(stalled) as running:
        running._interrupt()
        running.replace()
        running.raise_if_replaced()


@pytest.mark.usefixtures("cache")
def test_where_the_fast_program_cannot_be_compiled_the_search_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own-cc"
    own.write_text('#!/bin/sh\ncase "$*" in *-O1*) exit 1;; esac\nexec cc "$@"\n')
    own.chmod(0o755)
    monkeypatch.setenv("CC", str(own))
    monkeypatch.setattr(takeover, "PATIENCE", 0.0)
    answer = verified(program(LOCK))
    assert told(answer) == told(interpreted(program(LOCK)))
