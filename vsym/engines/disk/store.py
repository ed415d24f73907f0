"""A store that is open: its lock, its manifest, and its changes when a level is done."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from vsym.basics.frozen import frozen
from vsym.engines.disk.manifest import CHAPTER, Identity, Level, Manifest, chapter, chapter_levels, manifest
from vsym.engines.disk.storage import (
    LOCK,
    MANIFEST,
    PROGRAM,
    Place,
    StoreError,
    UnreadableFileError,
    level_of,
    superfluous,
)

BEAT = 20.0
"""The seconds after which the owner of a lock renews it."""

STALE = 600.0
"""The seconds without that after which vsym takes a lock of another machine for an abandoned one."""


@dataclass(eq=False)
class Store:
    """A place with a manifest, which no other process works on, and the number of levels in a chapter."""

    place: Place
    lock: Lock
    manifest: Manifest
    chapter: int

    def keep(self, latest: Manifest) -> None:
        """Write the manifest after a level, and remove files no longer needed; raises OSError."""
        if len(latest.levels) >= 2 * self.chapter:
            latest = self._with_chapter(latest)
        self.lock.require()
        try:
            self.place.write(MANIFEST, latest.text())
            self.manifest = latest
        except KeyboardInterrupt:
            # The interruption may have come after the file: figures are those of the manifest that is there.
            if MANIFEST in self.place.names():
                self.manifest = manifest(self.place.read(MANIFEST), self.place.name, MANIFEST)
            raise
        self.tidy()

    def tidy(self) -> None:
        """Remove unreferenced files: unfinished or used up."""
        latest, there = self.manifest, self.place.names()
        needed = {name for name in there if self._is_older(name)}
        for name in superfluous(there, frozenset({*needed, *latest.files, *latest.chapters})):
            self.place.remove(name)

    def levels(self) -> tuple[Level, ...]:
        """The files of all levels; raises StoreError where a file that says so is damaged or missing, OSError."""
        old = [level for name in self.manifest.chapters for level in self._chapter(name)]
        return (*old, *self.manifest.levels)

    @property
    def bytes(self) -> int:
        """The size of the files of states."""
        newer = (file for file in self.manifest.files.values() if not self._is_older(file.name))
        return self.manifest.older_bytes + sum(file.bytes for file in newer)

    def _is_older(self, name: str) -> bool:
        """True for a file of a level that a chapter has."""
        level = level_of(name)
        return level is not None and level < len(self.manifest.older)

    def _chapter(self, name: str) -> tuple[Level, ...]:
        try:
            data = self.place.read(name)
        except FileNotFoundError:
            raise UnreadableFileError(self.place.name, name, missing=True) from None
        return chapter_levels(data, self.place.name, name)

    def _with_chapter(self, manifest: Manifest) -> Manifest:
        """The manifest without its first levels, which a file of their own has now."""
        many = self.chapter
        first, rest = manifest.levels[:many], manifest.levels[many:]
        name = f"history-{len(manifest.older) + many:06}"
        self.place.write(name, chapter(first))
        older = (*manifest.older, *(level.states for level in first))
        shelved = manifest.older_bytes + sum(file.bytes for level in first for file in level.files)
        return replace(manifest, levels=rest, chapters=(*manifest.chapters, name), older=older, older_bytes=shelved)


@contextmanager
def opened(
    place: Place,
    identity: Callable[[int], Identity],
    text: str,
    parts: int | None,
    default: int,
    *,
    resume: bool,
    chapter: int = CHAPTER,
) -> Iterator[Store]:
    """The store of a program in a place, new or as it was left.

    `identity` is that of the program with so many parts, and `text` is the program. Raises StoreError where there is a
    store and `resume` is false, or none and it is true, where the store is of another program, damaged, or in use; and
    OSError.
    """
    there = place.names()
    if not resume:
        _require_free(place, there)
    elif MANIFEST not in there:
        raise StoreError(f"{place.name} holds no store to resume; without --resume, vsym begins one there")
    with locked(place) as lock:
        if resume:
            latest = manifest(place.read(MANIFEST), place.name, MANIFEST)
            _require_same(place, latest.identity, identity(latest.identity.parts), parts)
            if PROGRAM not in there or hashlib.sha256(place.read(PROGRAM)).hexdigest() != latest.identity.program:
                place.write(PROGRAM, text.encode())
            store = Store(place, lock, latest, chapter)
            store.tidy()
        else:
            _require_free(place, place.names())
            place.write(PROGRAM, text.encode())
            store = Store(place, lock, Manifest(identity(parts or default)), chapter)
            store.keep(store.manifest)
        yield store


def _require_free(place: Place, there: list[str]) -> None:
    if MANIFEST in there:
        latest = manifest(place.read(MANIFEST), place.name, MANIFEST)
        message = f"{latest.level} levels with {latest.states:,} states"
        raise StoreError(f"{place.name} holds a store already ({message}): --resume continues it")
    others = [name for name in there if name not in (LOCK, PROGRAM, *superfluous(there, frozenset()))]
    if others:
        raise StoreError(f"{place.name} is not empty, but holds no store ({others[0]} is there): name another folder")


def _require_same(place: Place, there: Identity, identity: Identity, parts: int | None) -> None:
    """Raise StoreError where a store has another program or number of parts than this run."""
    if parts is not None and parts != there.parts:
        raise StoreError(f"{place.name} is divided into {there.parts} parts for good, not {parts}")
    if there.program == identity.program:
        return
    if there.model == identity.model:
        raise StoreError(f"{place.name} is of the same model with other properties: begin in another folder")
    message = "another model, or the same with other properties, parameters or symmetry, or by another version of vsym"
    raise StoreError(f"{place.name} is of {message}: begin in another folder")


@frozen
class Owner:
    """The owner of a store: a process of a machine, when that began, since when, and a number that no other run has."""

    host: str
    process: int
    begun: str
    since: str
    token: str

    @property
    def alive(self) -> bool | None:
        """True while the process is there; None where that cannot be seen from this machine."""
        if self.host != socket.gethostname():
            return None
        return _begun(self.process) == self.begun


@dataclass(eq=False)
class Lock:
    """A store that this process has, and when it last said so."""

    place: Place
    owner: Owner
    data: bytes
    beaten: float = field(default_factory=time.monotonic)

    def beat(self) -> None:
        """Say that the owner is there, if it is time to; raises StoreError where somebody else has the store now."""
        if time.monotonic() - self.beaten < BEAT:
            return
        self.beaten = time.monotonic()
        self.require()
        self.place.write(LOCK, self.data)

    def require(self) -> None:
        """Raise StoreError where somebody else has the store now."""
        if _owner(self.place) != self.owner:
            raise StoreError(f"{self.place.name}: another run has taken over this store; this run ends")


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
    """The start time of a process, which tells it from a later one of the same number; empty where there is none."""
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
