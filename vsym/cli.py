"""The command line: the only module that prints, writes or exits."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from vsym import __version__
from vsym.options import BUG, ERROR, INTERRUPTED, UNDECIDED, Delivery, Options, RefusedError

if TYPE_CHECKING:
    from vsym.commands.task import Answer, Task
    from vsym.gsst import OpenModel

_SECONDS = click.FloatRange(min=0, max=1_000_000)

_MODULES = {
    "check": "checking",
    "symmetry": "identifying",
    "abstract": "identifying",
    "emit_smv": "identifying",
    "explore": "exploring",
}
"""Where in `vsym.commands` a command is, imported when it is run."""

_WIDE = 200
"""The width of text that goes to no terminal, unless COLUMNS says otherwise."""


def _definitions(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    """The values of `name=value` options, each an integer."""
    found = {}
    for value in values:
        name, _, number = value.partition("=")
        if not name.strip() or not re.fullmatch(r"\s*-?[0-9]{1,4000}\s*", number):
            raise click.BadParameter(f"{value!r} is no definition; write -D name=7")
        found[name.strip()] = int(number)
    return found


def _names(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The names in lists with commas, each once."""
    names = [name.strip() for value in values for name in value.split(",")]
    for name in names:
        if not name.isidentifier():
            raise click.BadParameter(f"{name!r} is no name of a parameter; write --for-all readers,writers")
    return tuple(dict.fromkeys(names))


