"""What every engine can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.result import Reached, Verdict

Input = TypeVar("Input", contravariant=True)


@frozen
class Answer:
    """The verdict on each property, in their order, and the reachable states where they were enumerated for it."""

    verdicts: tuple[Verdict, ...]
    reached: Reached | None = None


class Engine(Protocol[Input]):
    """A way to decide properties of an input: a `System` for all engines but the adaptive one."""

    @property
    def name(self) -> str:
        """What users call it."""

    def accepts(self, subject: Input, prop: Property, /) -> Diagnostic | None:
        """Why it cannot decide a property of the input, None if it can."""

    def verify(self, subject: Input, properties: Sequence[Property], budget: Budget, report: Report, /) -> Answer:
        """The verdict on each property: it holds where it holds in every initial state, on the fair paths.

        What a limit or Ctrl-C leaves undecided is unknown with the reason. Raises DiagnosticError with what `accepts`
        says of properties that it refuses, ErrorReached for a reachable state that enables an event that is an error.
        """


@runtime_checkable
class Explorer(Protocol):
    """An engine that can enumerate the reachable states."""

    def explore(self, subject: Any, budget: Budget, report: Report, /) -> Reached:
        """The reachable states; raises ErrorReached."""
