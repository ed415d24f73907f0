"""The C compiler of the machine, and the programs that it has made, kept between runs."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget, LimitReachedError
from vsym.engines.compiled.model import Model, rendered

FLAGS = ("-std=gnu11", "-O2", "-w")


_KEPT = 30 * 24 * 3600.0
"""For how many seconds a program is kept that nobody uses."""


class CompilerMissing(Exception):  # noqa: N818 - what is missing, not what went wrong
    """No C compiler was found."""

    def __init__(self) -> None:
        super().__init__(
            "no C compiler was found, neither by $CC nor as cc, gcc or clang on PATH, nor the package ziglang; "
            "`pip install vsym[cc]` installs one"
        )


@frozen
class Compiler:
    """A command that compiles C, with options of the user's, and what tells it from others."""

    command: tuple[str, ...]
    options: tuple[str, ...]
    identity: str


def find() -> Compiler:
    """The compiler: what CC names, else cc, gcc or clang on PATH, else that of the package ziglang.

    Raises CompilerMissing.
    """
    asked = shlex.split(os.environ.get("CC", ""))
    for command in (asked,) if asked else (["cc"], ["gcc"], ["clang"]):
        if found := shutil.which(command[0]):
            state = Path(found).stat()
            return Compiler((found,), tuple(command[1:]), f"{found} {state.st_size} {state.st_mtime_ns}")
    if not asked and importlib.util.find_spec("ziglang") is not None:
        from importlib.metadata import version

        return Compiler((sys.executable, "-m", "ziglang", "cc"), (), f"ziglang {version('ziglang')}")
    raise CompilerMissing


def binary(model: Model, flags: Sequence[str] = (), budget: Budget = UNLIMITED) -> Path:
    """The program of a model, compiled where it is not known yet; raises what `compiled` does."""
    return compiled(model.digest, lambda: rendered(model), flags, budget)


def compiled(digest: str, text: Callable[[], str], flags: Sequence[str] = (), budget: Budget = UNLIMITED) -> Path:
    """The program of a text that has a digest, compiled where it is not known yet.

    Raises LimitReachedError where there is no time left, KeyboardInterrupt, CompilerMissing, OSError where it cannot be
    written, RuntimeError where the compiler does not take what was written for it (our bug).
    """
    compiler = find()
    # Those of the user come last, and override ours.
    every = (*FLAGS, *_of_processor(), *flags, *compiler.options)
    name = sha256("\0".join([digest, compiler.identity, *every]).encode()).hexdigest()[:32]
    folder = _folder()
    place = folder / name
    if place.exists():
        with contextlib.suppress(OSError):
            os.utime(place)
        return place
    _forget(folder)
    try:
        _compile(text(), [*compiler.command, *every], place, budget)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error
    return place


def _folder() -> Path:
    """Where programs are kept; for this run alone where the user's cache cannot be written."""
    folder = user_cache_path("vsym") / "programs"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="vsym-"))
    return folder


def _forget(folder: Path) -> None:
    """Remove the programs that were not used for long."""
    with contextlib.suppress(OSError):
        for old in folder.iterdir():
            if old.is_file() and time.time() - old.stat().st_mtime > _KEPT:
                old.unlink(missing_ok=True)


def _of_processor() -> tuple[str, ...]:
    """Instructions that this processor has beyond the common ones, and that packing makes use of."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return ()
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    there = frozenset(text.split())
    return tuple(f"-m{option}" for option, flag in _OPTIONS.items() if flag in there)


_OPTIONS = {"bmi2": "bmi2", "sse4.2": "sse4_2"}
"""Options of the compiler for instructions, by what the system calls these."""


def _compile(program: str, command: Sequence[str], place: Path, budget: Budget) -> None:
    """Compile into a file of another name beside `place`, so that nobody ever sees half of it."""
    with tempfile.TemporaryDirectory(prefix="compiling-", dir=place.parent) as directory:
        text, made = Path(directory) / "program.c", Path(directory) / "program"
        text.write_text(program, encoding="ascii")
        status, errors = _run([*command, str(text), "-o", str(made)], budget)
        if status:
            said = errors.strip()[-4000:]
            raise RuntimeError(f"the C compiler did not accept the program that we wrote:\n{said}")
        made.replace(place)


def _run(command: Sequence[str], budget: Budget) -> tuple[int, str]:
    """The status of a command and what it says of errors; at a limit, or by Ctrl-C, it is ended."""
    seconds = None if budget.deadline is None else budget.deadline - time.monotonic()
    if seconds is not None and seconds <= 0:
        raise LimitReachedError("time")
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as process:
        try:
            with budget.interruption.stopping(process.kill):
                _, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise LimitReachedError("time") from None
        finally:
            process.kill()
    return process.returncode, errors
