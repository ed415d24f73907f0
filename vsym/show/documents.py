"""JSON documents as text, what they consist of, and the one that a command prints where it fails."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypeAlias

from vsym import __version__
from vsym.basics.source import Diagnostic, visible

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"
Record: TypeAlias = dict[str, Value]


SCHEMA_VERSION = 2
"""What every document says of its form; it changes where a program that reads documents has to."""


def as_json(record: Record, *, one_line: bool = False) -> str:
    """One JSON document, on many lines or on one; what is not visible is escaped, as JSON has it anyway."""
    return visible(json.dumps(record, indent=None if one_line else 2, ensure_ascii=False)) + "\n"


def failure(file: str | None, diagnostics: Sequence[Diagnostic], message: str) -> Record:
    """What is wrong with a file, by its places; or the message alone, of a failure that the file has no part in."""
    placeless: Value = {**dict.fromkeys(_FIELDS), "message": message}
    listed: list[Value] = [diagnostic(one) for one in diagnostics]
    return {"schema_version": SCHEMA_VERSION, "vsym": __version__, "file": file, "diagnostics": listed or [placeless]}


_FIELDS = ("code", "file", "line", "column", "message", "hint")


def diagnostic(found: Diagnostic) -> Value:
    """Its fields; a source without text has no lines, and an option of the command line no file."""
    source, message = found.span.source, found.message
    line, column = source.position(found.span.start) if source.text else (None, None)
    if not source.text and not source.is_file:
        return dict(zip(_FIELDS, (found.code, None, None, None, f"{source.name}: {message}", found.hint), strict=True))
    return dict(zip(_FIELDS, (found.code, source.name, line, column, message, found.hint), strict=True))
