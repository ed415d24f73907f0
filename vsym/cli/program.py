"""All commands, as one program."""

from __future__ import annotations

import click

from vsym import __version__
from vsym.cli.group import Commands
from vsym.languages.registry import LANGUAGES

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


def _help() -> str:
    languages = [one.descriptor for one in dict.fromkeys(LANGUAGES.values())]
    listed = ", ".join(f"{one.title} ({', '.join(one.suffixes)})" for one in languages)
    return (
        "Verify systems of many similar processes: virtual symmetry, counter abstraction, temporal properties.\n\n"
        f"FILE is a model in one of these languages: {listed}; `-` reads {languages[0].title} from standard input."
    )


@click.group(cls=Commands, modules=MODULES, help=_help(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="vsym")
def main() -> None:
    """The program `vsym`."""
