"""The file that keeps the rows of a sweep: each row is in it as soon as it is there, and none is lost."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from vsym.basics import files
from vsym.basics.options import RefusedError
from vsym.cli.delivery import write_file

if TYPE_CHECKING:
    from vsym.sweeping.row import Row
    from vsym.sweeping.storing import Layout


class RowFile:
    """Rows that a file has, and the place to append others; without a path, nothing is kept.

    Use it as a context manager. Raises RefusedError for a file that holds anything else, which is left as it is.
    """

    def __init__(self, path: str | None, layout: Layout | None, *, fresh: bool) -> None:
        self.kept: Sequence[Row] = ()
        self._path = path
        self._layout = layout
        self._file: IO[bytes] | None = None
        self._regular = False
        self._header = ""
        if path is None or layout is None:
            return
        target = Path(path)
        self._regular = not target.exists() or target.is_file()
        # A device or a pipe is not read, and gets its header with its first row.
        self._header = "" if self._regular else layout.header
        if self._regular:
            self._prepare(target, layout, fresh=fresh)
        try:
            self._file = target.open("ab", buffering=0)
        except OSError as error:
            raise RefusedError(f"cannot write to {path}: {error.strerror}") from error

    def _prepare(self, target: Path, layout: Layout, *, fresh: bool) -> None:
        from vsym.sweeping.storing import read_back

        content = b""
        if target.exists() and not fresh:
            content = files.read_regular(target, files.ROWS)
        # What follows the last line break is a row that a crash has torn.
        sound = content[: content.rfind(b"\n") + 1]
        try:
            text = sound.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RefusedError(f"{target}: this is not a file that `vsym sweep` has written") from error
        self._layout, self.kept = read_back(text, layout, str(target))
        text = text or layout.header
        if text.encode() != content or not target.exists() or fresh:
            write_file(target, text.encode())

    def keep(self, row: Row) -> None:
        """Append a row; raises NotKeptError where that fails, which leaves the rows before it."""
        from vsym.commands.sweeping import NotKeptError

        if self._file is None or self._layout is None:
            return
        line = f"{self._header}{self._layout.line(row)}".encode()
        self._header = ""
        try:
            end = self._file.seek(0, os.SEEK_END) if self._regular else None
            while line:
                line = line[self._file.write(line) or 0 :]
        except OSError as error:
            if self._regular and end is not None:
                self._file.truncate(end)
            raise NotKeptError(f"cannot write to {self._path}: {error.strerror or error}") from error

    def __enter__(self) -> RowFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
