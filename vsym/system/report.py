"""Reports on work under way."""

from __future__ import annotations

from typing import Protocol

from vsym.basics.frozen import frozen
from vsym.system.result import Verdict


@frozen
class Progress:
    """The progress of an exploration: states found, those of them not yet expanded, the distance reached.

    `total` is the most states there can be, reachable or not; None where that says nothing. `kind` is the word for one
    state.
    """

    states: int
    frontier: int
    depth: int
    total: int | None
    seconds: float
    kind: str = "state"


class Report(Protocol):
    """The receiver of reports."""

    def say(self, what: str, /) -> None:
        """Report the work being done now."""

    def note(self, what: str, /) -> None:
        """Report a message that stays readable when the work goes on."""

    def explored(self, progress: Progress, /) -> None:
        """Report the progress of an exploration."""

    def saturated(self, nodes: int, /) -> None:
        """Report the number of nodes that the decision diagrams have."""

    def decided(self, name: str, verdict: Verdict, depth: int | None = None, /) -> None:
        """Report the verdict on a property, by its name, before all the work is done; `depth` is the distance of the
        state that shows it, where there is no path yet."""


class Silence:
    """A report that nobody reads."""

    def say(self, _: str) -> None:
        """Nothing."""

    def note(self, _: str) -> None:
        """Nothing."""

    def explored(self, _: Progress) -> None:
        """Nothing."""

    def saturated(self, _: int) -> None:
        """Nothing."""

    def decided(self, _name: str, _verdict: Verdict, _depth: int | None = None) -> None:
        """Nothing."""


class Passing:
    """A report that passes on everything to another one; subclasses change what they need."""

    def __init__(self, report: Report) -> None:
        self._report = report

    def say(self, what: str) -> None:
        self._report.say(what)

    def note(self, what: str) -> None:
        self._report.note(what)

    def explored(self, progress: Progress) -> None:
        self._report.explored(progress)

    def saturated(self, nodes: int) -> None:
        self._report.saturated(nodes)

    def decided(self, name: str, verdict: Verdict, depth: int | None = None) -> None:
        self._report.decided(name, verdict, depth)
