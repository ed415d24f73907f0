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
"""The version of the form of documents; it changes where a program that reads documents has to."""


def as_json(record: Record, *, one_line: bool = False) -> str:
    """One JSON document, on many lines or on one; what is not visible is escaped, as JSON has it anyway."""
    return visible(json.dumps(record, indent=None if one_line else 2, ensure_ascii=False)) + "\n"


def opening(file: str | None) -> Record:
    """The fields that every document begins with."""
    return {"schema_version": SCHEMA_VERSION, "vsym": __version__, "file": file}


def failure(file: str | None, diagnostics: Sequence[Diagnostic], message: str) -> Record:
    """The errors of a file, by their places; or the message alone, of a failure that the file has no part in."""
    placeless: Value = {**dict.fromkeys(_FIELDS), "message": message}
    return {**opening(file), "diagnostics": [diagnostic(one) for one in diagnostics] or [placeless]}


_FIELDS = ("code", "file", "line", "column", "message", "hint")


def diagnostic(finding: Diagnostic) -> Value:
    """Its fields; a source without text has no lines, and an option of the command line no file."""
    source, message = finding.span.source, finding.message
    place: tuple[Value, Value, Value] = (source.name, None, None)
    if source.text:
        place = (source.name, *source.position(finding.span.start))
    elif not source.is_file:
        place, message = (None, None, None), f"{source.name}: {message}"
    return dict(zip(_FIELDS, (finding.code, *place, message, finding.hint), strict=True))
