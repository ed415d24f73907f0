"""Tasks that tests give to a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError


def doubled(value: tuple[int, ...], _: Budget) -> tuple[int, ...]:
    """A value that keeps its type."""
    return 2 * value


def nothing(_: Budget) -> None:
    """None, which is an answer."""


def refused(_: Budget) -> None:
    """A refusal."""
    raise RefusedError("no")


def broken(_: Budget) -> None:
    """A bug."""
    raise AssertionError("it is broken")


def lost(_: Budget) -> None:
    """No answer."""
    os.kill(os.getpid(), signal.SIGKILL)


def endless(note: str, _: Budget) -> None:
    """Work without an end beside another process; into a named pipe go the numbers of both."""
    with subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"]) as started:
        Path(note).write_text(f"{os.getpid()} {started.pid}", encoding="ascii")
        while True:
            pass
