"""What a failure is told as, and the status it ends with."""

from __future__ import annotations

import traceback
from contextlib import suppress

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, UndecidedError
from vsym.basics.options import BUG, ERROR, INTERRUPTED, UNDECIDED, ClusterLostError, RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError, visible


@frozen
class Failure:
    """The status of a failed command, the text for a terminal, and for programs one message or what is wrong where."""

    status: int
    text: str
    message: str
    diagnostics: tuple[Diagnostic, ...] = ()


def explained(error: BaseException) -> Failure:
    """The failure that an exception inside a command is; what nobody expected is a bug of ours."""
    if isinstance(error, DiagnosticError):
        text = f"{error}\n`vsym explain {error.diagnostics[0].code}` says more"
        return Failure(ERROR, text, str(error), error.diagnostics)
    if isinstance(error, KeyboardInterrupt):
        return _failure(INTERRUPTED, "interrupted")
    if isinstance(error, MemoryError):
        return _failure(UNDECIDED, "undecided: out of memory; smaller parameters (-D) may help")
    if isinstance(error, RefusedError):
        return _failure(ERROR, str(error))
    if isinstance(error, ClusterLostError):
        return _failure(UNDECIDED, f"undecided: {error}")
    if isinstance(error, OSError):
        return _failure(ERROR, said(error))

    from vsym.arithmetic.solver import UnknownSolverError
    from vsym.engines.nusmv.program import NuSMVMissing

    if isinstance(error, UndecidedError):
        return undecided(str(error))
    if isinstance(error, UnknownSolverError):
        return _failure(ERROR, f"{error}; `vsym doctor` says how to get others")
    if isinstance(error, NuSMVMissing):
        return _failure(ERROR, str(error))
    bug = _failure(BUG, "this is a bug in vsym; please report it with the model")
    return Failure(bug.status, f"{traceback.format_exc()}{bug.text}", bug.message)


def _failure(status: int, message: str) -> Failure:
    return Failure(status, f"vsym: {message}", message)


def undecided(reason: str) -> Failure:
    """The failure that a limit is."""
    option = "more --memory" if reason == REASONS["memory"] else "a longer --timeout"
    return _failure(UNDECIDED, f"undecided: {reason}; {option} or smaller parameters (-D) may help")


def passed_over(file: str, last: str) -> Failure:
    """The failure to check a file, as everything ended in the one before."""
    return _failure(UNDECIDED, f"{file} was not checked: vsym ended at {last}")


def said(error: OSError) -> str:
    return ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)


def complain(message: str, status: int) -> int:
    """Say something on standard error, where it is visible; the status."""
    import click

    with suppress(OSError):
        click.echo(visible(message), err=True)
    return status
