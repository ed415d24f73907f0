"""The limits that work is done under: one value, which travels from the command to whoever asks a solver."""

from __future__ import annotations

import os
import time
from dataclasses import field
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.interruption import Interruption as Keyboard

Interruption: TypeAlias = Literal["time", "keyboard", "memory", "bound"]

REASONS: dict[Interruption, str] = {
    "time": "the time limit was reached",
    "keyboard": "interrupted",
    "memory": "the memory limit was reached",
    "bound": "its bound on the length of paths was reached, which --timeout lifts",
}


class LimitReachedError(Exception):
    """Work has stopped at a limit; `interruption` says at which."""

    def __init__(self, interruption: Interruption) -> None:
        self.interruption: Interruption = interruption
        super().__init__(REASONS[interruption])


class UndecidedError(Exception):
    """There is no answer: the time was up, or the solver gave up."""


@frozen
class Budget:
    """Which solver to ask, and the limits of the work: `deadline` is a `time.monotonic()` value, `megabytes` the memory
    that an engine may take, `bound` how many steps the paths may have that are looked at; None is not a limit."""

    solver: str = "z3"
    deadline: float | None = None
    megabytes: int | None = None
    bound: int | None = None
    interruption: Keyboard = field(default_factory=Keyboard, compare=False)

    @property
    def max_bytes(self) -> int:
        """How much memory an engine may take, by default half of the machine's."""
        return default_memory() if self.megabytes is None else self.megabytes * 1_000_000

    def check(self) -> None:
        """Raise UndecidedError when the time is up, and KeyboardInterrupt when Ctrl-C was pressed."""
        self.interruption.check()
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise UndecidedError(REASONS["time"])


def reason_of(error: BaseException) -> str:
    """Why work has stopped at a limit or by Ctrl-C."""
    return REASONS["keyboard"] if isinstance(error, KeyboardInterrupt) else str(error)


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
