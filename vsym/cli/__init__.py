"""The command line: the only part that prints, writes or exits.

Read program.py (all commands, and the module of each), running.py (from options to an answer), delivery.py (the output
of answers and failures), exiting.py and signals.py (the end of the process). settings.py and program_options.py have
the options that commands share, and help.py shows them. check.py, step.py, sweep.py, grade.py, lab.py and lsp.py are
the commands with more work of their own; reduction.py, translation.py, rewriting.py and handbook.py have the others.
engine.py, worker.py and marker.py are processes that others start.
"""

from __future__ import annotations

TYPE_CHECKING = False
# `typing` itself would take most of the time in which nobody heeds Ctrl-C yet.
if TYPE_CHECKING:
    from typing import Any

__all__ = ["main"]


def main(*arguments: Any, **settings: Any) -> Any:
    """Run the program, imported only now: the processes that it starts import this package as well, but no commands."""
    if arguments:
        return _program(*arguments, **settings)
    from vsym.cli import signals

    signals.end_at_once()
    from vsym.cli.exiting import Leaving

    with Leaving():
        return _program(**settings)


def _program(*arguments: Any, **settings: Any) -> Any:
    from vsym.cli.program import main as program

    return program(*arguments, **settings)
