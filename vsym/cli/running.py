"""A command from its options to its exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from vsym.basics.options import INTERRUPTED, UNDECIDED, Delivery, Options
from vsym.cli.delivery import colorful, deliver, refuse_terminal
from vsym.cli.failures import complain, explained

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
    "verify_certificate": "certifying",
}
"""Where in `vsym.commands` a command is, imported when it is run."""


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
    """Read the model first, with the front end alone, so that an error in it comes at once."""
    from vsym.composition.subject import Subject
    from vsym.languages import registry

    text = registry.read(options.file)
    asked = Subject.of(text, options.definitions, options.for_all)

    from vsym.commands.task import task

    with narrated(delivery, quiet=options.quiet) as narrator:
        started = task(options, asked, text.source.name, narrator)
        answer: Answer = getattr(import_module(f"vsym.commands.{_MODULES[command]}"), command)(started)
        return answer


def narrated(delivery: Delivery, *, quiet: bool) -> Narrator:
    """What says on standard error what is being done."""
    from rich.console import Console

    from vsym.show.text.progress import Narrator

    console = Console(stderr=True, no_color=not colorful(sys.stderr, delivery.color), highlight=False)
    return Narrator(console, quiet=quiet)
