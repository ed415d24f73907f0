"""`vsym check`, and `vsym report`, which is the same as a page."""

from __future__ import annotations

from typing import Any

import click

from vsym.cli.checking import check_files
from vsym.cli.help import Command
from vsym.cli.program_options import exploration_options
from vsym.cli.running import run
from vsym.cli.settings import (
    ALL,
    AS_COUNTERS,
    BOUND,
    ENGINE,
    FOR_ALL,
    MEMORY,
    STRICT,
    TRACE,
    options_of_files,
    shared_options,
)
from vsym.cli.store_options import store_options


@click.command(cls=Command, short_help="Symmetry, then every property: the whole story.")
@options_of_files
@ENGINE
@FOR_ALL
@BOUND
@click.option(
    "--certificate",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write the proofs of --engine smt to this file as SMT-LIB 2.",
)
@click.option(
    "--out-itf", metavar="DIR", type=click.Path(file_okay=False), help="Write the paths to this folder as ITF."
)
@click.option(
    "--out-xml",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write the paths to this folder for NuSMV's read_trace, which needs the model of emit-smv.",
)
@click.option(
    "--sarif",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write errors and violations to this file as SARIF 2.1.0, for code review.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes and show the difference.")
@click.option(
    "--cross-check",
    "cross_check",
    is_flag=True,
    help="Run every engine, --timeout seconds each (60), and show their verdicts side by side.",
)
@MEMORY
@ALL
@STRICT
@TRACE
@AS_COUNTERS
@store_options
@exploration_options
def check(files: tuple[str, ...], sarif: str | None, **given: Any) -> None:
    """Decide the symmetry, then every property on the best exact reduction.

    Several files are checked one after the other; with --json, each is one line.

    The exit status is 0 if all hold, 10 if a property is violated or a stated rank fails, 5 if something is undecided,
    2 for an error in the model or the command.
    """
    check_files(files, sarif, given)


@click.command(cls=Command, short_help="What check finds out, as one HTML page.")
@shared_options
@ENGINE
@FOR_ALL
@BOUND
@MEMORY
@ALL
@STRICT
@TRACE
@AS_COUNTERS
@exploration_options
def report(**given: Any) -> None:
    """Write all that `check` finds out as one HTML page, with the model, pictures, and traces to step through."""
    run("report", given)
