"""The command line: the only part that prints, writes or exits.

Read program.py (all commands, and the module of each), running.py (from options to an answer), delivery.py (what is
written, and what a failure is told as), exiting.py and signals.py (how it ends). settings.py and program_options.py are
options that commands share, help.py how they are shown; check.py, step.py, sweep.py, grade.py, lab.py and lsp.py are
those with more to do than that, reduction.py, translation.py, rewriting.py and handbook.py the others. engine.py,
worker.py and marker.py are processes that others start.
"""

from __future__ import annotations

TYPE_CHECKING = False
# `typing` itself would take most of the time in which nobody heeds Ctrl-C yet.
if TYPE_CHECKING:
    from typing import Any

__all__ = ["main"]


def main(*arguments: Any, **settings: Any) -> Any:
    """Run the program; the processes that it starts are of this package, too, and load none of its commands."""
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
