"""The options that say on which cluster a command works."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from vsym.basics.options import ClusterSettings

_FILE = click.Path(dir_okay=False)


def cluster_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add --cluster and its files to a command, which is given them as one value, `cluster`, or as None."""

    @wraps(command)
    def with_cluster(
        cluster: str | None, tls_ca: str | None, tls_cert: str | None, tls_key: str | None, **given: Any
    ) -> None:
        if cluster is None and not (tls_ca is tls_cert is tls_key is None):
            raise click.UsageError("--tls-ca, --tls-cert and --tls-key are for --cluster tls://HOST:PORT")
        settings = None if cluster is None else ClusterSettings(cluster, tls_ca, tls_cert, tls_key)
        command(cluster=settings, **given)

    decorated: Callable[..., None] = with_cluster
    for decorate in (
        click.option("--tls-key", metavar="FILE", type=_FILE, help="With tls://: the key of that certificate."),
        click.option("--tls-cert", metavar="FILE", type=_FILE, help="With tls://: the certificate that vsym shows."),
        click.option(
            "--tls-ca", metavar="FILE", type=_FILE, help="With tls://: the authority whose certificates vsym trusts."
        ),
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Run on a Dask cluster: local:4 (4 workers here), tcp://127.0.0.1:PORT or tls://HOST:PORT.",
        ),
    ):
        decorated = decorate(decorated)
    return decorated
