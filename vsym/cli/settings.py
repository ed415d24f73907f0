"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import re
from collections.abc import Callable

import click

SECONDS = click.FloatRange(min=0, max=1_000_000)


def definitions(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    """The values of `name=value` options, each an integer."""
    found = {}
    for value in values:
        name, _, number = value.partition("=")
        if not name.strip() or not re.fullmatch(r"\s*-?[0-9]{1,4000}\s*", number):
            raise click.BadParameter(f"{value!r} is no definition; write -D name=7")
        found[name.strip()] = int(number)
    return found


def names(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The names in lists with commas, each once."""
    names = [name.strip() for value in values for name in value.split(",")]
    for name in names:
        if not name.isidentifier():
            raise click.BadParameter(f"{name!r} is no name of a parameter; write --for-all readers,writers")
    return tuple(dict.fromkeys(names))


def seconds(_context: click.Context, _parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and value != value:
        raise click.BadParameter("this is no time; write --timeout 60")
    return value


COLOR = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colours in the output.",
)

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def shared_options(command: Callable[..., None]) -> Callable[..., None]:
    for decorate in (
        COLOR,
        click.option("-v", "verbose", is_flag=True, help="Show every row and every witness."),
        click.option("-q", "quiet", is_flag=True, help="Show the verdicts only, and no progress."),
        click.option("-o", "output", metavar="FILE", type=click.Path(dir_okay=False), help="Write to this file."),
        AS_JSON,
        click.option("--timeout", type=SECONDS, callback=seconds, metavar="SECONDS", help="Stop after this time."),
        click.option("--solver", metavar="NAME", default="z3", show_default=True, help="An SMT solver that PySMT has."),
        click.option("--prop", "properties", metavar="NAME", multiple=True, help="This property only (repeatable)."),
        click.option(
            "-D",
            "definitions",
            metavar="NAME=VALUE",
            callback=definitions,
            multiple=True,
            help="Set a parameter of the model (repeatable).",
        ),
        click.argument("file", type=click.Path(allow_dash=True)),
    ):
        command = decorate(command)
    return command


FOR_ALL = click.option(
    "--for-all",
    "for_all",
    metavar="NAMES",
    callback=names,
    multiple=True,
    help="Parameters that keep all their values: every size at once.",
)


TRACE = click.option(
    "--trace",
    type=click.Choice(["full", "diff", "off"]),
    default="full",
    show_default=True,
    help="All counters of each state, those that change, or no traces.",
)


MEMORY = click.option("--memory", type=click.IntRange(min=1), metavar="MB", help="Stop at this much memory.")


ENGINE = click.option(
    "--engine",
    type=click.Choice(["auto", "explicit", "mdd", "smt", "nusmv", "adaptive"]),
    default="auto",
    show_default=True,
    help="What decides the properties.",
)


BOUND = click.option(
    "--bound", type=click.IntRange(min=0), metavar="STEPS", help="How far --engine smt looks; no Spacer then."
)