def _seconds(_context: click.Context, _parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and value != value:
        raise click.BadParameter("this is no time; write --timeout 60")
    return value


class _Group(click.Group):
    """Commands whose own output, such as `--help`, may fail to be written as well."""

    def main(self, *arguments: Any, **settings: Any) -> Any:
        try:
            return super().main(*arguments, **settings)
        except OSError as error:
            sys.exit(_complain(f"vsym: {_said(error)}", ERROR))


def _shared_options(command: Callable[..., None]) -> Callable[..., None]:
    color = click.Choice(["auto", "always", "never"])
    for decorate in (
        click.option("--color", type=color, default="auto", show_default=True, help="Colours in the output."),
        click.option("-v", "verbose", is_flag=True, help="Show every row and every witness."),
        click.option("-q", "quiet", is_flag=True, help="Show the verdicts only, and no progress."),
        click.option("-o", "output", metavar="FILE", type=click.Path(dir_okay=False), help="Write to this file."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
        click.option("--timeout", type=_SECONDS, callback=_seconds, metavar="SECONDS", help="Stop after this time."),
        click.option("--solver", metavar="NAME", default="z3", show_default=True, help="An SMT solver that PySMT has."),
        click.option("--prop", "properties", metavar="NAME", multiple=True, help="This property only (repeatable)."),
        click.option(
            "-D",
            "definitions",
            metavar="NAME=VALUE",
            callback=_definitions,
            multiple=True,
            help="Set a parameter of the model (repeatable).",
        ),
        click.argument("file", type=click.Path(allow_dash=True)),
    ):
        command = decorate(command)
    return command


_FOR_ALL = click.option(
    "--for-all",
    "for_all",
    metavar="NAMES",
    callback=_names,
    multiple=True,
    help="Parameters that keep all their values: every size at once.",
)


_TRACE = click.option(
    "--trace",
    type=click.Choice(["full", "diff", "off"]),
    default="full",
    show_default=True,
    help="All counters of each state, those that change, or no traces.",
)


_MEMORY = click.option("--memory", type=click.IntRange(min=1), metavar="MB", help="Stop at this much memory.")


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="vsym")
def main() -> None:
    """Verify systems of many similar processes: virtual symmetry, counter abstraction, temporal properties.

    FILE is a .gsst model; `-` reads standard input.
    """


@main.command(short_help="Symmetry, then every property: the whole story.")
@_shared_options
@click.option(
    "--engine",
    type=click.Choice(["auto", "explicit", "mdd", "smt", "nusmv", "adaptive"]),
    default="auto",
    show_default=True,
    help="What decides the properties.",
)
@_FOR_ALL
@click.option(
    "--bound", type=click.IntRange(min=0), metavar="STEPS", help="How far --engine smt looks; no Spacer then."
)
@click.option(
    "--certificate",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write what --engine smt has proved as SMT-LIB 2.",
)
@_MEMORY
@_TRACE
def check(certificate: str | None, **given: Any) -> None:
    """Decide the symmetry, then every property on the best exact reduction."""
    _run("check", {**given, "certificate": certificate is not None}, certificate=certificate)


@main.command(short_help="Full virtual symmetry, transition by transition.")
@_shared_options
@_FOR_ALL
@click.option("--smt2", "directory", metavar="DIR", type=click.Path(file_okay=False), help="Write each ψ there.")
def symmetry(directory: str | None, **given: Any) -> None:
    """Decide full virtual symmetry, local transition by local transition."""
    _run("symmetry", {**given, "smt2": directory is not None}, directory)


@main.command(short_help="The counter abstraction: blocks, counters, guards.")
@_shared_options
@click.option("--invariants", is_flag=True, help="Show linear invariants of the counters, too.")
def abstract(**given: Any) -> None:
    """Show the counter abstraction: blocks, counters and guards."""
    _run("abstract", given)


@main.command("emit-smv", short_help="A model for NuSMV, properties included.")
@_shared_options
@click.option(
    "--model",
    type=click.Choice(["counter", "direct"]),
    default="counter",
    show_default=True,
    help="The counter abstraction, or one variable per process.",
)
def emit_smv(model: str, **given: Any) -> None:
    """Write a model for NuSMV, properties included."""
    _run("emit_smv", {**given, "direct": model == "direct"})


@main.command(short_help="The reachable states, counted.")
@_shared_options
@click.option(
    "--method",
    type=click.Choice(["plain", "orbit", "counter", "adaptive", "all"]),
    default="counter",
    show_default=True,
    help="What counts as one state: a concrete one, an orbit, a counter state, an annotated one; or a table of all.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "explicit", "mdd"]),
    default="auto",
    show_default=True,
    help="For counter states: one by one, or as decision diagrams.",
)
@_MEMORY
@_TRACE
def explore(**given: Any) -> None:
    """Count the reachable states, and show a path to a deadlock if there is one."""
    _run("explore", given)


@main.command("verify-certificate", short_help="A certificate of `check`, put to a solver again.")
@click.option("--solver", metavar="NAME", default="z3", show_default=True, help="An SMT solver that PySMT has.")
@click.option("--timeout", type=_SECONDS, callback=_seconds, metavar="SECONDS", help="Stop after this time.")
@click.option("-q", "quiet", is_flag=True, help="Show the verdict only.")
@click.argument("file", type=click.Path(allow_dash=True))
def verify_certificate(file: str, solver: str, timeout: float | None, quiet: bool) -> None:
    """Re-check every goal of a certificate that `vsym check --certificate` wrote."""

    def answered() -> Answer:
        from vsym.commands.checking import verify_certificate

        with click.open_file(file, encoding="utf-8") as opened:
            return verify_certificate(opened.read(), file, solver, timeout, quiet=quiet)

    _end(answered, Delivery())


@main.command(short_help="What is installed, and what is missing.")
def doctor() -> None:
    """Say what is installed, what is missing, and how to get it."""
    from vsym.report.doctor import findings

    sys.exit(_print("".join(f"{line}\n" for line in findings()), 0))


def _run(command: str, given: dict[str, Any], directory: str | None = None, certificate: str | None = None) -> NoReturn:
    """Run a command of `_MODULES` on a model and end with its status."""
    delivery = Delivery(given.pop("color"), given.pop("as_json"), given.pop("output"), directory, certificate)
    options = Options(**given)
    _end(lambda: _answer(command, options, delivery), delivery)


def _end(answered: Callable[[], Answer], delivery: Delivery) -> NoReturn:
    """Deliver an answer and end with its status; every failure has a message and a status of its own."""
    try:
        status = _deliver(answered(), delivery)
    except KeyboardInterrupt:
        status = _complain("vsym: interrupted", INTERRUPTED)
    except MemoryError:
        status = _complain("vsym: undecided: out of memory; smaller parameters (-D) may help", UNDECIDED)
    except Exception as error:
        status = _complain(*_explained(error))
    sys.exit(status)


def _answer(command: str, options: Options, delivery: Delivery) -> Answer:
    """Read the model first, with the front end alone, so that an error in it comes at once."""
    from vsym.gsst import load, load_open
    from vsym.gsst.read import read

    source = read(options.file)
    opened = load_open(source, options.definitions, options.for_all) if options.for_all else None
    model = load(source, options.definitions) if opened is None else opened.model

    from rich.console import Console

    from vsym.commands.task import task
    from vsym.report.progress import Narrator

    console = Console(stderr=True, no_color=not _colorful(sys.stderr, delivery.color), highlight=False)
    with Narrator(console, quiet=options.quiet) as narrator:
        asked = task(options, model, source.name, narrator)
        if opened is not None:
            return _for_all(command, asked, opened)
        answer: Answer = getattr(import_module(f"vsym.commands.{_MODULES[command]}"), command)(asked)
        return answer


def _for_all(command: str, task: Task, opened: OpenModel) -> Answer:
    from vsym.commands import every_size

    answer: Answer = getattr(every_size, command)(task, opened)
    return answer


def _explained(error: Exception) -> tuple[str, int]:
    """The message and the status of a failure inside a command; what nobody expected is a bug of ours."""
    from vsym.source import DiagnosticError

    if isinstance(error, DiagnosticError):
        return str(error), ERROR
    if isinstance(error, RefusedError):
        return f"vsym: {error}", ERROR
    if isinstance(error, OSError):
        return f"vsym: {_said(error)}", ERROR

    from vsym.engines.nusmv import NuSMVMissing
    from vsym.presburger.solver import UndecidedError, UnknownSolverError

    if isinstance(error, UndecidedError):
        return f"vsym: undecided: {error}; a longer --timeout or smaller parameters (-D) may help", UNDECIDED
    if isinstance(error, UnknownSolverError):
        return f"vsym: {error}; `vsym doctor` says how to get others", ERROR
    if isinstance(error, NuSMVMissing):
        return f"vsym: {error}", ERROR
    return f"{traceback.format_exc()}vsym: this is a bug in vsym; please report it with the model", BUG


def _said(error: OSError) -> str:
    return ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)


