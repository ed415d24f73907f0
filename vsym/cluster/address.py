"""Addresses of clusters: `local:4`, `tcp://127.0.0.1:8786` or `tls://HOST:PORT`, and who may be there."""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path

from vsym.basics.frozen import frozen
from vsym.basics.options import ClusterSettings, RefusedError

MOST = 1000
"""The most workers that vsym starts on this machine."""

_LOCAL = re.compile(r"local:([0-9]{1,9})")
_REMOTE = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]@]+):([0-9]{1,5})")
_FORMS = "write local:4, tcp://127.0.0.1:PORT or tls://HOST:PORT"
_WHY = "workers run any code they receive, and without TLS anybody on the network can send it"


@frozen
class Local:
    """A scheduler and its workers on this machine, started for the work and ended with it."""

    workers: int


@frozen
class Remote:
    """A running scheduler, and the files for mutual authentication (None: on loopback)."""

    address: str
    tls: TLS | None


@frozen
class TLS:
    """Files in PEM: the trusted certificates, and the certificate and key of this client."""

    ca: str
    cert: str
    key: str


def place(settings: ClusterSettings) -> Local | Remote:
    """The place of the cluster; raises RefusedError for anything else, and for TCP beyond this machine."""
    tls = _tls(settings)
    address = settings.address.strip()
    if match := _LOCAL.fullmatch(address):
        _without_tls(address, tls)
        if not 1 <= int(match[1]) <= MOST:
            raise RefusedError(f"--cluster {address}: local:N starts 1 to {MOST:,} workers")
        return Local(int(match[1]))
    match = _REMOTE.fullmatch(address)
    if match is None or not 1 <= int(match[3]) <= 65535:
        raise RefusedError(f"--cluster {address}: this is not the address of a cluster; {_FORMS}")
    if match[1] == "tls":
        if tls is None:
            raise RefusedError(f"--cluster {address}: add --tls-ca, --tls-cert and --tls-key, each with a file in PEM")
        return Remote(address, tls)
    _without_tls(address, tls)
    if not is_loopback(address):
        raise RefusedError(
            f"--cluster {address}: tcp:// is for this machine only, since {_WHY}; start the scheduler and the "
            "workers with --tls-ca-file, --tls-cert and --tls-key, and name it tls://HOST:PORT"
        )
    return Remote(address, None)


def is_loopback(address: str) -> bool:
    """True where only programs on this machine reach an address `tcp://HOST:PORT`."""
    host = address.partition("://")[2].rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def require_loopback(scheduler: str, address: str) -> None:
    """Raise RefusedError where a scheduler that is reached by loopback, or its worker, is open to the network."""
    if not is_loopback(address):
        raise RefusedError(
            f"--cluster {scheduler}: the scheduler also listens at {address}, and {_WHY}; start the scheduler and "
            "the workers with --host 127.0.0.1, or with TLS"
        )


def _tls(settings: ClusterSettings) -> TLS | None:
    given = {"--tls-ca": settings.ca, "--tls-cert": settings.cert, "--tls-key": settings.key}
    missing = [option for option, path in given.items() if path is None]
    if len(missing) == len(given):
        return None
    if missing or settings.ca is None or settings.cert is None or settings.key is None:
        raise RefusedError(f"TLS needs all of --tls-ca, --tls-cert and --tls-key; {' and '.join(missing)} is missing")
    for option, path in given.items():
        if path is not None and not Path(path).is_file():
            raise RefusedError(f"{option} {path}: there is no such file")
    return TLS(settings.ca, settings.cert, settings.key)


def _without_tls(address: str, tls: TLS | None) -> None:
    if tls is not None:
        raise RefusedError(f"--cluster {address}: --tls-ca, --tls-cert and --tls-key are for tls://HOST:PORT")
