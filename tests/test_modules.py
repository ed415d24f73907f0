"""scripts/modules.py: a folder as it is or as the shell completes it, and a word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "modules.py"


def _run(*arguments: str, status: int = 0) -> str:
    done = subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout if not status else done.stderr


@pytest.mark.parametrize("spelling", ["symmetry/virtual", "vsym/symmetry/virtual/"])
def test_a_folder(spelling: str) -> None:
    lines = _run(spelling).splitlines()
    assert lines[0] == "vsym/symmetry/virtual/"
    assert any(line.startswith("  matrix.py: The group counters") for line in lines)


def test_a_word_finds_modules_by_name_and_by_what_they_say() -> None:
    assert "vsym/arithmetic/solver.py: One question to an SMT solver" in _run("solver")
    assert "vsym/symmetry/declared/effects.py: " in _run("Effect")
    assert "no module has this word" in _run("xylophone", status=1)
