"""Where a store is: files that are there as a whole or not at all, and how a step gets at them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from vsym.engines.stored.files import StoredFile


class Desk(Protocol):
    """The files of one step as paths: those that it reads, and new ones that it writes."""

    def read(self, file: StoredFile, parts: frozenset[int]) -> str:
        """A path from which the sections of some parts of a file can be read; raises FileNotFoundError, OSError."""

    def begin(self, name: str) -> str:
        """A path to which a file is to be written."""

    def keep(self, name: str) -> None:
        """What was written there is whole, and is the file of that name from now on; raises OSError."""


class Place(Protocol):
    """A place of files."""

    @property
    def name(self) -> str:
        """The place as users name it."""

    def description(self) -> Mapping[str, Any]:
        """What `opened` opens it by, on any machine, as JSON."""

    def read(self, name: str) -> bytes:
        """What a file has; raises FileNotFoundError, OSError."""

    def write(self, name: str, data: bytes) -> None:
        """Make a file, or make it another one; raises OSError."""

    def claim(self, name: str, data: bytes) -> bool:
        """Make a file if there is none; whether there was none. Raises OSError."""

    def names(self) -> list[str]:
        """The names of all files; none where there is no such place yet. Raises OSError."""

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""

    def take_away(self, name: str) -> None:
        """Remove a file that several may want to remove, so that what one of them makes in its place stays."""

    def age(self, name: str) -> float | None:
        """How many seconds ago a file was written, by the clock of who asks; None where it is not there."""

    def free(self) -> int | None:
        """How many bytes can be written; None where nobody knows."""

    def desk(self) -> AbstractContextManager[Desk]:
        """Where the files of a step are while it is at work; what it does not keep is removed."""
