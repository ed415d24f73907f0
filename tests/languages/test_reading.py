"""Reading files that are fine, and files that are not."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.loading import load
from tests.support.running import EXAMPLES, program
from vsym.basics import resources
from vsym.basics.source import Diagnostic, DiagnosticError, Source
from vsym.languages import reading
from vsym.languages.reading import FILE_BYTES, kept, read
from vsym.languages.registry import parsed
from vsym.models.text import AnyText


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


def test_paths_without_a_file(tmp_path: Path) -> None:
    path = str(tmp_path / "none.gsst")
    assert str(_problem(path)) == f"{path}: error[VS101]: there is no such file\n  hint: is the path right?"
    for wrong in ("no\0path", "x" * 5000, str(tmp_path)):
        assert _problem(wrong).code == "VS101"


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
        load(Source("made", "(" * (FILE_BYTES + 1)))


def test_resources_are_found() -> None:
    assert "start:" in resources.read("grammars", "gsst.lark")
    with pytest.raises(FileNotFoundError):
        resources.read("grammars", "none.lark")


TEXT = (EXAMPLES / "rw.gsst").read_text("utf-8")
PROGRAM = (EXAMPLES / "programs" / "spinlock.m").read_text("utf-8")


class Parsing:
    """The parser, with a count of its calls."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, source: Source) -> AnyText:
        self.times += 1
        return parsed(source)


@pytest.fixture
def parse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Parsing:
    """A parser with an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Parsing()


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("cache/vsym/text.*"))


@pytest.mark.parametrize(("name", "text"), [("rw.gsst", TEXT), ("spinlock.m", PROGRAM)])
def test_a_text_is_parsed_once(name: str, text: str, parse: Parsing) -> None:
    source = Source(name, text)
    first, again = kept(source, parse), kept(source, parse)
    assert parse.times == 1
    assert first == again == parsed(source)
    assert first.at({}) == again.at({}) == parsed(source).at({})


def test_another_text_or_another_name_is_another_one(parse: Parsing, monkeypatch: pytest.MonkeyPatch) -> None:
    # All of them have the same place.
    monkeypatch.setattr(reading, "_PLACES", 1)
    changed = TEXT.replace("param writers = 2", "param writers = 3")
    assert changed != TEXT
    sources = [Source("rw.gsst", TEXT), Source("rw.gsst", changed), Source("other.gsst", TEXT), Source("rw.gsst", TEXT)]
    for source in sources:
        assert kept(source, parse) == parsed(source)
        assert kept(source, parse).source == source
    assert parse.times == len(sources)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:0],
        lambda content: content[:-1],
        lambda content: content[:-30] + bytes([content[-30] ^ 1]) + content[-29:],
        lambda content: bytes([content[0] ^ 1]) + content[1:],
    ],
)
def test_what_is_damaged_is_parsed_again(damage: Callable[[bytes], bytes], parse: Parsing, tmp_path: Path) -> None:
    source = Source("rw.gsst", TEXT)
    kept(source, parse)
    (file,) = _files(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert kept(source, parse) == parsed(source)
    assert parse.times == 2
    assert file.read_bytes() == whole


def test_another_version_of_the_package_believes_nothing(
    parse: Parsing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Source("rw.gsst", TEXT)
    kept(source, parse)
    grammar = tmp_path / "grammars" / "gsst.lark"
    grammar.parent.mkdir()
    grammar.write_text("", encoding="utf-8")
    monkeypatch.setattr(resources, "directory", lambda _: grammar.parent)
    for state in (1, 1, 2):
        os.utime(grammar, ns=(0, state))
        kept(source, parse)
    assert parse.times == 3


def test_errors_are_not_kept(parse: Parsing, tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(DiagnosticError):
            kept(Source("broken.gsst", "system a system"), parse)
    assert (parse.times, _files(tmp_path)) == (2, [])


def test_a_full_disk_is_no_error(parse: Parsing, tmp_path: Path) -> None:
    source = Source("rw.gsst", TEXT)
    kept(source, parse)
    (file,) = _files(tmp_path)
    file.unlink()
    # What is written first has a name with the number of the process behind.
    (begun := file.with_name(f"{file.name}.{os.getpid()}")).symlink_to("/dev/full")
    assert kept(source, parse) == parsed(source)
    assert not file.exists()
    assert not begun.is_symlink()


def test_commands_read_what_is_kept_and_load_no_parser(tmp_path: Path) -> None:
    arguments = ("check", "rw.gsst", "-q")
    runs = [program(*arguments, XDG_CACHE_HOME=str(tmp_path), PYTHONPROFILEIMPORTTIME="1") for _ in range(2)]
    assert runs[0].out == runs[1].out
    assert [re.search(r"\| +lark$", run.err, re.MULTILINE) is not None for run in runs] == [True, False]
