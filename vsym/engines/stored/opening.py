"""The place that is meant by a name or a description."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vsym.engines.stored.failures import StoreError
from vsym.engines.stored.folder import Folder
from vsym.engines.stored.place import Place


def named(name: str) -> Place:
    """The place that users name: a folder, or an address such as s3://bucket/name; raises StoreError."""
    protocol, separator, rest = name.partition("://")
    if separator and protocol != "file":
        return _remote(name)
    return Folder(Path(rest if separator else name))


def opened(description: Mapping[str, Any]) -> Place:
    """The place of a description; raises StoreError."""
    if "address" in description:
        return _remote(str(description["address"]))
    return Folder(Path(description["folder"]))


def _remote(address: str) -> Place:
    try:
        from vsym.engines.stored.remote import remote

        return remote(address)
    except ImportError as error:
        extra = "s3" if address.startswith(("s3:", "s3a:")) else "cluster"
        raise StoreError(f"--store {address}: {error}; `pip install vsym[{extra}]` gets what is needed") from error
