"""`vsym lab` from its options to its exit status."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NoReturn

import click

from vsym.basics.limits import Budget
from vsym.basics.options import Delivery
from vsym.cli.laboratory import run_laboratory
from vsym.cli.running import end, narrated

if TYPE_CHECKING:
    from vsym.basics.options import Color
    from vsym.commands.answer import Answer


SECONDS = 30.0
"""How long a check may take unless the options say otherwise."""


def run_lab(
    file: str | None,
    export: str | None,
    definitions: dict[str, int],
    timeout: float | None,
    memory: int,
    port: int,
    solver: str,
    color: Color,
    *,
    no_browser: bool,
) -> NoReturn:
    """Serve the page, or write one that needs no server, and end with the status."""
    if export is None:
        if definitions:
            raise click.UsageError("-D is for --export; the page has the text, in which parameters have their values")
        seconds = SECONDS if timeout is None else timeout
        run_laboratory(file, port, browser=not no_browser, seconds=seconds, megabytes=memory)
    if file is None:
        raise click.UsageError("--export needs a FILE")
    _export(file, export, definitions, timeout, solver, color)


def _export(
    file: str, export: str, definitions: dict[str, int], timeout: float | None, solver: str, color: Color
) -> NoReturn:
    delivery = Delivery(color, output=export)

    def answered() -> Answer:
        from vsym.commands.lab import exported
        from vsym.languages import registry

        budget = Budget(solver, None if timeout is None else time.monotonic() + timeout)
        with narrated(delivery, quiet=False) as narrator:
            return exported(registry.read(file, budget), definitions, budget, narrator)

    end(answered, delivery, file)
