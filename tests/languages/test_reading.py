"""Reading files that are fine, and files that are not."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.loading import load
from vsym.basics import resources
from vsym.basics.source import Diagnostic, DiagnosticError, Source
from vsym.languages.reading import FILE_BYTES, read


def _problem(path: str) -> Diagnostic:
    with pytest.raises(DiagnosticError) as caught:
        load(read(path))
    (diagnostic,) = caught.value.diagnostics
    assert str(diagnostic).startswith(path)
    return diagnostic


def test_a_file_is_read_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "model.gsst"
    path.write_bytes("\ufeffsystem s // ≤\r\nstates A".encode())
    assert read(str(path)) == Source(str(path), "system s // ≤\nstates A")


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"system s")))
    assert read("-") == Source("<stdin>", "system s")


def test_a_missing_file(tmp_path: Path) -> None:
    path = str(tmp_path / "none.gsst")
    problem = _problem(path)
    assert problem.code == "VS101"
    assert str(problem) == f"{path}: error[VS101]: there is no such file\n  hint: is the path right?"


@pytest.mark.parametrize("path", ["no\0path", "x" * 5000])
def test_impossible_paths(path: str) -> None:
    assert _problem(path).code == "VS101"


def test_a_directory(tmp_path: Path) -> None:
    assert _problem(str(tmp_path)).code == "VS101"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x80\xff\x00", "VS102"),
        (b"system s\0", "VS102"),
        (b"", "VS103"),
        (b" \n\t\r\n", "VS103"),
        (b"(" * (10 * FILE_BYTES), "VS104"),
        (b"(" * FILE_BYTES, "VS104"),
        (b"(" * 100_000, "VS107"),
        (b"// nothing but a comment", "VS110"),
    ],
)
def test_contents_that_are_no_model(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "bad.gsst"
    path.write_bytes(content)
    with pytest.raises(DiagnosticError) as caught:
        load(read(str(path)))
    assert caught.value.diagnostics[0].code == code


def test_a_text_too_large_is_refused_however_it_came() -> None:
    with pytest.raises(DiagnosticError, match="VS104"):
        load(Source("made", "(" * (10 * FILE_BYTES)))


def test_resources_are_found() -> None:
    assert "start:" in resources.read("grammars", "gsst.lark")
    with pytest.raises(FileNotFoundError):
        resources.read("grammars", "none.lark")
