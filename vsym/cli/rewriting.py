"""`vsym new` and `vsym fmt`, which write models."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from vsym.basics.options import ERROR, HOLDS, INTERRUPTED, Delivery, worst
from vsym.cli.delivery import complain, deliver, print_text
from vsym.cli.help import Command
from vsym.cli.running import guarded, narrated
from vsym.languages.registry import DEFAULT, LANGUAGES

if TYPE_CHECKING:
    from vsym.commands.fmt import Formatted


def _languages() -> str:
    """The names of files in languages that are not the default."""
    others = {one.descriptor: None for suffix, one in LANGUAGES.items() if suffix != DEFAULT}
    return " and ".join(f"NAME{one.suffix} ({one.title})" for one in others)


@click.command(
    cls=Command,
    short_help="Write a commented model to start from.",
    help=f"Write NAME{DEFAULT}, a commented model that is ready to check; {_languages()} are in other languages. "
    "vsym never overwrites a file.",
)
@click.option(
    "-o",
    "output",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help=f"Write this file instead of NAME{DEFAULT}.",
)
@click.argument("name")
def new(name: str, output: str | None) -> None:
    """Write a model to begin with, say where it is, and end with the status. A name may be that of a file."""
    title, suffix = PurePath(name).stem, PurePath(name).suffix
    if suffix in LANGUAGES and name == title + suffix:
        name = title
    else:
        suffix = DEFAULT
    file = None if output == "-" else output or f"{name}{suffix}"

    def work() -> int:
        from vsym.commands.new import new

        status = deliver(new(name, file), Delivery(output=file))
        if file is None:
            return status
        return print_text(f"wrote {file}; try: vsym check {shlex.quote(file)}\n", status)

    sys.exit(guarded(work))


@click.command(cls=Command, short_help="Format models.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 10 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show the changes.")
@click.option(
    "-o", "output", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), help="Write to this file instead."
)
@click.option("-q", "quiet", is_flag=True, help="Print no line per file.")
@click.option("--stdin-filename", "name", metavar="NAME", help="A name for `-`; its suffix selects the language.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True))
def fmt(files: tuple[str, ...], output: str | None, check: bool, diff: bool, quiet: bool, name: str | None) -> None:
    """Write models in one style, in place: the same declarations and comments, with other spaces and line breaks.

    `-` reads standard input and writes standard output. A file with a syntax error stays as it is.
    """
    if output is not None and len(files) > 1:
        sys.exit(complain("vsym: -o takes one file; without it, vsym formats each file in place", ERROR))
    if name is not None and "-" not in files:
        sys.exit(complain("vsym: --stdin-filename names standard input: give `-` as the file", ERROR))

    def formatted(file: str) -> int:
        from vsym.commands.fmt import fmt

        with narrated(Delivery(), quiet=quiet) as narrator:
            formatted_text = fmt(file, narrator, name if file == "-" else None)
        if check or diff:
            return deliver(formatted_text.compared(check=check, diff=diff, quiet=quiet), Delivery(output=output))
        return _rewritten(formatted_text, file, output, quiet=quiet)

    statuses = []
    for file in files:
        statuses.append(guarded(partial(formatted, file)))
        if statuses[-1] == INTERRUPTED:
            break
    sys.exit(worst(*statuses))


def _rewritten(text: Formatted, file: str, output: str | None, *, quiet: bool) -> int:
    """Write the new text, in place of the old one if there is no other place, and say so; the status."""
    target = output or file
    status = HOLDS
    if text.changes or target != file or target == "-":
        status = deliver(text.rewritten(), Delivery(output=target))
    if quiet or target == "-":
        return status
    said = "is formatted" if text.changes or target != file else "is unchanged"
    return print_text(f"{target} {said}\n", status)
