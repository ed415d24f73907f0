"""`vsym grade` from its options to its exit status: each solution is marked in a process of its own, with limits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vsym.basics.options import Delivery, RefusedError
from vsym.basics.platform import require_processes
from vsym.basics.resources import serving
from vsym.basics.source import DiagnosticError, Source
from vsym.cli.help import Command
from vsym.cli.running import end, narrated
from vsym.cli.settings import COLOR, QUIET, timeout

if TYPE_CHECKING:
    from vsym.basics.options import Color
    from vsym.commands.answer import Answer
    from vsym.commands.grade.demands import Demand
    from vsym.commands.grade.marking import Mark

GRACE = 10.0
"""Seconds beyond its time that a process has to start, and to end by itself."""


@click.command(cls=Command, short_help="Mark students' models against hidden properties.")
@COLOR
@QUIET
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    metavar="MB",
    default=1000,
    show_default=True,
    help="The memory of each solution.",
)
@timeout("The time of each solution.", 30.0)
@click.option(
    "--csv", "rows", metavar="FILE", type=click.Path(dir_okay=False), help="Also write the marks to this file."
)
@click.option(
    "--against",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False),
    help="Properties with `// expect:` lines, in the language of the solutions.",
)
@click.argument("solutions", metavar="SOLUTION...", nargs=-1, required=True, type=click.Path())
def grade(
    solutions: tuple[str, ...], against: str, rows: str | None, timeout: float, memory: int, color: Color, quiet: bool
) -> None:
    """Check students' models against an instructor's demands on properties and symmetry, each in a bounded process.

    The exit status is 0 if every solution meets every demand, 10 if one does not.
    """
    delivery = Delivery(color)

    def answered() -> Answer:
        from vsym.commands.grade.demands import demands
        from vsym.commands.grade.table import Graded, graded
        from vsym.languages import reading

        require_processes("marking")
        source = reading.read(against)
        demanded = demands(source)
        with narrated(delivery, quiet=quiet) as narrator:
            marked = []
            for number, solution in enumerate(solutions, 1):
                narrator.say(f"marking {solution}, {number} of {len(solutions)}")
                marked.append(Graded(solution, _marks(solution, source, demanded, timeout, memory)))
        return graded(marked, demanded, rows, quiet=quiet)

    end(answered, delivery, against)


def _marks(solution: str, against: Source, demanded: Sequence[Demand], timeout: float, memory: int) -> tuple[Mark, ...]:
    """The marks of a solution; for a file that is no text, or a process without an answer, the reason in each mark."""
    from vsym.commands.grade.marking import Mark
    from vsym.languages import reading

    def none(value: str, why: str) -> tuple[Mark, ...]:
        return tuple(Mark(value, fulfilled=False, feedback=why) for _ in demanded)

    if not Path(solution).is_file():
        return none("error", "there is no such file")
    try:
        source = reading.read(solution)
    except DiagnosticError as error:
        return none("error", error.diagnostics[0].message)
    task = {
        "solution": [Path(solution).name, source.text],
        "against": [against.name, against.text],
        "seconds": timeout,
        "megabytes": memory,
    }
    answer = _told(json.dumps(task), timeout + GRACE)
    if isinstance(answer, str):
        return none("undecided", answer)
    return tuple(Mark(str(kind), bool(fulfilled), str(said)) for kind, fulfilled, said in answer)


def _told(task: str, seconds: float) -> list[tuple[object, object, object]] | str:
    """The answer of a process of its own, or the reason for none; it and all that it has started are ended."""
    with subprocess.Popen(
        serving("vsym.cli.marker"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            written, _ = process.communicate(task, timeout=seconds)
            answer: list[tuple[object, object, object]] | str = json.loads(written)
        except subprocess.TimeoutExpired:
            return "the time limit was reached"
        except ValueError:
            return "its process died, perhaps at a limit of memory"
        finally:
            _end(process)
    return answer


def _end(process: subprocess.Popen[str]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    except PermissionError as error:
        raise RefusedError(f"cannot end a process: {error}") from error
