"""The command line: the only part that prints, writes or exits."""

from vsym.cli.program import main

__all__ = ["main"]
