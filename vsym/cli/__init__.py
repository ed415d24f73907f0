"""The command line: the only part that prints, writes or exits."""

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
