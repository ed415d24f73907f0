"""The files of a store by their names: what they hold, and which of them nothing needs."""

from __future__ import annotations

import os
import re
import secrets
import socket
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from vsym.basics.frozen import frozen

MANIFEST, LOCK, PROGRAM = "manifest.json", "lock.json", "program.c"

_MADE = re.compile(r"(level|merged|outbox|history)-\d{6,}(-\d{4,})?|starts")
_HALF = re.compile(r".+\.new\..+")


@frozen
class StoredFile:
    """A file of states: its size in bytes, the checksum that its tail has, and how many states the section of a part
    has, of each part that has some."""

    name: str
    bytes: int
    checksum: int
    states: Mapping[int, int]

    @property
    def total(self) -> int:
        """How many states the file has."""
        return sum(self.states.values())

    def of(self, parts: Sequence[int]) -> StoredFile:
        """The file as far as it is about some parts."""
        return replace(self, states={part: self.states[part] for part in parts if part in self.states})

    def record(self) -> dict[str, Any]:
        """The file as JSON."""
        states = {str(part): states for part, states in self.states.items()}
        return {"name": self.name, "bytes": self.bytes, "checksum": self.checksum, "states": states}


def stored_file(record: Mapping[str, Any]) -> StoredFile:
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
    found = re.fullmatch(r"level-(\d{6,})-\d{4,}", name)
    return None if found is None else int(found[1])


def level_name(level: int, part: int) -> str:
    """The new states of a level, of the parts that a step takes from `part` on."""
    return f"level-{level:06}-{part:04}"


def merged_name(level: int, part: int) -> str:
    """Several runs as one, as the step of a level has made it."""
    return f"merged-{level:06}-{part:04}"


def outbox_name(level: int, part: int) -> str:
    """The successors that the step of a level has found."""
    return f"outbox-{level:06}-{part:04}"


def history_name(level: int) -> str:
    """What the manifest does not repeat any more of the levels before one."""
    return f"history-{level:06}"


def aside(name: str) -> str:
    """A name for a file that is to be `name` once it is whole, which no other process gives."""
    return f"{name}.new.{socket.gethostname()}.{os.getpid()}.{secrets.token_hex(4)}"


def superfluous(names: Sequence[str], needed: frozenset[str]) -> list[str]:
    """Those of the names that a store has given, and does not need: what was not done, or is used up."""
    return [name for name in names if name not in needed and (_MADE.fullmatch(name) or _HALF.fullmatch(name))]
