"""The lock of a store: two explorations in one place would take each other's files for their own."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from vsym.basics.frozen import frozen
from vsym.engines.stored.failures import StoreError
from vsym.engines.stored.files import LOCK
from vsym.engines.stored.place import Place

BEAT = 20.0
"""After how many seconds the owner of a lock says again that it is there."""

STALE = 600.0
"""After how many seconds without that a lock of another machine is taken for one that was left behind."""


@frozen
class Owner:
    """Who has a store: a process of a machine, when that began, since when, and a number that no other run has."""

    host: str
    process: int
    begun: str
    since: str
    token: str

    @property
    def alive(self) -> bool | None:
        """Whether the process is there; None where that cannot be seen from this machine."""
        if self.host != socket.gethostname():
            return None
        return _begun(self.process) == self.begun


class Lock:
    """A store that this process has."""

    def __init__(self, place: Place, owner: Owner, data: bytes) -> None:
        self._place = place
        self._owner = owner
        self._data = data
        self._said = time.monotonic()

    def beat(self) -> None:
        """Say that the owner is there, if it is time to; raises StoreError where somebody else has the store now."""
        if time.monotonic() - self._said < BEAT:
            return
        self._said = time.monotonic()
        self.require()
        self._place.write(LOCK, self._data)

    def require(self) -> None:
        """Raise StoreError where somebody else has the store now."""
        if _owner(self._place) != self._owner:
            raise StoreError(f"{self._place.name}: another run has taken this store over; this one ends")


@contextmanager
def locked(place: Place) -> Iterator[Lock]:
    """A store that is this process's alone; raises StoreError where another run has it, OSError."""
    since = datetime.now(UTC).isoformat(timespec="seconds")
    owner = Owner(socket.gethostname(), os.getpid(), _begun(os.getpid()), since, secrets.token_hex(8))
    data = json.dumps(vars(owner), indent=1).encode()
    while not place.claim(LOCK, data):
        _require_stale(place)
        place.take_away(LOCK)
    try:
        yield Lock(place, owner, data)
    finally:
        with contextlib.suppress(OSError):
            if _owner(place) == owner:
                place.remove(LOCK)


def _require_stale(place: Place) -> None:
    """Raise StoreError where the owner of a store is there, or may be."""
    owner, age = _owner(place), place.age(LOCK)
    if age is None:
        # It has gone just now.
        return
    if owner is None:
        # It is half written: by a machine that went down, if it stays so.
        if age < BEAT:
            raise StoreError(f"{place.name} is being opened by another run")
        return
    alive = owner.alive
    if alive or (alive is None and age < STALE):
        who = f"process {owner.process} on {owner.host}, since {owner.since}"
        seen = "" if alive else f"; it was last seen {age:.0f} seconds ago, and is taken for dead after {STALE:.0f}"
        raise StoreError(f"{place.name} is in use by another run ({who}){seen}")


def _owner(place: Place) -> Owner | None:
    try:
        record: Any = json.loads(place.read(LOCK))
        return Owner(**{name: record[name] for name in ("host", "process", "begun", "since", "token")})
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _begun(process: int) -> str:
    """When a process began, so that another one of the same number is not taken for it; nothing where there is none."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
        return stat.rsplit(")", 1)[1].split()[19]
    except (OSError, IndexError):
        if Path("/proc/self/stat").exists():
            return ""
    try:
        os.kill(process, 0)
    except OSError:
        return ""
    return "there"
