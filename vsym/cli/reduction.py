"""`vsym symmetry`, `vsym abstract` and `vsym explore`: a model's symmetry, reduction and reachable states."""

from __future__ import annotations

from typing import Any

import click

from vsym.cli.help import Command
from vsym.cli.program_options import dialect_options, exploration_options
from vsym.cli.running import run
from vsym.cli.settings import AS_COUNTERS, FOR_ALL, MEMORY, THREADS, TRACE, shared_options, store_options


@click.command(cls=Command, short_help="Decide the symmetry, transition by transition.")
@shared_options
@FOR_ALL
@click.option(
    "--smt2",
    "directory",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write each question ψ to this folder as SMT-LIB 2.",
)
@dialect_options
@click.option("--deep", is_flag=True, help="Also search for symmetries that the graph does not show (slower).")
def symmetry(directory: str | None, **given: Any) -> None:
    """Decide full virtual symmetry, local transition by local transition."""
    brief = given["quiet"] and not given["as_json"]
    run("symmetry", {**given, "smt2": directory is not None, "brief": brief}, directory)


@click.command(cls=Command, short_help="Show the counter abstraction: blocks, guards.")
@shared_options
@click.option("--invariants", is_flag=True, help="Also show linear invariants of the counters.")
@click.option(
    "--bounds",
    "bounded",
    is_flag=True,
    help="Show where steps may, and where they must be possible, on fewer counters.",
)
def abstract(**given: Any) -> None:
    """Show the counter abstraction: blocks, counters and guards."""
    run("abstract", given)


@click.command(cls=Command, short_help="Count the reachable states.")
@shared_options
@click.option(
    "--method",
    type=click.Choice(["plain", "orbit", "counter", "adaptive", "all"]),
    default="counter",
    show_default=True,
    help="The states to count: concrete (plain), orbits, counter states, annotated (adaptive); or a table of all.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "explicit", "mdd", "compiled"]),
    default="auto",
    show_default=True,
    help="The engine for counter states: explicit or compiled (one by one), or mdd (decision diagrams).",
)
@MEMORY
@THREADS
@TRACE
@AS_COUNTERS
@click.option("--estimate", is_flag=True, help="Estimate memory and disk space from an exploration of 10 s.")
@store_options
@exploration_options
def explore(**given: Any) -> None:
    """Count the reachable states, and show a path to a deadlock if there is one."""
    run("explore", given)
