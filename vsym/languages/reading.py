"""Reading the text of a model, in whatever language, from a file or from standard input."""

from __future__ import annotations

from typing import NoReturn

from vsym.basics import files
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span

FILE_BYTES = 1 << 20
"""How large a file may be."""


def read(path: str) -> Source:
    """The text at a path, or of standard input where the path is `-`; raises DiagnosticError where there is none."""
    return decoded(path, read_bytes(path))


def read_bytes(path: str) -> bytes:
    """What a file of sensible size holds (`-` is standard input); raises DiagnosticError where it cannot be read."""
    name = _name(path)
    try:
        return files.read(path, FILE_BYTES)
    except FileNotFoundError:
        _fail("VS101", name, "there is no such file", "is the path right?")
    except IsADirectoryError:
        _fail("VS101", name, "this is a directory", "name the `.gsst` file in it")
    except files.LargeFileError:
        hint = "loops, families and parameters keep models small"
        _fail("VS104", name, f"this has more than {FILE_BYTES:,} bytes", hint)
    except (OSError, ValueError) as error:
        _fail("VS101", name, f"this cannot be read: {getattr(error, 'strerror', None) or error}")


def decoded(path: str, content: bytes) -> Source:
    """The text that was read from a path, with plain line breaks; raises DiagnosticError where it is none."""
    name = _name(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _fail("VS102", name, f"this is not UTF-8 text: byte {error.start + 1} is wrong", "is it a model?")
    if "\0" in text:
        _fail("VS102", name, "this is not text: it has null characters in it", "is it a model?")
    return Source(name, text.replace("\r\n", "\n"))


def _name(path: str) -> str:
    return "<stdin>" if path == "-" else path


def _fail(code: str, name: str, message: str, hint: str | None = None) -> NoReturn:
    raise DiagnosticError([Diagnostic(code, Span(Source(name, ""), 0, 0), message, hint)])
