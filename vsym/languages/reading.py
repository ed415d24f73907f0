"""Reads the text of a model in any language, from a file or from standard input, and keeps the parsed text between
runs, so that it is not parsed again.

Parsing, with the modules that it loads, is a quarter of a short run. A kept text is used only if it is undamaged, and
for the same source under the same name, read by the same files of this package.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn, cast

from vsym.basics import files, resources
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.models.text import AnyText

FILE_BYTES = 1 << 20
"""The largest number of bytes of a file."""


def read(path: str) -> Source:
    """The text at a path, or of standard input where the path is `-`; raises DiagnosticError where there is none."""
    return decoded(path, read_bytes(path))


def read_bytes(path: str) -> bytes:
    """The content of a file of sensible size (`-` is standard input); raises DiagnosticError where it cannot be
    read."""
    name = _name(path)
    try:
        return files.read(path, FILE_BYTES)
    except FileNotFoundError:
        _fail("VS101", name, "there is no such file", "is the path right?")
    except IsADirectoryError:
        _fail("VS101", name, "this is a directory", "name the `.gsst` file in it")
    except files.LargeFileError:
        hint = "loops, families and parameters keep models small"
        _fail("VS104", name, f"the file has more than {FILE_BYTES:,} bytes", hint)
    except (OSError, ValueError) as error:
        _fail("VS101", name, f"the file cannot be read: {getattr(error, 'strerror', None) or error}")


def decoded(path: str, content: bytes) -> Source:
    """The text that was read from a path, with plain line breaks; raises DiagnosticError where the content is not
    text."""
    name = _name(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _fail("VS102", name, f"this is not UTF-8 text: byte {error.start + 1} is wrong", "is it a model?")
    if "\0" in text:
        _fail("VS102", name, "this is not text: it contains null characters", "is it a model?")
    return Source(name, text.replace("\r\n", "\n"))


def _name(path: str) -> str:
    return "<stdin>" if path == "-" else path


def _fail(code: str, name: str, message: str, hint: str | None = None) -> NoReturn:
    raise DiagnosticError([Diagnostic(code, Span(Source(name, ""), 0, 0), message, hint)])


_PLACES = 64
"""The number of places for kept texts; a text replaces another one in its place."""

_CHECK = 4
"""The bytes of a checksum."""


def kept(source: Source, parse: Callable[[Source], AnyText]) -> AnyText:
    """The result of `parse` for a source, from the cache if it is there; raises what `parse` raises."""
    number = zlib.crc32(_encoded(f"{source.name}\n{source.text}")) % _PLACES
    place = resources.cache_file(f"text.{number}")
    if place is None:
        return parse(source)
    state = "\n".join(sorted(_files()))
    # The kept text depends on the source, and on the files that say how it is read and which values it consists of.
    key = _encoded(f"{state}\n{len(source.name)} {len(source.text)}\n{source.name}\n{source.text}\n")
    with contextlib.suppress(OSError):
        content = Path(place).read_bytes()
        if content[_CHECK:].startswith(key) and content[:_CHECK] == _checksum(content[_CHECK:]):
            return cast(AnyText, pickle.loads(content[_CHECK + len(key) :]))
    text = parse(source)
    # A text that nests too deep for pickle is parsed each time.
    with contextlib.suppress(OSError, RecursionError):
        _keep(place, key + pickle.dumps(text, pickle.HIGHEST_PROTOCOL))
    return text


def _encoded(text: str) -> bytes:
    """The bytes of a text. Names of files may contain surrogates, for bytes that are not UTF-8."""
    return text.encode("utf-8", "surrogatepass")


def _files() -> Iterator[str]:
    """The path, size and modification time of each file that decides how a text is read.

    Python recognises stale bytecode by the same size and time.
    """
    package = Path(__file__).parents[1]
    folders = [resources.directory("grammars"), *(package / name for name in ("basics", "languages", "models"))]
    left = [str(folder) for folder in folders]
    while left:
        with os.scandir(left.pop()) as entries:
            for entry in entries:
                if not entry.is_dir():
                    state = entry.stat()
                    yield f"{entry.path} {state.st_size} {state.st_mtime_ns}"
                elif entry.name != "__pycache__":
                    left.append(entry.path)


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(_CHECK, "big")


def _keep(place: str, content: bytes) -> None:
    """Write a file atomically: it is whole or absent, also where other processes write it."""
    begun = Path(f"{place}.{os.getpid()}")
    try:
        begun.write_bytes(_checksum(content) + content)
        begun.replace(place)
    except OSError:
        begun.unlink(missing_ok=True)
        raise
