"""What is known of a text beyond its names: verdicts on symmetry and on properties, as they go between processes."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.source import Source, Span
from vsym.languages.findings import Finding
from vsym.working.task import Limits, Task


@frozen
class Judged:
    """Whether what is declared at an offset is symmetric, with a witness where it is not."""

    start: int
    verdict: str
    witness: str | None = None


@frozen
class Symmetry:
    """The verdicts on transitions or rules, what the group is, if that is known, and what is wrong with what the text
    claims."""

    judged: tuple[Judged, ...] = ()
    group: str | None = None
    findings: tuple[Finding, ...] = ()
    reason: str | None = None

    def inside(self, span: Span) -> Judged | None:
        """The worst verdict on what is declared in a stretch; None where none is known."""
        found = [one for one in self.judged if span.start <= one.start < max(span.end, span.start + 1)]
        return max(found, key=lambda one: _WORSE.index(one.verdict), default=None)


_WORSE = ("symmetric", "virtually symmetric", "undecided", "broken")


@frozen
class Verdict:
    """The verdict on a property that is declared at an offset."""

    start: int
    name: str
    outcome: str


@frozen
class Verdicts:
    """The verdicts on some properties, with all that is told of them."""

    outcomes: tuple[Verdict, ...]
    text: str


@frozen
class Job:
    """A piece of work on a text: what of `vsym.lsp.jobs` is asked, of what stretch, under which limits."""

    asked: str
    source: Source
    limits: Limits = Limits()
    start: int = 0
    end: int = 0

    @property
    def task(self) -> Task:
        """The same for a worker."""
        return Task("vsym.lsp.jobs", self.asked, (self,), self.limits)
