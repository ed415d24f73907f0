"""Running `vsym` in tests: in this process, which is fast, or as the program that a user starts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from vsym.cli import main

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAM = Path(sys.executable).with_name("vsym")


@dataclass(frozen=True)
class Ran:
    """What a command wrote and how it ended."""

    status: int
    out: str
    err: str


Vsym = Callable[..., Ran]
"""Runs a command line in this process: `vsym("check", "rw.gsst")`."""


def in_process(capture: pytest.CaptureFixture[str], arguments: Sequence[str]) -> Ran:
    """Run a command line inside this process."""
    capture.readouterr()
    try:
        main([*arguments], prog_name="vsym")
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    sys.stdout.flush()
    written = capture.readouterr()
    return Ran(status, written.out, written.err)


def environment(**changes: str) -> Mapping[str, str]:
    """The environment without what changes how vsym writes, and with `changes`."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "VSYM_NUSMV")}
    return {**kept, **changes}


def program(*arguments: str, stdin: str | None = None, seconds: float = 120, **changes: str) -> Ran:
    """Run the installed program on the examples in a process of its own, in an environment with `changes`."""
    done = subprocess.run(
        [PROGRAM, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=EXAMPLES,
        env=environment(**changes),
        timeout=seconds,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


_TIME = re.compile(r" +(?:\d+ ms|\d+\.\d+ s|\d+ min \d+ s)(?![\w.])")


def without_times(text: str) -> str:
    """The text with every duration replaced, in tables by a text of the same width."""
    return _TIME.sub(lambda found: " T" if found[0].count(" ") == 2 else "T".rjust(len(found[0])), text)
