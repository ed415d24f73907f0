"""`vsym lsp`, which editors start."""

from __future__ import annotations

import sys

import click

from vsym.basics.options import ERROR, HOLDS
from vsym.cli.delivery import complain
from vsym.cli.help import Command
from vsym.cli.running import end_without_processes
from vsym.cli.signals import end_by_the_system

MISSING = "vsym: the language server needs pygls, which comes with: pip install 'vsym[lsp]'"


@click.command(cls=Command, short_help="Serve an editor (Language Server Protocol).")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="The time of one question about a model.",
)
@click.option(
    "--memory",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    metavar="MB",
    help="The memory of one question.",
)
@click.option("--stdio", is_flag=True, help="Accepted for editors that pass it; it changes nothing.")
def lsp(timeout: float, memory: int, stdio: bool) -> None:
    """Answer an editor on standard input and output, by the Language Server Protocol.

    docs/editors.md shows how Visual Studio Code, Neovim and Emacs start it.
    """
    del stdio
    end_without_processes("the language server")
    try:
        from vsym.lsp.serving import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        sys.exit(complain(MISSING, ERROR))
    from vsym.subprocesses.process import Limits

    # One thread waits for the editor's next words, another for that one: no exception ends the first.
    end_by_the_system()
    problem = serve(Limits(timeout, memory))
    if problem is not None:
        sys.exit(complain(f"vsym: {problem}; editors speak the Language Server Protocol", ERROR))
    sys.exit(HOLDS)
