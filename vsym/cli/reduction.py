"""`vsym symmetry`, `vsym abstract` and `vsym explore`: how far a model can be reduced, to what, and what is left."""

from __future__ import annotations

from typing import Any

import click

from vsym.cli.help import Command
from vsym.cli.program_options import dialect_options, exploration_options
from vsym.cli.running import run
from vsym.cli.settings import AS_COUNTERS, FOR_ALL, MEMORY, TRACE, shared_options, store_options


@click.command(cls=Command, short_help="Full virtual symmetry, transition by transition.")
@shared_options
@FOR_ALL
@click.option("--smt2", "directory", metavar="DIR", type=click.Path(file_okay=False), help="Write each ψ there.")
@dialect_options
@click.option(
    "--deep", is_flag=True, help="Also search for symmetries that the graph does not show; this takes longer."
)
def symmetry(directory: str | None, **given: Any) -> None:
    """Decide full virtual symmetry, local transition by local transition."""
    run("symmetry", {**given, "smt2": directory is not None}, directory)


@click.command(cls=Command, short_help="The counter abstraction: blocks, counters, guards.")
@shared_options
@click.option("--invariants", is_flag=True, help="Show linear invariants of the counters, too.")
def abstract(**given: Any) -> None:
    """Show the counter abstraction: blocks, counters and guards."""
    run("abstract", given)


@click.command(cls=Command, short_help="The reachable states, counted.")
@shared_options
@click.option(
    "--method",
    type=click.Choice(["plain", "orbit", "counter", "adaptive", "all"]),
    default="counter",
    show_default=True,
    help="What counts as one state: a concrete one, an orbit, a counter state, an annotated one; or a table of all.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "explicit", "mdd", "compiled"]),
    default="auto",
    show_default=True,
    help="For counter states: one by one, as decision diagrams, or one by one as C.",
)
@MEMORY
@TRACE
@AS_COUNTERS
@click.option(
    "--estimate", is_flag=True, help="Say what states take in memory and on disk, from a short exploration of 10 s."
)
@store_options
@exploration_options
def explore(**given: Any) -> None:
    """Count the reachable states, and show a path to a deadlock if there is one."""
    run("explore", given)
