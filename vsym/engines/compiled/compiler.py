"""The C compiler of the machine, and the programs that it has made, kept between runs."""

from __future__ import annotations

import atexit
import contextlib
import errno
import importlib.util
import math
import os
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget, LimitReachedError
from vsym.basics.options import RefusedError
from vsym.basics.temporary import temporary_folder
from vsym.engines.compiled.model import Model, rendered, rendered_apart

FLAGS = ("-std=gnu11", "-pthread")

QUICK = ("-O0",)
"""Options by which a program is soon compiled, in a quarter of the time, and searches at a quarter of the speed."""

FAST = ("-O2",)
"""Options by which a program is fast."""

TRIVIAL = "int main(void) { return 0; }\n"
"""The program that shows whether anything can be compiled."""

LEAST_ROOM = 8_000_000
"""Bytes that the disk of the compiled programs must have left."""

_KEPT = 30 * 24 * 3600.0
"""The seconds for which an unused program is kept."""

_OPTIONS = {"bmi2": "bmi2", "sse4.2": "sse4_2"}
"""Options of the compiler for instructions, each with the system's name of these."""


class CompilerError(RefusedError):
    """Programs cannot be compiled or run here, for a reason that the message names with its place."""


class CompilerMissingError(CompilerError):
    """No C compiler was found."""

    def __init__(self) -> None:
        command = os.environ.get("CC", "")
        where = f"$CC names {command}, which is not a command" if command else "neither cc, gcc nor clang is on PATH"
        super().__init__(f"no C compiler was found: {where}; `pip install vsym[cc]` installs one")


@frozen
class Compiler:
    """A command that compiles C, the user's options, and the compiler's identity."""

    command: tuple[str, ...]
    options: tuple[str, ...]
    identity: str


def find() -> Compiler:
    """The compiler: the one that CC names, else cc, gcc or clang on PATH, else that of the package ziglang.

    Raises CompilerMissingError, CompilerError where CC is no command line.
    """
    try:
        words = shlex.split(os.environ.get("CC", ""))
    except ValueError as error:
        raise CompilerError(f"$CC is not a command line: {str(error).lower()}") from error
    for command in (words,) if words else (["cc"], ["gcc"], ["clang"]):
        if path := shutil.which(command[0]):
            state = Path(path).stat()
            return Compiler((path,), tuple(command[1:]), f"{path} {state.st_size} {state.st_mtime_ns}")
    if not words and importlib.util.find_spec("ziglang") is not None:
        from importlib.metadata import version

        return Compiler((sys.executable, "-m", "ziglang", "cc"), (), f"ziglang {version('ziglang')}")
    raise CompilerMissingError


def binary(model: Model, flags: Sequence[str] = FAST, budget: Budget = UNLIMITED) -> Path:
    """The program of a model, compiled where it is not known yet; raises as `compiled` does.

    With the quick flags alone, or the fast ones where the user's options say `-O0`, the search is compiled apart where
    it can be: once for all models with states of as many words, by this compiler and version of vsym, and kept as
    programs are. Only the model's own code remains.
    """
    improving = [option for option in find().options if option.startswith("-O")]
    quick = tuple(flags) == QUICK or (tuple(flags) == FAST and improving[-1:] == [*QUICK])
    if not quick or not model.has_room:
        text = rendered(model)
        return compiled(digest(text), lambda: text, flags, budget)
    own, search = rendered_apart(model)
    # Linked together they are one program, whose name depends on both texts.
    library = partial(compiled, digest(search), lambda: search, [*QUICK, "-c"], budget)
    return compiled(digest(own + search), lambda: own, flags, budget, library)


def compiled(
    digest: str,
    text: Callable[[], str],
    flags: Sequence[str] = FAST,
    budget: Budget = UNLIMITED,
    library: Callable[[], Path] | None = None,
) -> Path:
    """The program of the text with this digest, linked with the file of `library`, compiled if missing or damaged.

    Raises LimitReachedError where there is no time left, KeyboardInterrupt, CompilerError, OSError where it cannot be
    written, RuntimeError where the compiler rejects the generated code (our bug).
    """
    compiler = find()
    every = _options(compiler, flags)
    folder = _folder()
    name = _name(digest, compiler, every)
    if (executable := _whole(folder, name)) is not None:
        return executable
    _forget(folder)
    linked = () if library is None else (str(library()),)
    try:
        return _compile(text(), [*compiler.command, *every], folder / name, budget, linked)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error


def digest(text: str) -> str:
    """A name for a program: the SHA-256 of its text."""
    return sha256(text.encode()).hexdigest()


