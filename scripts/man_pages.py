"""Man pages of `vsym` and its commands from their help: `python scripts/man_pages.py [FOLDER]`, by default build/man.

`man -M` reads them there; a wheel that is built afterwards brings them to share/man, where `man vsym` finds them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
from click_man.core import write_man_pages

from vsym import __version__
from vsym.cli.program import main


def write(folder: Path) -> None:
    """Write a page for the program and one for each command into `man1` of the folder."""
    pages = folder / "man1"
    pages.mkdir(parents=True, exist_ok=True)
    context = click.Context(main, info_name="vsym")
    # The program imports a command when it is called; the pages are of all of them.
    main.commands = {name: main.get_command(context, name) for name in main.list_commands(context)}
    write_man_pages("vsym", main, version=__version__, target_dir=str(pages))


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "build/man"))
