"""A store in a folder, of this machine or one that several machines share, and the place that is meant by a name."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Any

from vsym.basics import files
from vsym.basics.frozen import frozen
from vsym.engines.disk.storage import FULL, FullDiskError, Place, StepFiles, StoredFile, StoreError, aside


@frozen
class Folder:
    """The files of a folder. A new one has another name until it is whole and on the disk."""

    path: Path

    @property
    def name(self) -> str:
        """The folder as it was named."""
        return str(self.path)

    def description(self) -> Mapping[str, Any]:
        """The folder's whole path."""
        return {"folder": str(self.path.absolute())}

    def read(self, name: str) -> bytes:
        """The content of a file; raises FileNotFoundError, OSError, and RefusedError where it is no regular file, or
        too large."""
        return files.read_regular(self.path / name, files.MANIFEST)

    def write(self, name: str, data: bytes) -> None:
        """Write aside and rename; raises FullDiskError, OSError, and leaves nothing of the new file then."""
        beside = self.path / aside(name)
        try:
            with beside.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path / name)
        except OSError as error:
            self._explain(error, name, data)
            raise
        finally:
            beside.unlink(missing_ok=True)
        self.settle()

    def claim(self, name: str, data: bytes) -> bool:
        """Make a file that nobody else makes, and the folder with it; raises FullDiskError, OSError, and leaves no half
        of it then."""
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            file = (self.path / name).open("xb")
        except FileExistsError:
            return False
        try:
            with file:
                file.write(data)
        except OSError as error:
            (self.path / name).unlink(missing_ok=True)
            self._explain(error, name, data)
            raise
        return True

    def names(self) -> list[str]:
        """The names of the files; raises OSError."""
        try:
            return sorted(one.name for one in os.scandir(self.path))
        except FileNotFoundError:
            return []

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        (self.path / name).unlink(missing_ok=True)

    def take_away(self, name: str) -> None:
        """Give the file a name that no other process gives, and remove it under that name."""
        other = self.path / aside(name)
        with contextlib.suppress(FileNotFoundError):
            (self.path / name).replace(other)
            other.unlink()

    def age(self, name: str) -> float | None:
        """The age of a file."""
        try:
            return time.time() - (self.path / name).stat().st_mtime
        except FileNotFoundError:
            return None

    def free(self) -> int | None:
        """The room that the file system has left."""
        try:
            return shutil.disk_usage(self.path).free
        except OSError:
            return None

    @contextmanager
    def desk(self) -> Iterator[StepFiles]:
        """The folder itself."""
        desk = FolderDesk(self)
        try:
            yield desk
        finally:
            desk.clear()

    def _explain(self, error: OSError, name: str, data: bytes) -> None:
        """Raise FullDiskError where that is why a file of the coordinator cannot be written."""
        if error.errno in FULL:
            raise FullDiskError(self.name, name, 0, os.strerror(error.errno), len(data)) from error

    def settle(self) -> None:
        """See that renamed files are so on the disk, where the system can do that of a folder."""
        number = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(number)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):
                raise
        finally:
            os.close(number)


@frozen(eq=False)
class FolderDesk:
    """The files of a step in the folder itself, and those that are begun."""

    folder: Folder
    begun: dict[str, Path] = field(default_factory=dict)

    def read(self, file: StoredFile, _parts: frozenset[int]) -> str:
        """The path of the file."""
        return str(self.folder.path / file.name)

    def begin(self, name: str) -> str:
        """A name that no other process has."""
        self.begun[name] = self.folder.path / aside(name)
        return str(self.begun[name])

    def keep(self, name: str) -> None:
        """Rename the file."""
        self.begun.pop(name).replace(self.folder.path / name)
        self.folder.settle()

    def clear(self) -> None:
        """Remove the files that were begun and are not whole."""
        for path in self.begun.values():
            path.unlink(missing_ok=True)


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
        from vsym.engines.disk.remote import remote

        return remote(address)
    except ImportError as error:
        extra = "s3" if address.startswith(("s3:", "s3a:")) else "cluster"
        raise StoreError(f"--store {address}: {error}; get what is missing with `pip install vsym[{extra}]`") from error
