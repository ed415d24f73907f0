"""Running a command in a process of its own and measuring it as a whole."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

SHORT = "VSYM_SHORT" in os.environ
"""True in a short run: `VSYM_SHORT=1`, which `all.py --short` sets."""

GRACE = 5.0
"""Seconds for a command that is interrupted to end by itself, and with it what it has started."""


@dataclass(frozen=True)
class Measured:
    """Seconds by the clock and of the processor (`wall`, `user`, `system`), peak memory in bytes, and the end.

    `user`, `system` and `peak` count the process itself and children that it has waited for. `finished` is False where
    the time limit ended it.
    """

    wall: float
    user: float
    peak: int
    finished: bool
    status: int
    system: float


def rows(full: Sequence[T], *short: int) -> Sequence[T]:
    """The rows of a benchmark: all, or those with these indices in a short run."""
    return [full[index] for index in short] if SHORT else full


def patience(full: float, short: float) -> float:
    """The seconds that a peer may take, fewer in a short run."""
    return short if SHORT else full


def measure(
    command: Sequence[str | Path],
    seconds: float,
    output: Path | None = None,
    *,
    quiet: bool = False,
    processor: int | None = None,
) -> Measured:
    """Run a command for at most this time, and so many seconds of the `processor`, with standard output to a file or
    nowhere; `quiet` drops its errors."""
    limited = None if processor is None else partial(_limit, processor)
    with (output or Path(os.devnull)).open("wb") as written:
        started = time.perf_counter()
        errors = subprocess.DEVNULL if quiet else None
        process = subprocess.Popen(command, stdout=written, stderr=errors, start_new_session=True, preexec_fn=limited)
        finished = True
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            late = time.perf_counter() - started - seconds
            if finished and late > 0:
                os.killpg(process.pid, signal.SIGINT)
                finished = False
            elif late > GRACE:
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.002)
        wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    return Measured(wall, usage.ru_utime, usage.ru_maxrss * 1024, finished, process.returncode, usage.ru_stime)


def _limit(processor: int) -> None:
    """End this process after so many seconds of the processor."""
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor))
