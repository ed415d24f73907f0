"""Addresses of clusters, and which are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from vsym.basics.options import ClusterSettings, RefusedError
from vsym.cluster.address import TLS, Local, Remote, place, require_loopback


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("local:4", Local(4)),
        ("tcp://127.0.0.1:8786", Remote("tcp://127.0.0.1:8786", None)),
        ("tcp://localhost:1", Remote("tcp://localhost:1", None)),
        ("tcp://[::1]:65535", Remote("tcp://[::1]:65535", None)),
    ],
)
def test_clusters_of_this_machine(address: str, found: Local | Remote) -> None:
    assert place(ClusterSettings(address)) == found


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("local", "not the address of a cluster; write local:4"),
        ("local:0", "local:N starts 1 to 1,000 workers"),
        ("local:1001", "local:N starts 1 to 1,000 workers"),
        ("127.0.0.1:8786", "not the address"),
        ("tcp://127.0.0.1", "not the address"),
        ("tcp://127.0.0.1:65536", "not the address"),
        ("tcp://user@127.0.0.1:1", "not the address"),
        ("http://127.0.0.1:8786", "not the address"),
        ("tcp://10.0.0.5:8786", "without TLS anybody on the network can send it"),
        ("tcp://127.0.0.1.example.org:8786", "without TLS anybody"),
        ("tcp://0.0.0.0:8786", "without TLS anybody"),
        ("tls://node:8786", "add --tls-ca, --tls-cert and --tls-key"),
    ],
)
def test_what_is_refused(address: str, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        place(ClusterSettings(address))


def test_tls_takes_all_of_its_files_and_nothing_else_does(tmp_path: Path) -> None:
    file = tmp_path / "pem"
    file.touch()
    pem = str(file)
    assert place(ClusterSettings("tls://node:8786", pem, pem, pem)) == Remote("tls://node:8786", TLS(pem, pem, pem))
    for settings, said in (
        (ClusterSettings("tls://node:8786", pem), "--tls-cert and --tls-key is missing"),
        (ClusterSettings("tls://node:8786", pem, pem, f"{pem}.key"), "--tls-key .*: there is no such file"),
        (ClusterSettings("local:2", pem, pem, pem), "are for tls://HOST:PORT"),
        (ClusterSettings("tcp://127.0.0.1:1", pem, pem, pem), "are for tls://HOST:PORT"),
    ):
        with pytest.raises(RefusedError, match=said):
            place(settings)


def test_who_listens_to_the_network_is_refused() -> None:
    require_loopback("tcp://127.0.0.1:1", "tcp://127.0.0.1:2")
    with pytest.raises(RefusedError, match=r"the scheduler also listens at tcp://192\.168\.0\.7:2"):
        require_loopback("tcp://127.0.0.1:1", "tcp://192.168.0.7:2")
