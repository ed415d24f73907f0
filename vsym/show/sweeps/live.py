"""A running sweep on a terminal's standard error: the last rows, those at work, and an estimate of the time left."""

from __future__ import annotations

import time
from collections import deque
from types import TracebackType

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from vsym.basics.numbers import number, plural, seconds
from vsym.show.sweeps.story import rows_table
from vsym.sweeping.axes import Values
from vsym.sweeping.plan import Plan
from vsym.sweeping.pool import Alive
from vsym.sweeping.row import Row
from vsym.sweeping.sweep import place

_LAST = 8
_BAR = 30


class Watch:
    """Shows the progress of a sweep; if `console` is no terminal, only the address of a cluster.

    Use it as a context manager: the display is gone at its end, even after an exception.
    """

    def __init__(self, console: Console, plan: Plan, before: int, *, quiet: bool) -> None:
        self._plan = plan
        self._ranged = [axis for axis in plan.axes if axis.ranged]
        self._total = len(plan.rows)
        self._kept = before
        self._done = 0
        self._last: deque[Row] = deque(maxlen=_LAST)
        self._running: dict[Values, float] = {}
        self._began = time.monotonic()
        self._alive: Alive | None = None
        self._console, self._quiet = console, quiet
        self._active = console.is_terminal and not quiet
        self._live = Live(self, console=console, transient=True, refresh_per_second=4)

    def begun(self, values: Values) -> None:
        """A row is being measured."""
        self._running = {**self._running, values: time.monotonic()}

    def done(self, row: Row) -> None:
        """A row is there."""
        self._done += 1
        self._last.append(row)
        self._running = {values: since for values, since in self._running.items() if values != row.values}

    def alive(self, alive: Alive) -> None:
        """Note the current number of workers, and print the address of the cluster once."""
        if self._alive is None and not self._quiet:
            pages = "" if alive.dashboard is None else f"; Dask's own pages are at {alive.dashboard}"
            self._console.print(f"vsym: {plural(alive.workers, 'worker')} at {alive.address}{pages}", soft_wrap=True)
        self._alive = alive

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The last rows, the rows at work and the bar, as far as the height of the terminal allows."""
        now = time.monotonic()
        room = max(0, console.height - 6)
        last = list(self._last)[-min(_LAST, room) :] if room else []
        parts: list[RenderableType] = []
        if last:
            parts += rows_table(self._plan.axes, last, self._plan.properties, everything=True)
        at_work = [
            f"{place(values, self._ranged) or 'the only row'} ({seconds(now - since)})"
            for values, since in self._running.items()
        ]
        if at_work:
            parts.append(Text(f"at work: {', '.join(at_work)}", no_wrap=True, overflow="ellipsis"))
        line = Table.grid(padding=(0, 1))
        count = self._kept + self._done
        bar = ProgressBar(total=self._total, completed=count, width=_BAR)
        workers = [] if self._alive is None else [plural(self._alive.workers, "worker")]
        words = (f"{number(count)} of {number(self._total)} rows", *workers, self._remaining(now))
        line.add_row(bar, Text(", ".join(words)))
        parts.append(line)
        yield Group(*parts)

    def _remaining(self, now: float) -> str:
        elapsed = now - self._began
        left = self._total - self._kept - self._done
        if not self._done:
            return seconds(elapsed)
        guess = elapsed / self._done * left
        return f"{seconds(elapsed)}, about {seconds(guess)} left if the rest is like these"

    def __enter__(self) -> Watch:
        if self._active:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()
