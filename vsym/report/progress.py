"""What is being done, on a terminal's standard error, once it takes longer than a second."""

from __future__ import annotations

import threading
import time
from types import TracebackType

from rich.console import Console
from rich.status import Status

from vsym.engines.exploration import Progress
from vsym.report.numbers import number, plural, seconds

DELAY = 1.0
"""Seconds of silence before the first message."""


class Narrator:
    """Shows a line that is replaced as the work goes on; says nothing where `console` is no terminal.

    Use it as a context manager: the line is gone at its end, whatever happens inside.
    """

    def __init__(self, console: Console, *, quiet: bool) -> None:
        self._status = Status("", console=console)
        self._active = console.is_terminal and not quiet
        self._timer = threading.Timer(DELAY, self._status.start)
        self._timer.daemon = True
        self._started = time.monotonic()

    def say(self, what: str) -> None:
        """Replace the line."""
        self._status.update(f"{what} … ({seconds(time.monotonic() - self._started)})")

    def explored(self, progress: Progress) -> None:
        """Report an exploration: its share of all counter states, reachable or not, is the honest denominator."""
        share = 100 * progress.states / max(1, progress.total)
        self.say(
            f"{plural(progress.states, 'counter state')} found, {number(progress.frontier)} to expand, depth "
            f"{progress.depth}; {share:.3g} % of at most {number(progress.total)}"
        )

    def __enter__(self) -> Narrator:
        if self._active:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        self._status.stop()
