"""What can go wrong with a store, as errors with the messages that users see."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from typing import Any

from vsym.basics.options import RefusedError
from vsym.system.step import OutsideRangeError


class StoreError(RefusedError):
    """A store that cannot be used as it was asked for; the message says which file, and what to do."""


class DamagedFileError(StoreError):
    """A file of a store is not what was written, which its checksum shows."""

    def __init__(self, place: str, name: str) -> None:
        self.name = name
        super().__init__(f"{place}: {name} is damaged: its checksum is another one; {_AGAIN}")


class MissingFileError(StoreError):
    """A file of a store is not there any more."""

    def __init__(self, place: str, name: str) -> None:
        self.name = name
        super().__init__(f"{place}: {name} is missing; {_AGAIN}")


class FullDiskError(StoreError):
    """A file of a store could not be written to its end; every finished level is kept."""

    def __init__(self, place: str, name: str, written: int, why: str, missing: int | None = None) -> None:
        self.name = name
        self.written = written
        self.why = why
        more = "" if missing is None else f"; about {-(-missing // 1_000_000):,} MB more are needed"
        told = f"{why} after {written:,} bytes of {name}{more}"
        super().__init__(f"{place}: {told}; every finished level is kept, and with more room --resume goes on")


_AGAIN = "without it the exploration cannot go on, and has to begin anew in another folder"

_KILLED = (
    "something ends the processes that explore, probably for want of memory; every finished level is kept, and with "
    "less --memory or fewer --workers --resume goes on"
)

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where a file cannot grow any more."""


def told(error: DamagedFileError | MissingFileError) -> Mapping[str, Any]:
    """What a step fails with that cannot read a file, as `raise_failure` takes it."""
    if isinstance(error, DamagedFileError):
        return {"type": "failure", "what": "broken", "path": error.name}
    return {"type": "failure", "what": "read", "number": errno.ENOENT, "path": error.name}


def raise_failure(place: str, failure: Mapping[str, Any]) -> None:
    """Raise what a step has failed with.

    Raises StoreError, MemoryError, OutsideRangeError, OSError, and RuntimeError for our bugs.
    """
    what, number, path = str(failure["what"]), int(failure.get("number", 0)), str(failure.get("path", ""))
    name = path.replace("\\", "/").rsplit("/", 1)[-1].split(".new")[0]
    match what:
        case "write" if number in FULL:
            raise FullDiskError(place, name, int(failure.get("bytes", 0)), os.strerror(number))
        case "broken":
            raise DamagedFileError(place, name)
        case "read" if number == errno.ENOENT:
            raise MissingFileError(place, name)
        case "read" | "write":
            raise OSError(number, os.strerror(number), f"{place}/{name}")
        case "memory":
            raise MemoryError
        case "killed":
            raise StoreError(f"{place}: {_KILLED}")
        case "range":
            raise OutsideRangeError("an event sets a variable to a value outside its range")
    raise RuntimeError(f"a step of the exploration failed: {what} {failure.get('message', '')}")
