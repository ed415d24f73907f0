"""The limits on time and memory that an engine works under."""

from __future__ import annotations

import os
import time
from typing import Literal, TypeAlias

Interruption: TypeAlias = Literal["time", "keyboard", "memory"]

REASONS: dict[Interruption, str] = {
    "time": "the time limit was reached",
    "keyboard": "interrupted",
    "memory": "the memory limit was reached",
}


class LimitReachedError(Exception):
    """Work has stopped at a limit; `interruption` says at which."""

    def __init__(self, interruption: Interruption) -> None:
        self.interruption: Interruption = interruption
        super().__init__(REASONS[interruption])


def check(deadline: float | None) -> None:
    """Raise LimitReachedError once `time.monotonic()` has passed the deadline; None is no deadline."""
    if deadline is not None and time.monotonic() > deadline:
        raise LimitReachedError("time")


def default_memory() -> int:
    """Half of the machine's memory in bytes, or 4 GiB where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return 4 * 2**30
