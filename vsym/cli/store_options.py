"""The options that keep states on disk, and say who finds them."""

from __future__ import annotations

from collections.abc import Callable

import click

from vsym.cli.cluster_options import cluster_options


def _require_store(context: click.Context, _parameter: click.Parameter, file: str | None) -> None:
    """Refuse --checkpoint, which is no more, and --resume without a store, which may have a file after it by habit.

    An option that is not given is looked at last, after all that are.
    """
    if file is not None:
        raise click.UsageError(
            f"there is no --checkpoint: `--store DIR` keeps an exploration, and {_RESUMED} continues it"
        )
    if context.params.get("resume") and context.params.get("store") is None:
        raise click.UsageError(f"--resume continues an exploration that --store keeps: {_RESUMED}")


_RESUMED = "`--store DIR --resume`"


def store_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add --store, --resume, and what is said of a store."""
    for decorate in (
        click.option(
            "--parts",
            type=click.IntRange(1, 9999),
            help="With --store: into how many parts vsym divides the states, once.",
        ),
        click.option("--workers", type=click.IntRange(1, 999), help="With --store: how many processes explore (1)."),
        click.option("--checkpoint", hidden=True, expose_value=False, callback=_require_store),
        click.option("--resume", is_flag=True, help="Continue the exploration in --store."),
        click.option(
            "--store",
            metavar="DIR",
            help="Keep the states in this folder, for more than memory holds; --resume continues there.",
        ),
    ):
        command = decorate(command)
    return cluster_options(command)
