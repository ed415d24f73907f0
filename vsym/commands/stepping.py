"""`vsym step`: the session of a model, or of a program, to begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vsym.basics.limits import Budget
from vsym.commands.step.desk import Desk
from vsym.commands.step.session import Session
from vsym.models.text import AnyText, ProgramText
from vsym.system.report import Report


def begun(
    text: AnyText, values: Mapping[str, int], budget: Budget, seconds: float, report: Report, seed: int
) -> Session:
    """A session in an initial state; each question that takes long has so many seconds.

    Raises DiagnosticError for errors of the model, RefusedError where it cannot start, UndecidedError.
    """
    return Session.begun(desk(text, values, budget, seconds, report), seed)


def desk(text: AnyText, values: Mapping[str, int], budget: Budget, seconds: float, report: Report) -> Desk[Any, Any]:
    """What a session, or a page to step on, needs to know of a model."""
    if isinstance(text, ProgramText):
        from vsym.commands.step.programs import ProgramDesk

        return ProgramDesk(text, values, budget, seconds, report)
    from vsym.commands.step.processes import ProcessDesk

    return ProcessDesk(text, values, budget, seconds, report)
