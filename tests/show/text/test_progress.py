"""Lines on standard error while work goes on."""

from __future__ import annotations

import io
import threading

import pytest
from rich.console import Console

from vsym.show.text import progress
from vsym.show.text.progress import Narrator
from vsym.system.result import Path, Verdict

VIOLATED = Verdict("violated", "explicit", 0.0)


class _Stream(io.StringIO):
    """A pipe that tells when a line has come."""

    def __init__(self) -> None:
        super().__init__()
        self.line = threading.Event()

    def write(self, text: str) -> int:
        written = super().write(text)
        if "\n" in text:
            self.line.set()
        return written


def narrator(stream: _Stream, *, quiet: bool = False) -> Narrator:
    """One that writes to a pipe."""
    return Narrator(Console(file=stream, width=200), quiet=quiet)


def test_a_violation_is_said_while_the_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "MOMENT", 0.0)
    stream = _Stream()
    with narrator(stream) as work:
        work.decided("mutex [a]", VIOLATED, 7)
        assert stream.line.wait(60)
        stream.line.clear()
        work.decided("mutex [a]", VIOLATED)
        work.decided("fine", Verdict("holds", "explicit", 0.0))
        work.decided("other", Verdict("violated", "smt", 0.0, path=Path("counterexample", ((0,), (1,)), (0,))))
        assert stream.line.wait(60)
    first, second = stream.getvalue().splitlines()
    assert first.startswith("vsym: mutex [a] is violated at depth 7, found after ")
    assert second.startswith("vsym: other is violated at depth 1, found after ")
    assert work.verdicts["other"].engine == "smt"


def test_nothing_is_said_of_it_where_the_answer_comes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "MOMENT", 3600.0)
    stream = _Stream()
    with narrator(stream) as work:
        work.decided("mutex", VIOLATED, 7)
    assert not stream.getvalue()


def test_nothing_is_said_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "MOMENT", 0.0)
    stream = _Stream()
    with narrator(stream, quiet=True) as work:
        work.decided("mutex", VIOLATED, 7)
    assert not stream.getvalue()
