"""The place of a store, its files by their names, each whole or absent, and errors as messages for users."""

from __future__ import annotations

import errno
import os
import re
import secrets
import socket
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.system.step import OutsideRangeError

if TYPE_CHECKING:
    from vsym.engines.disk import shapes

MANIFEST, LOCK, PROGRAM = "manifest.json", "lock.json", "program.c"

_MADE = re.compile(r"(level|merged|outbox|history)-\d{6,}(-\d{4,})?|starts")
_HALF = re.compile(r".+\.new\..+")

_AGAIN = "the exploration cannot continue without it; begin again in another folder"

_KILLED = (
    "the processes that explore keep dying, probably for want of memory; every finished level is kept: lower --memory "
    "or --workers, then --resume"
)


@frozen
class StoredFile:
    """A file of states: its size in bytes, the checksum in its tail, and the number of states in the section of each
    part that has some."""

    name: str
    bytes: int
    checksum: int
    states: Mapping[int, int]

    @property
    def total(self) -> int:
        """The number of states of the file."""
        return sum(self.states.values())

    def of(self, parts: Sequence[int]) -> StoredFile:
        """The file with the states of some parts alone."""
        return replace(self, states={part: self.states[part] for part in parts if part in self.states})

    def record(self) -> shapes.StoredFile:
        """The file as JSON."""
        states = {str(part): states for part, states in self.states.items()}
        return {"name": self.name, "bytes": self.bytes, "checksum": self.checksum, "states": states}


def stored_file(record: shapes.StoredFile) -> StoredFile:
    """A file from JSON; raises AttributeError, KeyError, TypeError or ValueError where it is none, or has a name that
    no store gives."""
    states = {int(part): int(states) for part, states in record["states"].items()}
    return StoredFile(made_name(record["name"]), int(record["bytes"]), int(record["checksum"]), states)


def made_name(name: Any) -> str:
    """The name itself; raises ValueError for one that no store gives, such as one that leads out of its folder."""
    if not isinstance(name, str) or not _MADE.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a file of a store")
    return name


def level_of(name: str) -> int | None:
    """The level whose states a file has; None for a file of another kind, and for one that is not whole."""
    match = re.fullmatch(r"level-(\d{6,})-\d{4,}", name)
    return None if match is None else int(match[1])


def file_name(kind: str, level: int, part: int) -> str:
    """A file of states that the step of a level makes of the parts from `part` on: the new ones of the level, several
    runs `merged`, or the successors in its outbox."""
    return f"{kind}-{level:06}-{part:04}"


def aside(name: str) -> str:
    """A name for a file that is to be `name` once it is whole, which no other process gives."""
    return f"{name}.new.{socket.gethostname()}.{os.getpid()}.{secrets.token_hex(4)}"


def superfluous(names: Sequence[str], needed: frozenset[str]) -> list[str]:
    """The names given by a store that it no longer needs: unfinished or used-up files."""
    return [name for name in names if name not in needed and (_MADE.fullmatch(name) or _HALF.fullmatch(name))]


class StoreError(RefusedError):
    """A store that cannot be used as requested; the message says which file, and what to do."""


class UnreadableFileError(StoreError):
    """A file of a store fails its checksum, or is missing."""

    def __init__(self, place: str, name: str, *, missing: bool) -> None:
        self.name, self.missing = name, missing
        reason = "missing" if missing else "damaged: its checksum differs"
        super().__init__(f"{place}: {name} is {reason}; {_AGAIN}")


class FullDiskError(StoreError):
    """A file of a store could not be written to its end; every finished level is kept."""

    def __init__(self, place: str, name: str, written: int, why: str, missing: int | None = None) -> None:
        self.name = name
        self.written = written
        self.why = why
        more = "" if missing is None else f"; about {-(-missing // 1_000_000):,} MB more are needed"
        message = f"{why} after {written:,} bytes of {name}{more}"
        super().__init__(f"{place}: {message}; every finished level is kept: make room, then --resume")


FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The error numbers of the system for a file that cannot grow any more."""


def unread(error: UnreadableFileError) -> Mapping[str, Any]:
    """The failure of a step that cannot read a file, as `raise_failure` takes it."""
    failure = {"what": "read", "number": errno.ENOENT} if error.missing else {"what": "broken"}
    return {"type": "failure", "path": error.name, **failure}


def raise_failure(place: str, failure: Mapping[str, Any]) -> None:
    """Raise the failure of a step.

    Raises StoreError, MemoryError, OutsideRangeError, OSError, and RuntimeError for our bugs.
    """
    what, number, path = str(failure["what"]), int(failure.get("number", 0)), str(failure.get("path", ""))
    name = path.replace("\\", "/").rsplit("/", 1)[-1].split(".new")[0]
    match what:
        case "write" if number in FULL:
            raise FullDiskError(place, name, int(failure.get("bytes", 0)), os.strerror(number))
        case "broken":
            raise UnreadableFileError(place, name, missing=False)
        case "read" if number == errno.ENOENT:
            raise UnreadableFileError(place, name, missing=True)
        case "read" | "write":
            raise OSError(number, os.strerror(number), f"{place}/{name}")
        case "memory":
            raise MemoryError
        case "killed":
            raise StoreError(f"{place}: {_KILLED}")
        case "range":
            raise OutsideRangeError("an event sets a variable to a value outside its range")
    raise RuntimeError(f"a step of the exploration failed: {what} {failure.get('message', '')}")


class StepFiles(Protocol):
    """The files of one step as paths: those that it reads, and new ones that it writes."""

    def read(self, file: StoredFile, parts: frozenset[int]) -> str:
        """A path from which the sections of some parts of a file can be read; raises FileNotFoundError, OSError."""

    def begin(self, name: str) -> str:
        """A path to which a file is to be written."""

    def keep(self, name: str) -> None:
        """The file written there is whole, and is the file of that name from now on; raises OSError."""


class Place(Protocol):
    """A place of files."""

    @property
    def name(self) -> str:
        """The place as users name it."""

    def description(self) -> Mapping[str, Any]:
        """The description that `opened` opens it by, on any machine, as JSON."""

    def read(self, name: str) -> bytes:
        """The content of a file; raises FileNotFoundError, OSError."""

    def write(self, name: str, data: bytes) -> None:
        """Make a file, or make it another one; raises OSError."""

    def claim(self, name: str, data: bytes) -> bool:
        """Make a file if there is none; true if there was none. Raises OSError."""

    def names(self) -> list[str]:
        """The names of all files; none where there is no such place yet. Raises OSError."""

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""

    def take_away(self, name: str) -> None:
        """Remove a file that several may want to remove, so that a file that one of them makes in its place stays."""

    def age(self, name: str) -> float | None:
        """The seconds since a file was written, by the clock of this machine; None where it is not there."""

    def free(self) -> int | None:
        """The bytes that can be written; None if unknown."""

    def desk(self) -> AbstractContextManager[StepFiles]:
        """The files of a step while it is at work; those that it does not keep are removed."""
