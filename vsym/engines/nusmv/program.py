"""The NuSMV program: its place and version, and a run of it that leaves nothing behind."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS
from vsym.basics.options import RefusedError
from vsym.basics.temporary import ended_by_exception


class NuSMVMissing(Exception):  # noqa: N818 - what is missing, not what went wrong
    """NuSMV is required but not installed."""

    def __init__(self) -> None:
        super().__init__(
            "NuSMV is missing: neither VSYM_NUSMV nor NuSMV, nusmv or nuXmv on PATH names it; "
            "`scripts/install-nusmv.sh` builds and installs it"
        )


@frozen
class Run:
    """The end of a run: the reason if it was cut short (else None), its error output, and the time (epoch seconds)."""

    reason: str | None
    errors: str
    finished: float


def find() -> Path | None:
    """NuSMV or nuXmv: what VSYM_NUSMV names, else the first of the two on PATH."""
    own = os.environ.get("VSYM_NUSMV")
    for name in (own,) if own else ("NuSMV", "nusmv", "nuXmv"):
        if path := shutil.which(name):
            return Path(path)
    return None


def version(program: Path) -> str:
    """The name that the program gives itself, like `NuSMV 2.5.4`.

    Raises RuntimeError if it is neither NuSMV nor nuXmv, OSError if it does not start.
    """
    process = subprocess.run(
        [program, "-help"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=10,
        check=False,
    )
    text = process.stdout.decode(errors="replace")
    if not (match := re.search(r"This is ((?:NuSMV|nuXmv) [\w.]+)", text)):
        raise RuntimeError(f"{program} does not say that it is NuSMV")
    return match[1]


def refuse_others() -> None:
    """Raise RefusedError where the program that is to be NuSMV is neither that nor nuXmv. A missing one passes, as
    verifying says how to get it."""
    program = find()
    if program is None:
        return
    try:
        version(program)
    except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
        raise RefusedError(f"{program} is not NuSMV or nuXmv; `vsym doctor` says how to get it") from error


def run(program: Path, directory: Path, timeout: float | None, max_bytes: int, *, backward: bool) -> Run:
    """Run the file `commands` on `model.smv` in a directory; after a timeout, Ctrl-C or SIGTERM nothing of it goes on.

    Where it goes `backward` from properties, it does not look for the reachable states first. It may take `max_bytes`
    of memory, where the system can hold a process to that.
    Raises OSError where the program cannot be started, RuntimeError where NuSMV refuses the model.
    """
    errors = directory / "errors"
    with ExitStack() as stack:
        stack.enter_context(ended_by_exception())
        errors_to = stack.enter_context(errors.open("wb"))
        output_to = stack.enter_context((directory / "output").open("wb"))
        with _held_back():
            process = subprocess.Popen(
                [program, *(["-df"] if backward else ["-dynamic"]), "-s", "-source", "commands", "model.smv"],
                cwd=directory,
                stdin=subprocess.DEVNULL,
                stdout=output_to,
                stderr=errors_to,
                start_new_session=True,
            )
            stack.callback(_end, process)
        if hasattr(resource, "prlimit"):
            # Its own limit, as the thread that watches this process does not see others.
            with suppress(ProcessLookupError):
                resource.prlimit(process.pid, resource.RLIMIT_AS, (max_bytes, max_bytes))
        # Z3 leaves SIGINT such that system calls go on after it, and the wait would not notice Ctrl-C.
        signal.siginterrupt(signal.SIGINT, True)
        try:
            status = process.wait(timeout)
            reason = None
        except subprocess.TimeoutExpired:
            status, reason = 0, REASONS["time"]
    finished = time.time()
    said = errors.read_text(encoding="utf-8", errors="replace").strip()
    if re.search(r"^file .*: line \d+:", said, re.MULTILINE):
        raise RuntimeError(f"NuSMV rejected the model that vsym wrote:\n{said}")
    if status < 0:
        reason = f"NuSMV was ended by {signal.Signals(-status).name}"
    elif status and re.search(r"\bmemory\b", said, re.IGNORECASE):
        reason = REASONS["memory"]
    return Run(reason, said, finished)


@contextmanager
def _held_back() -> Iterator[None]:
    """Ctrl-C and SIGTERM come after the block: in it, they would leave a process behind that is just being started."""
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    if threading.current_thread() is not threading.main_thread() or None in handlers.values():
        yield
        return
    for number in handlers:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for late in came:
            signal.raise_signal(late)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
