"""A command from its options to its exit status."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from vsym.basics.limits import SPARE, Budget, watched
from vsym.basics.options import HOLDS, Delivery, Options
from vsym.basics.platform import require_processes
from vsym.cli.delivery import colorful, complain, deliver, deliver_failure, explained, refuse_terminal
from vsym.cli.exiting import After, Attempt, Ending
from vsym.cli.program_options import understood

if TYPE_CHECKING:
    from rich.console import Console

    from vsym.commands.answer import Answer
    from vsym.show.text.progress import Narrator

SHARED = frozenset(one.name for one in fields(Options))
"""The options that several commands share; all others are for the command's own function."""

_JUDGING = ("check", "cross_check", "report")
"""The commands that ask for verdicts, and not for states."""

_OPENING = ("check", "report", "symmetry", "verify_certificate")
"""The commands that take `--for-all`."""

PROGRAM = "program"
"""The object of click's context where this process is the program that a user has started."""


def run(command: str, given: dict[str, Any], directory: str | None = None) -> NoReturn:
    """Run a command of `vsym.commands` on a model, imported now, and end with its status."""
    delivery = Delivery(given.pop("color"), given.pop("as_json"), given.pop("output"), directory)
    shared = {name: given.pop(name) for name in tuple(given) if name in SHARED}
    options = Options(**shared)
    end(lambda: answer(command, options, delivery, given), delivery, options.file)


def end(answered: Callable[[], Answer], delivery: Delivery, file: str | None = None) -> NoReturn:
    """Deliver an answer and end with its status; every failure has a message and a status of its own."""
    sys.exit(attempt(answered, delivery, file).status)


def attempt(answered: Callable[[], Answer], delivery: Delivery, file: str | None = None) -> Attempt:
    """Deliver an answer about a file, or the message of its failure, with --json as a document on standard output."""
    try:
        result = answered()
    except (Exception, KeyboardInterrupt) as error:
        failure = explained(error)
        return Attempt(deliver_failure(failure, delivery, file), failure=failure)
    return Attempt(guarded(lambda: deliver(result, delivery)), result)


def guarded(work: Callable[[], int]) -> int:
    """The status of some work, or of its failure, which it prints."""
    try:
        return work()
    except (Exception, KeyboardInterrupt) as error:
        failure = explained(error)
        return complain(failure.text, failure.status)


def end_without_processes(what: str) -> None:
    """End with a message where no process can be started for `what`."""

    def needed() -> int:
        require_processes(what)
        return HOLDS

    if status := guarded(needed):
        sys.exit(status)


def answer(
    command: str, options: Options, delivery: Delivery, own: Mapping[str, Any], after: After | None = None
) -> Answer:
    """The answer of a command with options of its `own`; the front end alone reads the model first, so that an error
    comes at once.

    The clock runs from the beginning. Where a limit ends the process, `after` is called last. Raises what the command
    raises, and RefusedError where the answer is not for a terminal.
    """
    if command == "report":
        refuse_terminal(delivery, "a page is for a browser: `-o report.html` writes it to a file")
    # In a cross-check, each engine has that time for itself.
    all_in_all = None if command == "cross_check" else options.timeout
    deadline = None if all_in_all is None else time.monotonic() + all_in_all
    # Only all states together show which properties hold vacuously.
    whole = options.everything or options.strict or command not in _JUDGING
    budget = Budget(options.solver, deadline, options.memory, options.bound, None if whole else SPARE, options.threads)

    from vsym.languages import registry

    # Where this process is not the program that the user has started, nothing may end it.
    ending = Ending(command, delivery, options.file, after)
    with watched(budget, ending if click.get_current_context().obj == PROGRAM else None):
        text = registry.read(options.file, budget)
        text = understood(command, text, options, own)
        if command in _OPENING and options.engine in ("auto", "smt") and options.bound is None:
            options = replace(options, for_all=options.for_all or text.parameters.left_open(options.definitions))

        from vsym.checking.check import subject_of
        from vsym.commands.task import task, wishes

        subject = subject_of(text, options.definitions, options.for_all, wishes(options), budget)
        with narrated(delivery, quiet=options.quiet) as narrator:
            ending.task = started = task(options, subject, text.source.name, budget, narrator)
            answer: Answer = getattr(import_module(f"vsym.commands.{command}"), command)(started, **own)
            return answer


def narrated(delivery: Delivery, *, quiet: bool) -> Narrator:
    """The narrator that reports progress on standard error."""
    from vsym.show.text.progress import Narrator

    return Narrator(error_console(delivery), quiet=quiet)


def error_console(delivery: Delivery) -> Console:
    """Standard error, for lines that later ones replace."""
    from vsym.show.text.fitting import VisibleConsole

    # What is no terminal is none by any variable of the environment, such as FORCE_COLOR.
    terminal = sys.stderr is not None and sys.stderr.isatty()
    colourless = not colorful(sys.stderr, delivery.color)
    return VisibleConsole(stderr=True, force_terminal=terminal, no_color=colourless, highlight=False, markup=False)
