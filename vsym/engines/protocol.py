"""The protocol of engines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.logic.properties import Property, mixes_logics
from vsym.system.report import Report
from vsym.system.result import Reached, Verdict
from vsym.system.system import System

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
        """The name that users know."""

    def accepts(self, subject: Input, prop: Property, /) -> Diagnostic | None:
        """The reason why it cannot decide a property of the input, None if it can."""

    def verify(self, subject: Input, properties: Sequence[Property], budget: Budget, report: Report, /) -> Answer:
        """The verdict on each property: it holds where it holds in every initial state, on the fair paths.

        A property that a limit or Ctrl-C leaves undecided is unknown with the reason. Raises DiagnosticError with the
        diagnostics of `accepts` for properties that it refuses, ErrorReached for a reachable state that enables an
        event that is an error.
        """


@runtime_checkable
class Explorer(Protocol):
    """An engine that can enumerate the reachable states."""

    def explore(self, subject: Any, budget: Budget, report: Report, /) -> Reached:
        """The reachable states; raises ErrorReached."""


def raise_refusals(engine: Engine[Any], subject: Any, properties: Sequence[Property]) -> None:
    """Raise DiagnosticError with why the engine does not accept some of the properties, if there are such."""
    refused = [problem for prop in properties if (problem := engine.accepts(subject, prop)) is not None]
    if refused:
        raise DiagnosticError(refused)


def mixed_logics(prop: Property) -> Diagnostic | None:
    """VS401 for a property that mixes CTL and LTL."""
    if not mixes_logics(prop):
        return None
    message = f"`{prop.name}` mixes operators of CTL and LTL, which this engine does not decide"
    return Diagnostic("VS401", prop.span, message, "state it as one property in each logic")


def open_parameters(system: System, prop: Property) -> Diagnostic | None:
    """VS401 for a system with parameters, of an engine that needs numbers."""
    if not system.parameters:
        return None
    named = ", ".join(f"`{name}`" for name in system.parameters)
    message = f"this engine needs a value for {named} to decide `{prop.name}`"
    return Diagnostic("VS401", prop.span, message, "give every parameter a value")
