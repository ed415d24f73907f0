"""A report that passes on everything says the same to another one."""

from __future__ import annotations

from vsym.system.report import Passing, Progress
from vsym.system.result import Verdict


class Noting:
    """A report that notes its calls in order."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def say(self, what: str) -> None:
        self.heard.append(("say", what))

    def note(self, what: str) -> None:
        self.heard.append(("note", what))

    def explored(self, progress: Progress) -> None:
        self.heard.append(progress)

    def saturated(self, nodes: int) -> None:
        self.heard.append(nodes)

    def decided(self, name: str, verdict: Verdict, depth: int | None = None) -> None:
        self.heard.append((name, verdict, depth))


def test_everything_is_passed_on() -> None:
    other, verdict, progress = Noting(), Verdict("holds", "explicit", 0.0), Progress(3, 1, 2, None, 0.0)
    report = Passing(other)
    report.say("what")
    report.note("that")
    report.explored(progress)
    report.saturated(7)
    report.decided("p", verdict)
    report.decided("q", verdict, 3)
    assert other.heard == [("say", "what"), ("note", "that"), progress, 7, ("p", verdict, None), ("q", verdict, 3)]
