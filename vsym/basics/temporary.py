"""Temporary folders that are removed however their owner ends, at the latest by the next run.

The owner of a folder holds a lock on a file in it. The system gives the lock up with the process, also after `kill -9`,
so a process that gets the lock knows that the owner has gone.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO, NoReturn

_PREFIX = "vsym-"

_LOCK = "owner"
"""The file that the owner of a folder has locked, with its process number."""

_UNOWNED = 3600.0
"""Seconds after which a folder without an owner's number counts as left behind, and not as just being made."""


@contextmanager
def temporary_folder(purpose: str, place: Path | None = None) -> Iterator[Path]:
    """An empty folder, beside the system's temporary files or in `place`; it is removed after the block.

    Inside, SIGTERM raises SystemExit, so that the folder is removed then as well. Folders that others left behind are
    removed first. Raises OSError.
    """
    parent = Path(tempfile.gettempdir()) if place is None else place
    with suppress(OSError):
        for left in parent.glob(f"{_PREFIX}*"):
            with suppress(OSError):
                if left.stat().st_uid == os.getuid() and _is_left_behind(left):
                    shutil.rmtree(left, ignore_errors=True)
    with ended_by_exception():
        folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{purpose}-", dir=parent))
        try:
            with (folder / _LOCK).open("w", encoding="ascii") as lock:
                if _locked(lock):
                    lock.write(f"{os.getpid()}\n")
                    lock.flush()
                else:
                    # Where files cannot be locked, no process can tell whose owner has gone.
                    (folder / _LOCK).unlink()
                inside = folder / "files"
                inside.mkdir()
                yield inside
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def ended_by_exception() -> Iterator[None]:
    """Let SIGTERM raise SystemExit, as Ctrl-C raises KeyboardInterrupt: by default it would leave the folders
    behind."""

    def leave(number: int, _: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    if ours:
        signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _is_left_behind(folder: Path) -> bool:
    """True where the owner of a folder has gone; raises OSError where it is not ours, or has just been removed."""
    with (folder / _LOCK).open("r", encoding="ascii") as lock:
        # Between making the file and writing to it, its owner has not locked it yet.
        return _locked(lock) and (bool(lock.read()) or time.time() - folder.stat().st_mtime > _UNOWNED)


def _locked(file: IO[str]) -> bool:
    """Locks a file, unless somebody else has; tells if it did."""
    # Windows, where nothing is compiled, does not have it.
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
