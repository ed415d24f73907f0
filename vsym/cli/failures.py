"""What a failure is told as, and the status it ends with."""

from __future__ import annotations

import os
import traceback
from contextlib import suppress

import click

from vsym.basics.limits import REASONS, Interruption, UndecidedError
from vsym.basics.options import BUG, ERROR, UNDECIDED, RefusedError


def explained(error: Exception) -> tuple[str, int]:
    """The message and the status of a failure inside a command; what nobody expected is a bug of ours."""
    from vsym.basics.source import DiagnosticError

    if isinstance(error, DiagnosticError):
        return f"{error}\n`vsym explain {error.diagnostics[0].code}` says more", ERROR
    if isinstance(error, RefusedError):
        return f"vsym: {error}", ERROR
    if isinstance(error, OSError):
        return f"vsym: {said(error)}", ERROR

    from vsym.arithmetic.solver import UnknownSolverError
    from vsym.engines.nusmv.engine import NuSMVMissing

    if isinstance(error, UndecidedError):
        return _undecided(str(error)), UNDECIDED
    if isinstance(error, UnknownSolverError):
        return f"vsym: {error}; `vsym doctor` says how to get others", ERROR
    if isinstance(error, NuSMVMissing):
        return f"vsym: {error}", ERROR
    return f"{traceback.format_exc()}vsym: this is a bug in vsym; please report it with the model", BUG


def ended(limit: Interruption) -> None:
    """End the process at a limit that the work in it goes on beyond; what it knows is lost."""
    complain(_undecided(REASONS[limit]), UNDECIDED)
    os._exit(UNDECIDED)


def _undecided(reason: str) -> str:
    option = "more --memory" if reason == REASONS["memory"] else "a longer --timeout"
    return f"vsym: undecided: {reason}; {option} or smaller parameters (-D) may help"


def said(error: OSError) -> str:
    return ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)


def complain(message: str, status: int) -> int:
    with suppress(OSError):
        click.echo(message, err=True)
    return status