def _complain(message: str, status: int) -> int:
    with suppress(OSError):
        click.echo(message, err=True)
    return status


def _deliver(answer: Answer, delivery: Delivery) -> int:
    """Write the answer, then its further files, so that one that cannot be written costs nothing else; the status."""
    from vsym.report.rendering import as_json, as_text

    to_file = delivery.output not in (None, "-")
    if delivery.as_json or answer.raw is not None:
        written = as_json(answer.record) if delivery.as_json else str(answer.raw)
    else:
        color = delivery.color == "always" if to_file else _colorful(sys.stdout, delivery.color)
        width = shutil.get_terminal_size((_WIDE, 24)).columns or _WIDE
        written = as_text(answer.shown, width, color=color)
    status = answer.status
    if to_file:
        _write(Path(str(delivery.output)), written)
    else:
        status = _print(written, answer.status)
    for name, text in answer.files.items():
        Path(str(delivery.directory)).mkdir(parents=True, exist_ok=True)
        _write(Path(str(delivery.directory)) / name, text)
    if answer.certificate is not None:
        _write(Path(str(delivery.certificate)), answer.certificate)
    return status


def _print(text: str, status: int) -> int:
    """Write to standard output; the status, unless that fails. A reader who stops early is no failure."""
    if sys.stdout is None:
        return _complain("vsym: standard output is closed; `-o FILE` writes to a file", ERROR)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.buffer.flush()
    except OSError as error:
        # What is left in the buffer would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            return _complain(f"vsym: cannot write to standard output: {error.strerror}", ERROR)
    return status


def _write(path: Path, text: str) -> None:
    """Replace a file as a whole: what was there stays until the new text is on the disk."""
    target = path.resolve()
    temporary: Path | None = None
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe is written to, never replaced.
            target.write_text(text, encoding="utf-8")
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
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


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _colorful(stream: IO[str] | None, color: str) -> bool:
    if color != "auto":
        return color == "always"
    terminal = stream is not None and stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
    return terminal and not os.environ.get("NO_COLOR")
