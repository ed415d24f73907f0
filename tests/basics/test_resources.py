"""What the package keeps between runs: it may be missing, broken or not to be written, and all goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import program
from vsym.basics import resources


def test_the_parser_is_kept(tmp_path: Path) -> None:
    assert program("symmetry", "rw.gsst", "-q", XDG_CACHE_HOME=str(tmp_path)).status == 0
    (kept,) = (tmp_path / "vsym").glob("gsst.lalr-*")
    assert kept.stat().st_size > 10_000
    kept.write_text("broken", encoding="utf-8")
    assert program("symmetry", "mutex.gsst", "-q", XDG_CACHE_HOME=str(tmp_path)).status == 0
    assert kept.stat().st_size > 10_000


def test_where_no_directory_can_be_made_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    assert resources.cache_file("gsst.lalr") is None
    assert program("symmetry", "rw.gsst", "-q", XDG_CACHE_HOME=str(file)).status == 0
