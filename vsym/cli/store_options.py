"""The options that keep states on disk, and say who finds them."""

from __future__ import annotations

from collections.abc import Callable

import click

from vsym.cli.cluster_options import cluster_options


def store_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add --store, and what is said of a store."""
    for decorate in (
        click.option(
            "--parts",
            type=click.IntRange(1, 9999),
            help="With --store: into how many parts vsym divides the states, once.",
        ),
        click.option("--workers", type=click.IntRange(1, 999), help="With --store: how many processes explore (1)."),
        click.option(
            "--store",
            metavar="DIR",
            help="Keep the states in this folder, for more than memory holds; --resume continues there.",
        ),
    ):
        command = decorate(command)
    return cluster_options(command)
