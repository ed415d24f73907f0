"""`vsym step` on a terminal, from a pipe or from a script: it reads lines and writes the replies to them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from vsym.basics import files
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import ERROR, HOLDS, INTERRUPTED, Delivery, RefusedError
from vsym.basics.source import DiagnosticError
from vsym.cli.delivery import colorful, complain, explained, print_text, write_file
from vsym.cli.help import Command
from vsym.cli.running import guarded, narrated
from vsym.cli.settings import COLOR, DEFINITIONS, FILE, SOLVER, timeout
from vsym.cli.signals import ending

if TYPE_CHECKING:
    from rich.console import RenderableType

    from vsym.commands.step.session import Reply, Session


PROMPT = "> "

LONGEST = 100_000
"""The most bytes of a line of standard input."""


def run_step(file: str, definitions: dict[str, int], script: str | None, seed: int | None, **given: Any) -> NoReturn:
    """Go through a model as the lines say, and end with the status."""
    delivery = Delivery(given["color"])

    def work() -> int:
        from random import SystemRandom

        from vsym.commands.step.session import Session, SessionModel
        from vsym.languages import registry

        if file == "-" and script in (None, "-"):
            raise RefusedError("the model and the commands cannot both come from standard input")
        if given["trace"] is not None and given["prop"] is not None:
            raise RefusedError("--trace and --prop each choose a starting path; give one of them")
        lines = Lines(script)
        chance = SystemRandom().randrange(1_000_000) if seed is None else seed
        budget = Budget(given["solver"])
        with narrated(delivery, quiet=False) as narrator:
            subject = SessionModel(registry.read(file, budget), definitions, budget, given["timeout"], narrator)
            session = Session.begun(subject, chance)
        return _carried_out(_first(session, given["trace"], given["prop"]), lines, delivery)

    sys.exit(guarded(work))


class Lines:
    """The lines of a script or of standard input, with a prompt where a person types them."""

    def __init__(self, script: str | None) -> None:
        self.typed = script is None and sys.stdin is not None and sys.stdin.isatty()
        self.script = script
        self._known = None if script in (None, "-") else files.read_text(str(script), files.TRACE).splitlines()

    def __iter__(self) -> Iterator[str]:
        if self._known is not None:
            yield from self._known
            return
        while sys.stdin is not None:
            if self.typed:
                print_text(PROMPT, HOLDS)
            line = sys.stdin.buffer.readline(LONGEST + 1)
            if not line:
                break
            if len(line) > LONGEST:
                raise RefusedError(f"a command has at most {LONGEST:,} bytes")
            yield line.decode("utf-8", "replace").rstrip("\r\n")
        if self.typed:
            print_text("\n", HOLDS)


def _first(session: Session, trace: str | None, prop: str | None) -> Reply:
    """The first state, or the beginning of the path of a file, or of the one that shows a verdict."""
    from vsym.commands.step.interpreting import trace as along
    from vsym.commands.step.session import at, loaded

    if trace is not None:
        return loaded(session, files.read_text(trace, files.TRACE), trace)
    return at(session, *session.subject.notes) if prop is None else along(session, prop)


def _carried_out(first: Reply, lines: Lines, delivery: Delivery) -> int:
    """Carry out each line. An invalid one prints an error, and ends a script."""
    from vsym.commands.step.interpreting import interpreted
    from vsym.commands.step.session import loaded

    session = first.session
    if (status := _show(first.lines, delivery)) != HOLDS:
        return status
    for number, line in enumerate(lines, 1):
        if lines.script is not None and line.strip():
            print_text(f"{PROMPT}{line.strip()}\n", HOLDS)
        try:
            reply = interpreted(session, line)
            if reply.read is not None:
                reply = loaded(session, files.read_text(reply.read, files.TRACE), reply.read)
            for name, written in reply.files.items():
                write_file(Path(name), written)
        except (RefusedError, DiagnosticError, UndecidedError, OSError) as error:
            said = explained(error).text.removeprefix("vsym: ")
            if lines.script is not None:
                return complain(f"{lines.script}:{number}: {said}", ERROR)
            complain(said, ERROR)
            continue
        except KeyboardInterrupt:
            if ending() or not lines.typed:
                raise
            complain("interrupted; the session goes on", INTERRUPTED)
            continue
        session = reply.session
        if (status := _show(reply.lines, delivery)) != HOLDS or reply.ended:
            return status
    return HOLDS


def _show(parts: Sequence[RenderableType], delivery: Delivery) -> int:
    if not parts:
        return HOLDS
    from vsym.show.text.fitting import as_text

    width = shutil.get_terminal_size((200, 24)).columns or 200
    return print_text(as_text(parts, width, color=colorful(sys.stdout, delivery.color)).encode(), HOLDS)


@click.command(cls=Command, short_help="Step through a model, by hand or by script.")
@COLOR
@SOLVER
@timeout("The time of one question, such as `goal`.", 60.0)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The seed of random steps (random by default).")
@click.option(
    "--script",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Read the commands from this file; the first invalid one ends with status 2.",
)
@click.option("--trace", metavar="FILE", type=click.Path(dir_okay=False), help="Start along the path of an ITF file.")
@click.option("--prop", metavar="NAME", help="Start along the path that shows the verdict on this property.")
@DEFINITIONS
@FILE
def step(**given: Any) -> None:
    """Step through a model, back and forth or to a goal: the steps that are possible, and why the others are not.

    vsym reads commands from standard input, one per line; `help` lists them.
    """
    run_step(**given)
