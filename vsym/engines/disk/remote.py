"""A place that fsspec reaches, such as a bucket: files are fetched to the machine of a step, and its own are sent."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import fsspec

from vsym.basics.frozen import frozen
from vsym.basics.temporary import temporary_folder
from vsym.engines.disk.storage import StepFiles, StoredFile, StoreError, UnreadableFileError

_TAIL = struct.Struct("<QQIIIIQ")
_SECTION = struct.Struct("<QQ")


@frozen(eq=False)
class Remote:
    """Files under an address, each of which appears as a whole, as in object stores. Each machine's environment says
    who reaches it, and with which key."""

    address: str
    system: Any
    root: str

    @property
    def name(self) -> str:
        """The address."""
        return self.address

    def description(self) -> Mapping[str, Any]:
        """The address."""
        return {"address": self.address}

    def read(self, name: str) -> bytes:
        """The content of a file; raises FileNotFoundError, OSError."""
        data: bytes = self.system.cat_file(self._path(name))
        return data

    def write(self, name: str, data: bytes) -> None:
        """Make a file, or make it another one; raises OSError."""
        self.system.pipe_file(self._path(name), data)

    def claim(self, name: str, data: bytes) -> bool:
        """Make a file if there is none; reading it back confirms whose it is, as claiming may take several steps."""
        if name in self.names():
            return False
        try:
            self.system.pipe_file(self._path(name), data, mode="create")
        except FileExistsError:
            return False
        return self.read(name) == data

    def names(self) -> list[str]:
        """The names of all files."""
        self.system.invalidate_cache()
        try:
            entries = self.system.ls(self.root, detail=False)
        except FileNotFoundError:
            return []
        return sorted(name for one in entries if (name := str(one).rstrip("/").rsplit("/", 1)[-1]))

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(FileNotFoundError):
            self.system.rm_file(self._path(name))

    def take_away(self, name: str) -> None:
        """Remove it: names cannot be changed in one step everywhere."""
        self.remove(name)

    def age(self, name: str) -> float | None:
        """The age of a file, by its own date and the clock of this machine."""
        self.system.invalidate_cache()
        try:
            written: datetime = self.system.modified(self._path(name))
        except FileNotFoundError:
            return None
        return (datetime.now(UTC) - written).total_seconds()

    def free(self) -> int | None:
        """Unknown."""
        return None

    @contextmanager
    def desk(self) -> Iterator[StepFiles]:
        """A folder of this machine, which goes with the step."""
        with temporary_folder("stored") as folder:
            yield RemoteDesk(self, folder)

    def _path(self, name: str) -> str:
        return f"{self.root}/{name}"


@frozen(eq=False)
class RemoteDesk:
    """The files of a step: those it reads are fetched first, but for sections of other parts; new ones are sent."""

    place: Remote
    folder: Path

    def read(self, file: StoredFile, parts: frozenset[int]) -> str:
        """A copy of the file with holes for other sections; raises UnreadableFileError, OSError."""
        local = self.folder / file.name
        if not local.exists():
            try:
                self._fetch(file, parts, local)
            except FileNotFoundError as error:
                raise UnreadableFileError(self.place.name, file.name, missing=True) from error
        return str(local)

    def begin(self, name: str) -> str:
        """A file of this machine."""
        return str(self.folder / f"{name}.new")

    def keep(self, name: str) -> None:
        """Send the file."""
        self.place.system.put_file(self.begin(name), f"{self.place.root}/{name}")

    def _fetch(self, file: StoredFile, parts: frozenset[int], local: Path) -> None:
        """Fetch the index behind the blocks, which says where the sections are, and then the sections needed."""
        system, path, size = self.place.system, f"{self.place.root}/{file.name}", file.bytes
        try:
            tail = system.cat_file(path, start=size - _TAIL.size, end=size)
            offset, _, sections, words, *_ = _TAIL.unpack(tail)
            behind = system.cat_file(path, start=offset, end=size)
            blocks = [_SECTION.unpack_from(behind, one * _SECTION.size)[1] for one in range(sections)]
            entry, index = 8 + 8 * words, sections * _SECTION.size
            places = [struct.unpack_from("<Q", behind, index + one * entry)[0] for one in range(sum(blocks))]
        except (struct.error, ValueError, MemoryError) as error:
            raise UnreadableFileError(self.place.name, file.name, missing=False) from error
        with local.open("wb") as copy:
            copy.truncate(size)
            copy.seek(offset)
            copy.write(behind)
            first = 0
            for part, many in enumerate(blocks):
                if many and part in parts:
                    end = places[first + many] if first + many < len(places) else offset
                    copy.seek(places[first])
                    copy.write(system.cat_file(path, start=places[first], end=end))
                first += many


def remote(address: str) -> Remote:
    """The place of an address; raises StoreError for one that is none, ImportError where a package is missing."""
    try:
        system, root = fsspec.core.url_to_fs(address)
    except ValueError as error:
        raise StoreError(f"--store {address}: {error}") from error
    return Remote(address, system, str(root).rstrip("/"))