def needs_no_other(model: Model, flags: Sequence[str]) -> bool:
    """True where the fast program of a model is there already, or is as soon compiled as the quick one: the user's own
    options say how much the compiler improves. Raises CompilerMissingError, CompilerError where CC is no command line.
    """
    compiler = find()
    if any(option.startswith("-O") for option in compiler.options):
        return True
    return _whole(_folder(), _name(digest(rendered(model)), compiler, _options(compiler, flags))) is not None


def _options(compiler: Compiler, flags: Sequence[str]) -> tuple[str, ...]:
    """All options: those of the user come last, and override ours."""
    return (*FLAGS, *_of_processor(), *flags, *compiler.options)


def _name(digest: str, compiler: Compiler, options: Sequence[str]) -> str:
    return sha256("\0".join([digest, compiler.identity, *options]).encode()).hexdigest()[:32]


def _whole(folder: Path, name: str) -> Path | None:
    """The program of this name; a damaged one is removed."""
    for executable in folder.glob(f"{name}.*"):
        if _is_whole(executable):
            with contextlib.suppress(OSError):
                os.utime(executable)
            return executable
        executable.unlink(missing_ok=True)
    return None


def trouble(budget: Budget = UNLIMITED) -> CompilerError | None:
    """The failure to compile and run a program here, None without one; raises LimitReachedError, KeyboardInterrupt."""
    try:
        program = compiled("trivial", lambda: TRIVIAL, budget=budget)
        subprocess.run([program], check=True, stdin=subprocess.DEVNULL)
        if (room := shutil.disk_usage(program.parent).free) < LEAST_ROOM:
            return CompilerError(f"{program.parent}: only {room // 1_000_000} MB of disk space are left for compiling")
    except CompilerError as error:
        return error
    except (RuntimeError, subprocess.CalledProcessError) as error:
        return CompilerError(f"the C compiler {' '.join(find().command)} does not work: {error}")
    except OSError as error:
        return not_executed(Path(error.filename), error)
    return None


def not_executed(program: Path, error: OSError) -> CompilerError:
    """The CompilerError for an OSError on a compiled program or its folder."""
    return CompilerError(f"{program}: {error.strerror}; XDG_CACHE_HOME names another folder for compiled programs")


def _is_whole(program: Path) -> bool:
    """True where a program can be executed and its content has the checksum at the end of its name."""
    try:
        content = program.read_bytes()
    except OSError:
        return False
    return program.suffix == f".{_sum(content)}" and os.access(program, os.X_OK)


def _sum(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]


@cache
def _folder_of_this_run() -> Path:
    return _OPEN.enter_context(temporary_folder("programs"))


_OPEN = contextlib.ExitStack()
atexit.register(_OPEN.close)


def _folder() -> Path:
    """The folder of programs; for this run alone where the user's cache cannot be written."""
    folder = user_cache_path("vsym") / "programs"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _folder_of_this_run()
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


def _compile(program: str, command: Sequence[str], name: Path, budget: Budget, linked: Sequence[str] = ()) -> Path:
    """The program, under a name with its checksum; until it is whole and on the disk, it is in a folder of its own."""
    with temporary_folder("compiling", name.parent) as folder:
        text, made = folder / "program.c", folder / "program"
        text.write_text(program, encoding="ascii")
        status, errors = _run([*command, str(text), *linked, "-o", str(made)], folder, budget)
        if status:
            said = errors.strip()[-4000:]
            if os.strerror(errno.ENOSPC) in said:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if program != TRIVIAL and (error := trouble(budget)) is not None:
                raise error
            raise RuntimeError(f"the C compiler rejected the program that vsym wrote:\n{said}")
        # Object files are kept in the same way as programs.
        made.chmod(0o755)
        with made.open("rb") as file:
            place = name.with_name(f"{name.name}.{_sum(file.read())}")
            os.fsync(file.fileno())
        made.replace(place)
    return place


def _run(command: Sequence[str], folder: Path, budget: Budget) -> tuple[int, str]:
    """The status and the error output of a command. A limit or Ctrl-C ends it with all processes that it has started.
    Its temporary files are in `folder`, which the caller removes."""
    if budget.left <= 0:
        raise LimitReachedError("time")
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env={**os.environ, "TMPDIR": str(folder)},
        start_new_session=True,
    ) as process:

        def end() -> None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

        try:
            with budget.interruption.stopping(end):
                _, errors = process.communicate(timeout=None if math.isinf(budget.left) else budget.left)
        except subprocess.TimeoutExpired:
            raise LimitReachedError("time") from None
        finally:
            end()
    # Where memory has run out, the compiler was ended.
    budget.check()
    return process.returncode, errors
