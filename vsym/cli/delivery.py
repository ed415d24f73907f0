"""Answers go to standard output, or to files that vsym replaces as a whole; failures go to standard error."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, UndecidedError
from vsym.basics.options import BUG, ERROR, HOLDS, INTERRUPTED, UNDECIDED, ClusterLostError, Delivery, RefusedError
from vsym.basics.platform import LACKING, LackingError, refusal
from vsym.basics.source import Diagnostic, DiagnosticError, visible

if TYPE_CHECKING:
    from vsym.commands.answer import Answer


_WIDE = 200
"""The width of text that does not go to a terminal, unless COLUMNS says otherwise."""


def deliver(answer: Answer, delivery: Delivery) -> int:
    """Write the answer, then its further files, so that one that cannot be written costs nothing else; the status."""
    to_file = delivery.output not in (None, "-")
    written: str | bytes
    if delivery.as_json:
        from vsym.show.documents import as_json

        written = as_json(answer.record or {}, one_line=delivery.several)
    elif answer.raw is not None:
        written = answer.raw if to_file else _for_stream(answer.raw, sys.stdout)
    else:
        from vsym.show.text.fitting import as_text

        color = delivery.color == "always" if to_file else colorful(sys.stdout, delivery.color)
        width = shutil.get_terminal_size((_WIDE, 24)).columns or _WIDE
        written = as_text(answer.lines, width, color=color).encode()
    status = answer.status
    if to_file:
        write_file(Path(str(delivery.output)), written)
    else:
        status = print_text(written, answer.status)
    for name, text in answer.files.items():
        path = Path(delivery.directory or "", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text)
    if answer.certificate is not None:
        write_file(Path(str(delivery.certificate)), answer.certificate.encode())
    if status == answer.status:
        for note in answer.notes:
            complain(f"vsym: {note}", status)
    return status


def deliver_failure(failure: Failure, delivery: Delivery, file: str | None) -> int:
    """Print a failure, with --json also as a document on standard output; the status."""
    status = complain(failure.text, failure.status)
    if not delivery.as_json:
        return status
    from vsym.show.documents import as_json
    from vsym.show.documents import failure as document

    written = as_json(document(file, failure.diagnostics, failure.message), one_line=delivery.several)
    return print_text(written, status)


def print_heading(file: str, delivery: Delivery, *, first: bool) -> None:
    """Say which of several files comes now."""
    import click

    name = visible(file)
    heading = click.style(name, bold=True) if colorful(sys.stdout, delivery.color) else name
    print_text(f"{'' if first else chr(10)}{heading}:\n".encode(), HOLDS)


def refuse_terminal(delivery: Delivery, why: str) -> None:
    """Raises RefusedError for a terminal that would show bytes; `-o -` writes them all the same."""
    if delivery.output is None and not delivery.as_json and sys.stdout is not None and sys.stdout.isatty():
        raise RefusedError(why)


def print_text(text: str | bytes, status: int) -> int:
    """Write to standard output, text as it is visible and bytes as they are; the status, unless that fails.

    A reader who stops early is no failure.
    """
    if sys.stdout is None:
        return complain("vsym: standard output is closed; `-o FILE` writes to a file", ERROR)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(_encoded(text))
        sys.stdout.buffer.flush()
    except OSError as error:
        give_up_output()
        if not isinstance(error, BrokenPipeError):
            return complain(f"vsym: cannot write to standard output: {error.strerror}", ERROR)
    return status


def write_file(path: Path, text: str | bytes) -> None:
    """Replace a file as a whole: its old contents stay until the new text is on the disk.

    Text is written as it is visible, bytes as they are. Raises RefusedError where the file cannot be written.
    """
    target = path.resolve()
    temporary: Path | None = None
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe is written to, never replaced.
            target.write_bytes(_encoded(text))
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(_encoded(text))
            file.flush()
            os.fsync(handle)
        temporary.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        temporary.replace(target)
    except BaseException as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise RefusedError(f"cannot write to {path}: {error.strerror}") from error
        raise


def give_up_output() -> None:
    """Discard the rest of the buffer of standard output, which would fail again when Python ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _encoded(text: str | bytes) -> bytes:
    return visible(text).encode() if isinstance(text, str) else text


def _for_stream(written: str | bytes, stream: IO[str] | None) -> str | bytes:
    """Text of a user, such as a model that `vsym fmt` prints: bytes, and on a terminal text."""
    if isinstance(written, bytes) and stream is not None and stream.isatty():
        return written.decode("utf-8", "surrogateescape")
    return written


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def colorful(stream: IO[str] | None, color: str) -> bool:
    """True where text to a stream has colours: by --color, else by NO_COLOR, by FORCE_COLOR, or on a terminal."""
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream is not None and stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")


@frozen
class Failure:
    """The status of a failed command, the text for a terminal, and for programs a message or diagnostics."""

    status: int
    text: str
    message: str
    diagnostics: tuple[Diagnostic, ...] = ()


def explained(error: BaseException) -> Failure:
    """The failure that an exception inside a command is; an unexpected one is a bug of ours."""
    if isinstance(error, ModuleNotFoundError):
        error = refusal(error)
    if isinstance(error, LackingError):
        text = f"vsym: error[{LACKING}]: {error}\n`vsym explain {LACKING}` says more"
        return Failure(ERROR, text, f"{error} [{LACKING}]")
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
        return _failure(ERROR, str(error))
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
