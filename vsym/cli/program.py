"""All commands, as one program."""

from __future__ import annotations

import click

from vsym import __version__
from vsym.cli.group import Commands

MODULES = {
    "abstract": "reduction",
    "check": "verification",
    "doctor": "handbook",
    "draw": "translation",
    "emit-smv": "translation",
    "explain": "handbook",
    "explore": "reduction",
    "fmt": "rewriting",
    "grade": "grading",
    "lab": "lab",
    "lsp": "editing",
    "new": "rewriting",
    "replay": "translation",
    "report": "verification",
    "schema": "handbook",
    "step": "step",
    "sweep": "sweeping",
    "symmetry": "reduction",
    "verify-certificate": "certificates",
}
"""Where in `vsym.cli` a command is, imported when it is asked for: its options take longer than many a command."""


@click.group(cls=Commands, modules=MODULES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="vsym")
def main() -> None:
    """Verify systems of many similar processes: virtual symmetry, counter abstraction, temporal properties.

    FILE is a .gsst model or a program in Murphi's language (.m); `-` reads a .gsst model from standard input.
    """
