"""The command line: the only module that prints, writes or exits."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from vsym import __version__

if TYPE_CHECKING:
    from rich.console import Console

    from vsym.commands import Answer
    from vsym.options import Options


class _Definition(click.ParamType):
    """`name=value` with an integer value."""

    name = "NAME=VALUE"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        name, _, number = str(value).partition("=")
        if not name.strip() or not re.fullmatch(r"\s*-?[0-9]{1,4000}\s*", number):
            self.fail(f"{value!r} is no definition; write -D name=7", param, ctx)
        return name.strip(), int(number)


def _shared_options(command: Callable[..., None]) -> Callable[..., None]:
    color = click.Choice(["auto", "always", "never"])
    for decorate in (
        click.option("--color", type=color, default="auto", show_default=True, help="Colours in the output."),
        click.option("-v", "verbose", is_flag=True, help="Show every row and every witness."),
        click.option("-q", "quiet", is_flag=True, help="Show the verdicts only, and no progress."),
        click.option("-o", "output", metavar="FILE", type=click.Path(dir_okay=False), help="Write to this file."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
        click.option("--timeout", type=click.FloatRange(min=0), metavar="SECONDS", help="Stop after this time."),
        click.option("--solver", default="z3", show_default=True, help="An SMT solver that PySMT has."),
        click.option("-D", "definitions", type=_Definition(), multiple=True, help="Set a parameter of the model."),
        click.argument("file", type=click.Path(allow_dash=True)),
    ):
        command = decorate(command)
    return command


_TRACE = click.option(
    "--trace", type=click.Choice(["full", "diff", "off"]), default="full", show_default=True, help="How to show traces."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="vsym")
def main() -> None:
    """Verify systems of many similar processes: virtual symmetry, counter abstraction, temporal properties.

    FILE is a .gsst model; `-` reads standard input.
    """


@main.command()
@_shared_options
@click.option("--prop", "properties", metavar="NAME", multiple=True, help="Verify only this property.")
@click.option("--engine", type=click.Choice(["auto", "explicit", "nusmv"]), default="auto", show_default=True)
@_TRACE
def check(**given: Any) -> None:
    """Decide the symmetry, then every property on the best exact reduction."""
    _run("check", given)


@main.command()
@_shared_options
@click.option("--smt2", "directory", metavar="DIR", type=click.Path(file_okay=False), help="Write each ψ there.")
def symmetry(directory: str | None, **given: Any) -> None:
    """Decide full virtual symmetry, local transition by local transition."""
    _run("symmetry", {**given, "smt2": directory is not None}, directory)


@main.command()
@_shared_options
def abstract(**given: Any) -> None:
    """Show the counter abstraction: blocks, counters and guards."""
    _run("abstract", given)


@main.command("emit-smv")
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


@main.command()
@_shared_options
@click.option("--method", type=click.Choice(["counter"]), default="counter", show_default=True)
@_TRACE
def explore(method: str, **given: Any) -> None:  # noqa: ARG001 - one method so far
    """Count the reachable states."""
    _run("explore", given)


@main.command()
def doctor() -> None:
    """Say what is installed, what is missing, and how to get it."""
    from vsym.report.doctor import findings

    for line in findings():
        click.echo(line)


def _run(command: str, given: dict[str, Any], directory: str | None = None) -> NoReturn:
    """Run a command of `vsym.commands` and end with its status; every failure has a message and a status of its own."""
    from vsym.options import ERROR, INTERRUPTED, UNDECIDED, Options, RefusedError
    from vsym.source import DiagnosticError

    color, output, as_json = given.pop("color"), given.pop("output"), given.pop("as_json")
    options = Options(**{**given, "definitions": dict(given["definitions"])})
    try:
        answer = _answer(command, options, color)
        _deliver(answer, color, output, directory, as_json=as_json)
        status = answer.status
    except DiagnosticError as error:
        status = _complain(str(error), ERROR)
    except (RefusedError, OSError) as error:
        status = _complain(f"vsym: {error}", ERROR)
    except KeyboardInterrupt:
        status = _complain("vsym: interrupted", INTERRUPTED)
    except MemoryError:
        status = _complain("vsym: undecided: out of memory", UNDECIDED)
    except Exception as error:
        status = _complain(*_explained(error))
    sys.exit(status)


def _complain(message: str, status: int) -> int:
    click.echo(message, err=True)
    return status


def _explained(error: Exception) -> tuple[str, int]:
    """The message and the status of a failure inside a command; what nobody expected is a bug of ours."""
    from vsym.engines.nusmv import NuSMVMissing
    from vsym.options import BUG, ERROR, UNDECIDED
    from vsym.presburger.solver import UndecidedError, UnknownSolverError

    if isinstance(error, UndecidedError):
        return f"vsym: undecided: {error}", UNDECIDED
    if isinstance(error, UnknownSolverError | NuSMVMissing):
        return f"vsym: {error}", ERROR
    return f"{traceback.format_exc()}vsym: this is a bug in vsym; please report it with the model", BUG


def _answer(command: str, options: Options, color: str) -> Answer:
    """Read the model first, with the front end alone, so that an error in it comes at once."""
    from vsym.gsst import load
    from vsym.gsst.read import read

    source = read(options.file)
    model = load(source, options.definitions)

    from vsym import commands
    from vsym.report.progress import Narrator

    with Narrator(_console(sys.stderr, color), quiet=options.quiet) as narrator:
        answer: Answer = getattr(commands, command)(commands.task(options, model, source.name, narrator))
        return answer


def _deliver(answer: Answer, color: str, output: str | None, directory: str | None, *, as_json: bool) -> None:
    """Write the answer's files, then the answer itself; raises OSError with nothing half written."""
    for name, text in answer.files.items():
        Path(str(directory)).mkdir(parents=True, exist_ok=True)
        _write(Path(str(directory)) / name, text)
    if output is not None:
        _write(Path(output), _rendered(answer, as_json=as_json))
    elif as_json or answer.raw is not None:
        sys.stdout.write(_rendered(answer, as_json=as_json))
        sys.stdout.flush()
    else:
        _console(sys.stdout, color).print(*answer.shown, sep="\n")
        sys.stdout.flush()


def _rendered(answer: Answer, *, as_json: bool) -> str:
    if answer.raw is not None and not as_json:
        return answer.raw
    if as_json:
        record = answer.record if answer.raw is None else {**answer.record, "smv": answer.raw}
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    text = io.StringIO()
    _console(text, "never").print(*answer.shown, sep="\n")
    return text.getvalue()


def _write(path: Path, text: str) -> None:
    """Replace a file as a whole: what was there stays until the new text is on the disk."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _console(stream: IO[str], color: str) -> Console:
    from rich.console import Console

    terminal = {"auto": None, "always": True, "never": False}[color]
    wide = None if stream.isatty() else 200
    return Console(file=stream, force_terminal=terminal, no_color=color == "never" or None, width=wide, highlight=False)
