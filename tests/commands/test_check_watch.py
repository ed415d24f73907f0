"""`vsym check --watch`: messages after a change, and the end."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, Vsym, started
from vsym.cli.check import differences, fingerprint

MUTEX = (EXAMPLES / "mutex.gsst").read_text("utf-8")


def _until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    """The lines up to one that has a text in it."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if wanted in line:
            return lines
    raise AssertionError(lines)


def test_a_change_is_told_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    model = tmp_path / "m.gsst"
    model.write_text(MUTEX, "utf-8")
    with started("check", "--watch", "-q", model, errors=subprocess.STDOUT) as process:
        _until(process, "Ctrl-C ends")
        model.write_text(MUTEX.replace("if none in C", ""), "utf-8")
        lines = _until(process, "Ctrl-C ends")
        assert "changed: mutex holds → violated\n" in lines
        model.write_text("system", "utf-8")
        _until(process, "vsym explain")
        model.unlink()
        model.write_text(MUTEX, "utf-8")
        assert "changed: mutex violated → holds\n" in _until(process, "Ctrl-C ends")
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(30) == 130


def test_a_check_ends_when_its_file_changes_under_it(tmp_path: Path) -> None:
    model = tmp_path / "m.m"
    variables = "var x: 0..2000000000; startstate x := 0; end;"
    endless = f"{variables}\nrule x := (x * 7 + 1) % 1999999973; end;\n"
    model.write_text(endless, "utf-8")
    quick = "var x: 0..1; startstate x := 0; end;\nrule x := 1 - x; end;\n"
    with started("check", "--watch", "-q", model, errors=subprocess.STDOUT) as process:
        # Whether vsym has begun by now or not, it reports on the second text in the end.
        model.write_text(quick, "utf-8")
        lines = _until(process, "Ctrl-C ends")
        assert any("deadlock" in line and "holds" in line for line in lines)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(30) == 130


def test_what_is_said_of_a_change() -> None:
    before = {"a": "holds", "b": "violated", "c": "holds"}
    now = {"a": "violated", "b": "violated", "d": "unknown"}
    assert [*differences(before, now)] == ["changed: a holds → violated", "new: d unknown", "gone: c"]
    assert [*differences(None, now)] == []


def test_files_of_another_size_or_time_have_changed(tmp_path: Path) -> None:
    file = tmp_path / "f"
    assert fingerprint(str(file)) is None
    file.write_text("a", "utf-8")
    first = fingerprint(str(file))
    os.utime(file, ns=(1, 1))
    second = fingerprint(str(file))
    assert len({first, second, None}) == 3


@pytest.mark.parametrize("option", [("--json",), ("-o", "x"), ("--sarif", "x")])
def test_what_is_written_once_is_refused(vsym: Vsym, option: tuple[str, ...]) -> None:
    ran = vsym("check", "--watch", EXAMPLES / "mutex.gsst", *option)
    assert (ran.status, "writes once" in ran.err) == (2, True)


def test_what_is_no_file_cannot_be_watched(vsym: Vsym) -> None:
    ran = vsym("check", "--watch", "-")
    assert (ran.status, "it is not a file" in ran.err) == (2, True)
