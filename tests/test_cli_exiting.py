"""The end of the process: what is registered is called, what is written is written, nothing is taken apart."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CODE = """
import atexit, sys
from vsym.cli.exiting import Leaving

class Kept:
    def __del__(self):
        print("taken apart")

with Leaving():
    atexit.register(print, "called")
    kept = Kept()
    print("written")
    sys.exit({status})
"""


def _ended(status: str, output: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", CODE.format(status=status)]
    return subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, timeout=60, check=False)


def test_it_ends_with_the_status_after_everything_else() -> None:
    left = _ended("7", subprocess.PIPE)
    assert (left.returncode, left.stdout, left.stderr) == (7, "written\ncalled\n", "")


def test_an_end_without_a_number_is_left_to_python() -> None:
    left = _ended("'no number'", subprocess.PIPE)
    assert (left.returncode, left.stdout, left.stderr) == (1, "written\ncalled\ntaken apart\n", "no number\n")


def test_output_that_cannot_be_written_is_told_by_python() -> None:
    with Path("/dev/full").open("w") as full:
        left = _ended("None", full.fileno())
    assert left.returncode != 0
    assert "No space left on device" in left.stderr
