"""Running `vsym` in tests: in this process, which is fast, or as the program that a user starts."""

from __future__ import annotations

import gc
import json
import multiprocessing
import multiprocessing.connection
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pysmt.environment
import pytest
import z3

from vsym.basics.schema import schema
from vsym.cli import main
from vsym.show.shapes.documents import Document
from vsym.show.text import progress

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = Path(sys.executable).with_name("vsym")


@dataclass(frozen=True)
class Ran:
    """The output of a command, and the status that it ended with."""

    status: int
    out: str
    err: str


Vsym = Callable[..., Ran]
"""Runs a command line in this process: `vsym("check", "rw.gsst")`."""

Refused = Callable[..., str]
"""Runs a command line that is refused, with status 2 and nothing on standard output; returns its standard error."""

Afresh = Callable[..., Ran]
"""Runs one in a directory as if it were the first in this process: `afresh(["check", "rw.gsst"], EXAMPLES)`."""


def in_process(capture: pytest.CaptureFixture[str], arguments: Sequence[str]) -> Ran:
    """Run a command line inside this process."""
    capture.readouterr()
    collecting = gc.get_threshold()
    try:
        main([*arguments], prog_name="vsym")
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    gc.set_threshold(*collecting)
    sys.stdout.flush()
    written = capture.readouterr()
    return Ran(status, written.out, written.err)


def afresh(
    capture: pytest.CaptureFixture[str],
    patch: pytest.MonkeyPatch,
    arguments: Sequence[str],
    directory: Path,
    columns: int = 100,
) -> Ran:
    """Run a command line inside this process in a directory, for terminals of some columns, as if it were the first.

    The solutions that Z3 shows depend on the formulas that it has: it begins with none. PySMT's own environment stays
    for good and must gain none: the output of a command would depend on the commands before it.
    """
    formulas = pysmt.environment.get_env().formula_manager.formulae
    before = len(formulas)
    with patch.context() as changed:
        changed.chdir(directory)
        changed.setenv("TERM", "xterm")
        changed.setenv("COLUMNS", str(columns))
        changed.setattr(z3.z3, "_main_ctx", None)
        ran = in_process(capture, arguments)
    assert len(formulas) == before, list(formulas.values())[before:]
    return ran


def environment(**changes: str) -> Mapping[str, str]:
    """The environment without the variables that change how vsym writes, and with `changes`."""
    changing = ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "PYTHONUNBUFFERED", "VSYM_NUSMV")
    kept = {name: value for name, value in os.environ.items() if name not in changing}
    return {**kept, **changes}


