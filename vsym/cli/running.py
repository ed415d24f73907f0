"""A command from its options to its exit status."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from vsym.basics.limits import Budget
from vsym.basics.options import INTERRUPTED, UNDECIDED, Delivery, Options
from vsym.basics.watch import watched
from vsym.cli.delivery import colorful, deliver, refuse_terminal
from vsym.cli.failures import complain, ended, explained

if TYPE_CHECKING:
    from vsym.commands.answer import Answer
    from vsym.show.text.progress import Narrator

_MODULES = {
    "check": "checking",
    "symmetry": "identifying",
    "abstract": "identifying",
    "emit_smv": "identifying",
    "explore": "exploring",
    "replay": "replaying",
    "report": "reporting",
    "draw": "drawing",
}
"""Where in `vsym.commands` a command is, imported when it is run."""


PROGRAM = "program"
"""What click's context has for its object where this process is the program that a user has started."""


def run(command: str, given: dict[str, Any], directory: str | None = None, certificate: str | None = None) -> NoReturn:
    """Run a command of `_MODULES` on a model and end with its status."""
    delivery = Delivery(given.pop("color"), given.pop("as_json"), given.pop("output"), directory, certificate)
    options = Options(**given)

    def answered() -> Answer:
        if command == "report":
            refuse_terminal(delivery, "a page is for a browser: `-o report.html` writes it to a file")
        return _answer(command, options, delivery)

    end(answered, delivery)


def end(answered: Callable[[], Answer], delivery: Delivery) -> NoReturn:
    """Deliver an answer and end with its status; every failure has a message and a status of its own."""
    sys.exit(guarded(lambda: deliver(answered(), delivery)))


def guarded(work: Callable[[], int]) -> int:
    """The status of some work, or the one of its failure, which is told."""
    try:
        return work()
    except KeyboardInterrupt:
        return complain("vsym: interrupted", INTERRUPTED)
    except MemoryError:
        return complain("vsym: undecided: out of memory; smaller parameters (-D) may help", UNDECIDED)
    except Exception as error:
        return complain(*explained(error))


def _answer(command: str, options: Options, delivery: Delivery) -> Answer:
    """Read the model first, with the front end alone, so that an error in it comes at once; the clock runs already."""
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    budget = Budget(options.solver, deadline, options.memory, options.bound)

    from vsym.composition.subject import Subject
    from vsym.languages import registry

    # Where this process is not the program that the user has started, nothing may end it.
    with watched(budget, ended if click.get_current_context().obj == PROGRAM else None):
        text = registry.read(options.file, budget)
        asked = Subject.of(text, options.definitions, options.for_all, budget)

        from vsym.commands.task import task

        with narrated(delivery, quiet=options.quiet) as narrator:
            started = task(options, asked, text.source.name, budget, narrator)
            answer: Answer = getattr(import_module(f"vsym.commands.{_MODULES[command]}"), command)(started)
            return answer


def narrated(delivery: Delivery, *, quiet: bool) -> Narrator:
    """What says on standard error what is being done."""
    from rich.console import Console

    from vsym.show.text.progress import Narrator

    console = Console(stderr=True, no_color=not colorful(sys.stderr, delivery.color), highlight=False)
    return Narrator(console, quiet=quiet)
