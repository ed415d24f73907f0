"""JSON documents as text, and the one that a command prints where it fails."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from vsym import __version__
from vsym.basics.source import Diagnostic, visible

if TYPE_CHECKING:
    from vsym.show.shapes import documents, failures

SCHEMA_VERSION: Literal[2] = 2
"""The version of the form of documents; it changes where a program that reads documents has to."""


def as_json(record: Mapping[str, object], *, one_line: bool = False) -> str:
    """A JSON document as text, on many lines or on one. Invisible characters become JSON escapes."""
    return visible(json.dumps(record, indent=None if one_line else 2, ensure_ascii=False)) + "\n"


def opening() -> documents.Opening:
    """The fields that every document begins with."""
    return {"schema_version": SCHEMA_VERSION, "vsym": __version__}


def failure(file: str | None, diagnostics: Sequence[Diagnostic], message: str) -> documents.FailureDocument:
    """The errors of a file, by their places; or the message alone, for a failure that is not about the file."""
    records = [diagnostic(one) for one in diagnostics] or [_record(None, None, (None, None), message, None)]
    return {**opening(), "file": file, "diagnostics": records}


def diagnostic(finding: Diagnostic) -> failures.Diagnostic:
    """The fields of a diagnostic; a source without text has no lines, and an option of the command line no file."""
    source = finding.span.source
    if source.text:
        place = source.position(finding.span.start)
        return _record(finding.code, source.name, place, finding.message, finding.hint)
    if source.is_file:
        return _record(finding.code, source.name, (None, None), finding.message, finding.hint)
    return _record(finding.code, None, (None, None), f"{source.name}: {finding.message}", finding.hint)


def _record(
    code: str | None, file: str | None, place: tuple[int | None, int | None], message: str, hint: str | None
) -> failures.Diagnostic:
    line, column = place
    return {"code": code, "file": file, "line": line, "column": column, "message": message, "hint": hint}
