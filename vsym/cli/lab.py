"""`vsym lab` from its options to its exit status."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NoReturn

import click

from vsym.basics.limits import Budget
from vsym.basics.options import Delivery
from vsym.cli.help import Command
from vsym.cli.laboratory import run_laboratory
from vsym.cli.running import end, narrated
from vsym.cli.settings import COLOR, DEFINITIONS, SOLVER, timeout

if TYPE_CHECKING:
    from vsym.basics.options import Color
    from vsym.commands.answer import Answer


PATIENCE = 30.0
"""Seconds that a check may take unless the options say otherwise."""


@click.command(cls=Command, short_help="A page to write a model and look at it, in the browser.")
@COLOR
@SOLVER
@timeout("For one check, by default 30; of --export, for all of it.")
@click.option("--memory", type=click.IntRange(1), metavar="MB", default=1000, show_default=True, help="For one check.")
@click.option(
    "--port", metavar="PORT", type=click.IntRange(0, 65535), default=0, help="The port; by default any that is free."
)
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
@click.option(
    "--export",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write a page with the model and its states to this file and end.",
)
@DEFINITIONS
@click.argument("file", required=False, type=click.Path(dir_okay=False))
def lab(**given: Any) -> None:
    """Serve a page on this machine: write a model, see its verdicts while you type, and step through it.

    vsym prints the address of the page and serves it until Ctrl-C. It writes only FILE, and only when you save. With
    --export, it instead writes a page with up to 2,000 states up to symmetry, which needs no server: for slides.
    """
    run_lab(**given)


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
        limit = PATIENCE if timeout is None else timeout
        run_laboratory(file, port, browser=not no_browser, seconds=limit, megabytes=memory)
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
