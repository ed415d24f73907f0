"""The options that are for programs (`.m`) alone."""

from __future__ import annotations

from collections.abc import Callable

import click

_DIALECT = (
    click.option(
        "--undefined",
        type=click.Choice(["strict", "lenient"]),
        help="Programs: whether a comparison of undefined elements of scalarsets is an error (strict), or decided.",
    ),
    click.option(
        "--scalarset",
        type=click.Choice(["symmetric", "range"]),
        help="Programs: scalarsets must be used symmetrically, or are ranges.",
    ),
    click.option(
        "--deadlock",
        type=click.Choice(["stuttering", "stuck", "off"]),
        help="Programs: a deadlock is a state that no rule changes, one that enables no rule, or nothing.",
    ),
)
_EXPLORATION = (
    click.option(
        "--symmetry",
        type=click.Choice(["declared", "off"]),
        help="Programs: states are explored up to permutations of scalarsets (declared), or one by one.",
    ),
    click.option("--first", is_flag=True, help="Programs: stop at the first violation."),
    click.option("--compact", is_flag=True, help="Programs: keep hashes of states; then nothing is said to hold."),
    click.option(
        "--checkpoint", metavar="FILE", type=click.Path(dir_okay=False), help="Programs: keep the exploration there."
    ),
    click.option(
        "--resume", metavar="FILE", type=click.Path(dir_okay=False), help="Programs: go on from a --checkpoint."
    ),
)


def dialect_options(command: Callable[..., None]) -> Callable[..., None]:
    """How a program is understood."""
    for decorate in reversed(_DIALECT):
        command = decorate(command)
    return command


def exploration_options(command: Callable[..., None]) -> Callable[..., None]:
    """How a program is understood and explored."""
    for decorate in reversed(_EXPLORATION):
        command = decorate(command)
    return dialect_options(command)
