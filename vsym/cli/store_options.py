"""The options that keep states on disk, and say who finds them."""

from __future__ import annotations

from collections.abc import Callable

import click

from vsym.cli.cluster_options import cluster_options


def _require_store(context: click.Context, _parameter: click.Parameter, resumed: bool) -> bool:
    """Refuse --resume without a store, before a file that follows it by habit is taken for a model."""
    if resumed and context.params.get("store") is None:
        raise click.UsageError("--resume continues an exploration that --store keeps: `--store DIR --resume`")
    return resumed


def store_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add --store, --resume, and what is said of a store."""
    for decorate in (
        click.option(
            "--parts",
            metavar="N",
            type=click.IntRange(1, 9999),
            help="With --store: into how many parts vsym divides the states, once.",
        ),
        click.option(
            "--workers", metavar="N", type=click.IntRange(1, 999), help="With --store: how many processes explore (1)."
        ),
        click.option("--resume", is_flag=True, callback=_require_store, help="Continue the exploration in --store."),
        click.option(
            "--store",
            metavar="DIR",
            is_eager=True,
            help="Keep the states in this folder, for more than memory holds; --resume continues there.",
        ),
    ):
        command = decorate(command)
    return cluster_options(command)
