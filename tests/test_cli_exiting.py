"""The end of the process: what is registered is called, what is written is written, nothing is taken apart."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.running import Ran, program

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


@pytest.mark.parametrize(
    ("status", "ended"),
    [
        ("7", Ran(7, "written\ncalled\n", "")),
        ("'no number'", Ran(1, "written\ncalled\ntaken apart\n", "no number\n")),
    ],
)
def test_it_ends_with_the_status_after_everything_else_and_python_takes_what_is_no_number(
    status: str, ended: Ran
) -> None:
    assert program(command=(sys.executable, "-c", CODE.format(status=status))) == ended


def test_output_that_cannot_be_written_is_told_by_python() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", CODE.format(status="None")]
        left = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert left.returncode != 0
    assert "No space left on device" in left.stderr
