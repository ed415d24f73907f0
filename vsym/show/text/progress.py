"""The work under way, on a terminal's standard error, once it takes longer than a second."""

from __future__ import annotations

import threading
import time
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from vsym.basics.numbers import number, plural, seconds
from vsym.basics.platform import THREADS

if TYPE_CHECKING:
    from rich.live import Live
    from rich.spinner import Spinner

    from vsym.system.report import Progress
    from vsym.system.result import Verdict


DELAY = 1.0
"""Seconds of silence before the first message."""

MOMENT = 0.5
"""The seconds before a violation is printed; it is not printed if the work ends within them."""


class Narrator:
    """Shows a line on a terminal that is replaced as the work goes on. Each violation leaves a line above, terminal or
    not, unless the work is over a MOMENT after it was found.

    Use it as a context manager: the line is gone at its end, even after an exception.
    """

    def __init__(self, console: Console, *, quiet: bool) -> None:
        self._what = ""
        self._figures = ""
        self.verdicts: dict[str, Verdict] = {}
        self._violations: list[str] = []
        self._saying: threading.Timer | None = None
        self._lock = threading.Lock()
        self._console = console
        self._quiet = quiet
        self._live: Live | None = None
        self._active = console.is_terminal and not quiet and THREADS
        self._timer = threading.Timer(DELAY, self._start)
        self._timer.daemon = True
        self._started = time.monotonic()

    def say(self, what: str) -> None:
        """Replace the line."""
        self._what, self._figures = what, ""

    def note(self, what: str) -> None:
        """Leave a line above, terminal or not."""
        if not self._quiet:
            self._console.print(what, markup=False, highlight=False, soft_wrap=True)

    def explored(self, progress: Progress) -> None:
        """Report an exploration: its share of all states, reachable or not, is the honest denominator."""
        share = ""
        if progress.total is not None:
            share = f" ({100 * progress.states / max(1, progress.total):.3g} % of at most {number(progress.total)})"
        states = f"{plural(progress.states, progress.kind)}{share}"
        self.say(f"{states}, {number(progress.frontier)} to expand, depth {progress.depth}")

    def saturated(self, nodes: int) -> None:
        """Report a saturation: it has no layers and counts no states before its end, so that there is no share."""
        self._figures = f", decision diagrams of {plural(nodes, 'node')}"

    def decided(self, name: str, verdict: Verdict, depth: int | None = None) -> None:
        """Keep it in `verdicts`, which is all that is left of work that a limit ends, and say a violation."""
        before = self.verdicts.get(name)
        self.verdicts[name] = verdict
        if verdict.outcome != "violated" or (before is not None and before.outcome == "violated"):
            return
        depth = verdict.path.length if depth is None and verdict.path is not None else depth
        where = "" if depth is None else f" at depth {depth}"
        after = seconds(time.monotonic() - self._started)
        with self._lock:
            self._violations.append(
                f"vsym: {name} is violated{where}, found after {after}; the path follows at the end"
            )
            if len(self._violations) == 1 and not self._quiet and THREADS:
                self._saying = threading.Timer(MOMENT, self._say_violations)
                self._saying.daemon = True
                self._saying.start()

    def _say_violations(self) -> None:
        with self._lock:
            lines, self._violations = self._violations, []
        for line in lines:
            self.note(line)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """One line with the time that has passed, cut where the terminal ends."""
        elapsed = time.monotonic() - self._started
        frame = self._spinner.render(elapsed)
        spinner = frame if isinstance(frame, Text) else Text()
        line = Text.assemble(
            spinner, f" {seconds(elapsed)}: {self._what}{self._figures}", no_wrap=True, overflow="ellipsis"
        )
        yield line

    def __enter__(self) -> Narrator:
        if self._active:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Take the line away, for good."""
        self._timer.cancel()
        if self._active:
            self._timer.join()
        if self._saying is not None:
            self._saying.cancel()
            self._saying.join()
        if self._live is not None:
            self._live.stop()

    def _start(self) -> None:
        # What animates the line is loaded only if there is one: most runs end before.
        from rich.live import Live

        self._live = Live(self, console=self._console, transient=True, refresh_per_second=8)
        self._live.start()

    @cached_property
    def _spinner(self) -> Spinner:
        from rich.spinner import Spinner

        return Spinner("dots")
