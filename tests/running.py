"""Running `vsym` in tests: in this process, which is fast, or as the program that a user starts."""

from __future__ import annotations

import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
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
    changing = ("COLUMNS", "NO_COLOR", "PYTHONUNBUFFERED", "VSYM_NUSMV")
    kept = {name: value for name, value in os.environ.items() if name not in changing}
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


_FRESH = multiprocessing.get_context("forkserver")
_FRESH.set_forkserver_preload(
    [
        "tests.preloaded",
        "vsym.commands.adaptive",
        "vsym.commands.checking",
        "vsym.commands.every_size",
        "vsym.commands.exploring",
        "vsym.commands.identifying",
        "vsym.engines.adaptive.search",
        "vsym.engines.explicit.engine",
        "vsym.engines.smt.engine",
        "vsym.engines.symbolic.turns",
    ]
)


def afresh(arguments: Sequence[str], directory: Path, seconds: float = 120, columns: int = 100) -> Ran:
    """Run a command line in a process that has run nothing before, in a directory, for terminals of some columns.

    What a solver answers may depend on what it was asked before, so that only then the output is that of the program.
    It is forked from one that has the modules loaded, which is quicker than starting the program.
    """
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        process = _FRESH.Process(target=_redirected, args=(arguments, directory, columns, out, err))
        process.start()
        process.join(seconds)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"vsym {' '.join(arguments)} has not ended after {seconds} seconds")
        return Ran(process.exitcode, out.read_text("utf-8"), err.read_text("utf-8"))


def _redirected(arguments: Sequence[str], directory: Path, columns: int, out: Path, err: Path) -> None:
    os.chdir(directory)
    os.environ["COLUMNS"] = str(columns)
    for path, stream in ((out, 1), (err, 2)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), stream)
    # The fork server's own streams are not those that a program starts with.
    sys.stdout, sys.stderr = (os.fdopen(stream, "w", encoding="utf-8") for stream in (1, 2))
    main([*arguments], prog_name="vsym")


_TIME = re.compile(r" +(?:\d+ ms|\d+\.\d+ s|\d+ min \d+ s)(?![\w.])")


def without_times(text: str) -> str:
    """The text with every duration replaced, in tables by a text of the same width."""
    return _TIME.sub(lambda found: " T" if found[0].count(" ") == 2 else "T".rjust(len(found[0])), text)


def without_seconds(document: str) -> str:
    """The text of a JSON document with every duration replaced by 0."""
    return re.sub(r'"seconds": [\d.e-]+', '"seconds": 0', document)
