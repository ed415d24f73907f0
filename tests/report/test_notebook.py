"""Results in a notebook, and the Python face."""

from __future__ import annotations

import pytest

import vsym
from tests.running import EXAMPLES, in_process, without_times
from vsym.options import RefusedError


def test_a_result_prints_as_the_command_does(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    path = EXAMPLES / "starvation.gsst"
    shown = in_process(capfd, ["check", str(path), "--engine", "explicit"]).out
    assert without_times(str(vsym.check(vsym.load(path), engine="explicit"))) == without_times(shown)


def test_a_notebook_shows_colours_and_no_markup() -> None:
    shown = vsym.check(vsym.load(EXAMPLES / "rw.gsst"))._repr_html_()
    assert shown.startswith("<pre>")
    assert "fully virtually symmetric</span>" in shown
    assert "#T &gt;= 1 &amp; #C = 0" in shown


def test_only_what_is_asked_for_tells_processes_apart() -> None:
    model = vsym.load(EXAMPLES / "starvation.gsst")
    assert len(vsym.check(model).system.blocks) == 2
    assert len(vsym.check(model, properties=("mutex",)).system.blocks) == 1
    with pytest.raises(RefusedError, match="did you mean `mutex`"):
        vsym.check(model, properties=("mutx",))


def test_adaptive_results_too(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    path = EXAMPLES / "vault.gsst"
    shown = in_process(capfd, ["check", str(path), "--engine", "adaptive"]).out
    result = vsym.check(vsym.load(path), engine="adaptive")
    assert without_times(str(result)) == without_times(shown)
    assert "no_visitor" in result._repr_html_()
    with pytest.raises(RefusedError, match="no property"):
        vsym.check(vsym.load(path), engine="adaptive", properties=("nothing",))
