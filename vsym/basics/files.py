"""Files that users name: never more of one than a bound, and a device, a folder or a pipe where there can be none."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import IO

from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError

TRACE, CERTIFICATE, GENERATORS, ROWS, MANIFEST = 64_000_000, 64_000_000, 16_000_000, 256_000_000, 256_000_000
"""The most bytes of a file of each kind."""


class LargeFileError(RefusedError):
    """A file has more bytes than are read."""


def read(path: str, most: int) -> bytes:
    """The bytes of a file or a pipe, or of standard input where the path is `-`.

    Raises OSError where it cannot be read, LargeFileError for more than `most` bytes, RefusedError without an input.
    """
    if path != "-":
        with Path(path).open("rb") as file:
            return _bounded(file, most, path)
    if sys.stdin is None:
        raise RefusedError("standard input is closed; name a file instead of `-`")
    return _bounded(sys.stdin.buffer, most, "<stdin>")


def read_regular(path: str | Path, most: int) -> bytes:
    """The bytes of a regular file; raises RefusedError for a device, a folder or a pipe, which is not waited for."""
    # A pipe that nobody writes to would not even open otherwise.
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise RefusedError(f"{path}: this is not a regular file")
        return _bounded(file, most, str(path))


def read_text(path: str, most: int) -> str:
    """The same as UTF-8 text, without a byte order mark; also raises RefusedError where it is not UTF-8."""
    content = read(path, most)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        name = "<stdin>" if path == "-" else path
        raise RefusedError(f"{name}: this is not UTF-8 text: byte {error.start + 1} is wrong") from error


def _bounded(file: IO[bytes], most: int, name: str) -> bytes:
    content = file.read(most + 1)
    if len(content) > most:
        raise LargeFileError(f"{name}: this file has more than {plural(most, 'byte')}, the most that vsym reads")
    return content
