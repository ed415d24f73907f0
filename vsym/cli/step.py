"""`vsym step`, as click declares it."""

from __future__ import annotations

from typing import Any

import click

from vsym.cli.help import Command
from vsym.cli.settings import COLOR, DEFINITIONS, FILE, SOLVER, timeout
from vsym.cli.stepping import run_step


@click.command(cls=Command, short_help="A model step by step, by hand or by a script.")
@COLOR
@SOLVER
@timeout("How long a single question, such as `goal`, may take.", 60.0)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="What random steps begin with; else by chance.")
@click.option(
    "--script",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Read the commands from there; the first wrong one ends with status 2.",
)
@click.option("--trace", metavar="FILE", type=click.Path(dir_okay=False), help="Begin along the path of an ITF file.")
@click.option("--prop", "shown", metavar="NAME", help="Begin along the path that shows the verdict on this property.")
@DEFINITIONS
@FILE
def step(**given: Any) -> None:
    """Go through a model step by step: what is possible in a state, what is not and why, back and forth, to a goal.

    Commands are read from standard input, one a line; `help` lists them.
    """
    run_step(**given)
