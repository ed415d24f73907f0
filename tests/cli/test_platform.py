"""Commands on a platform that lacks something: each names the missing part, or works without it where it can."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import vsym
from tests.support.running import EXAMPLES, Refused, Vsym, program
from vsym.basics import platform
from vsym.sweeping import sweep
from vsym.sweeping.row import to_record

WITHOUT_ARRAYS = (sys.executable, "-m", "tests.lab.without_arrays")
ROOT = str(Path(__file__).parents[2])


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("check --engine explicit rw.gsst", "--engine explicit"),
        ("check --store states programs/spinlock.m", "--store"),
    ],
)
def test_what_needs_arrays_says_so(line: str, what: str, tmp_path: Path) -> None:
    words = [str(tmp_path) if word == "states" else word for word in line.split()]
    ran = program(*words, command=WITHOUT_ARRAYS, PYTHONPATH=ROOT)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"vsym: error[VS480]: {what} needs NumPy")
    assert ran.err.endswith("`vsym explain VS480` says more\n")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("symmetry programs/spinlock.m", "group S3, 6 symmetries, proved"),
        ("check --engine adaptive programs/spinlock.m", "exclusive  holds"),
    ],
)
def test_groups_and_adaptive_exploration_need_no_arrays(line: str, shown: str) -> None:
    ran = program(*line.split(), command=WITHOUT_ARRAYS, PYTHONPATH=ROOT, CC="/nowhere")
    assert ran.status == 0, ran.err
    assert shown in ran.out


@pytest.mark.parametrize(
    "line",
    ["lab --no-browser", "lsp", "sweep --cluster local:2 -D readers=1:2 rw.gsst", "grade rw.gsst --against rw.gsst"],
)
def test_what_needs_processes_says_so(refused: Refused, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setattr(platform, "PROCESSES", False)
    monkeypatch.chdir(EXAMPLES)
    assert "error[VS480]" in refused(*line.split())


def test_watching_needs_processes(vsym: Vsym, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "PROCESSES", False)
    ran = vsym("check", "--watch", str(EXAMPLES / "rw.gsst"))
    assert ran.status == 2
    assert "--watch needs processes" in ran.err


def test_a_sweep_without_processes_measures_its_rows_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows() -> list[dict[str, object]]:
        swept = vsym.sweep(EXAMPLES / "rw.gsst", readers=[1, 2], writers=range(2))
        return [{**to_record(row), "seconds": None} for row in swept.rows]

    with monkeypatch.context() as patch:
        patch.setattr(sweep, "PROCESSES", True)
        by_processes = rows()
    monkeypatch.setattr(subprocess.Popen, "__init__", None)
    assert rows() == by_processes
    assert len(by_processes) == 4