def program(
    *arguments: str | Path,
    stdin: str | None = None,
    seconds: float = 120,
    command: Sequence[str | Path] = (PROGRAM,),
    before: Callable[[], None] | None = None,
    **changes: str,
) -> Ran:
    """Run the installed program, or another command, on the examples in a process of its own, in an environment with
    `changes`; the process does something `before` it begins."""
    done = subprocess.run(
        [*command, *arguments],
        input=stdin,
        preexec_fn=before,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=EXAMPLES,
        env=environment(**changes),
        timeout=seconds,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@contextmanager
def started(*arguments: str | Path, errors: int = subprocess.PIPE, **changes: str) -> Iterator[subprocess.Popen[str]]:
    """The installed program at work in a group of processes of its own, killed if it goes on after the block, in an
    environment with `changes`."""
    with subprocess.Popen(
        [PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env=environment(**changes),
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@cache
def validator() -> jsonschema.Draft202012Validator:
    """The schema of the documents that vsym writes, made where a test needs it: it takes half a second."""
    return jsonschema.Draft202012Validator(schema(Document))


def document(ran: Ran) -> dict[str, Any]:
    """The one JSON document on standard output, valid."""
    return _valid(ran.out)


def documents(ran: Ran) -> list[dict[str, Any]]:
    """The JSON documents on standard output, one a line, all valid."""
    return [_valid(line) for line in ran.out.splitlines()]


def _valid(text: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(text)
    validator().validate(record)
    return record


def entered(arguments: Sequence[str]) -> None:
    """Run a command line in this process, which ends with it."""
    main([*arguments], prog_name="vsym")


FRESH = multiprocessing.get_context("forkserver")
FRESH.set_forkserver_preload(
    [
        "tests.support.preloaded",
        "vsym.cli.reduction",
        "vsym.cli.check",
        "vsym.commands.check",
        "vsym.commands.explore",
        "vsym.engines.explicit.engine",
        "vsym.reductions.counters.certified",
        "vsym.show.documents",
    ]
)


def _at_once(arguments: Sequence[str]) -> None:
    """So, and without a second of silence first."""
    progress.DELAY = 0
    entered(arguments)


def forked(
    arguments: Sequence[str],
    directory: Path,
    run: Callable[[Sequence[str]], None],
    seconds: float = 120,
    columns: int = 100,
) -> Ran:
    """Let `run`, a function of a module, run a command line in a process of its own, in a directory, for terminals of
    some columns.

    The process is forked from one that has the modules loaded, which is quicker than starting the program.
    """
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        process = FRESH.Process(target=_redirected, args=(arguments, directory, columns, out, err, run))
        process.start()
        process.join(seconds)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"vsym {' '.join(arguments)} has not ended after {seconds} seconds")
        return Ran(process.exitcode, out.read_text("utf-8"), err.read_text("utf-8"))


def on_a_terminal(
    *arguments: str, awaited: str | None = None, run: Callable[[Sequence[str]], None] | None = None
) -> Ran:
    """Run on the examples in a forked process, on a terminal, whose content is in `err`.

    If something is awaited, standard output goes elsewhere, and Ctrl-C is pressed once the terminal shows a match.
    Progress is redrawn ten times a second only, and then shown from the beginning, unless there is a `run`.
    """
    run = run or (entered if awaited is None else _at_once)
    ours, theirs = pty.openpty()
    terminal = Path(os.ttyname(theirs))
    with tempfile.TemporaryDirectory() as folder:
        columns, out = (80, terminal) if awaited is None else (200, Path(folder, "out"))
        process = FRESH.Process(target=_redirected, args=(arguments, EXAMPLES, columns, out, terminal, run))
        process.start()
        shown, held = b"", True
        while True:
            if held and ours not in multiprocessing.connection.wait([ours, process.sentinel]):
                # The process has ended, and only we hold the terminal: without our end, the unread output has an end.
                os.close(theirs)
                held = False
            if not (piece := _piece(ours)):
                break
            shown += piece
            if awaited is not None and re.search(awaited.encode(), shown):
                assert process.pid is not None
                os.kill(process.pid, signal.SIGINT)
                awaited = None
        process.join()
        assert process.exitcode is not None
        written = "" if out == terminal else out.read_text("utf-8")
    os.close(ours)
    assert awaited is None, shown
    return Ran(process.exitcode, written, shown.decode("utf-8"))


def _piece(terminal: int) -> bytes:
    """The next output on a terminal; nothing once all programs have left it."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def _redirected(
    arguments: Sequence[str],
    directory: Path,
    columns: int,
    out: Path,
    err: Path,
    run: Callable[[Sequence[str]], None] = entered,
) -> None:
    os.chdir(directory)
    os.environ.update(TERM="xterm", COLUMNS=str(columns))
    for path, stream in ((out, 1), (err, 2)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), stream)
    # The fork server's own streams are not those that a program starts with.
    sys.stdout, sys.stderr = (os.fdopen(stream, "w", encoding="utf-8") for stream in (1, 2))
    run(arguments)


_TIME = re.compile(r" +(?:\d+ ms|\d+\.\d+ s|\d+ min \d+ s)(?![\w.])")


def without_times(text: str) -> str:
    """The text with every duration replaced, in tables by a text of the same width, and without the note on a path that
    nothing shortened within its time."""
    text = text.replace("; there may be a shorter path", "")
    return _TIME.sub(lambda found: " T" if found[0].count(" ") == 2 else "T".rjust(len(found[0])), text)


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder in memory where possible, since a durable write waits for a disk."""
    shared = "/dev/shm"
    with tempfile.TemporaryDirectory(dir=shared if os.access(shared, os.W_OK) else None) as made:
        yield Path(made)


def without_seconds(document: str) -> str:
    """The text of a JSON document with every duration replaced by 0."""
    return re.sub(r'seconds": [\d.e-]+', 'seconds": 0', document)


def squeezed(text: str) -> str:
    """The text without durations, and without the width that a column has for them."""
    return re.sub(r" +", " ", without_times(text))
