"""No file is read beyond its bound, and nothing that is no file is waited for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from vsym.basics import files
from vsym.basics.options import RefusedError


def test_a_bound_is_a_bound(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abc")
    assert (files.read(str(path), 3), files.read_regular(path, 3)) == (b"abc", b"abc")
    for reading in (files.read, files.read_regular):
        with pytest.raises(
            files.LargeFileError, match="file: this file has more than 2 bytes, the most that vsym reads"
        ):
            reading(str(path), 2)
    with pytest.raises(files.LargeFileError):
        files.read("/dev/zero", 1000)


@pytest.mark.parametrize("kind", ["pipe", "device", "link to a device"])
def test_what_is_no_regular_file_is_not_waited_for(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path = Path("/dev/zero")
        case _:
            path.symlink_to("/dev/zero")
    with pytest.raises(RefusedError, match="this is not a regular file"):
        files.read_regular(path, 10)
    with pytest.raises(IsADirectoryError):
        files.read_regular(tmp_path, 10)


def test_text_is_utf_8_and_input_may_be_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abcd\xff")
    with pytest.raises(RefusedError, match="file: this is not UTF-8 text: byte 5 is wrong"):
        files.read_text(str(path), 10)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(RefusedError, match="standard input is closed"):
        files.read("-", 10)
