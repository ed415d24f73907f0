"""What can be read of a broken text: the declarations in which an error is found are left out."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from vsym.basics.source import Diagnostic, DiagnosticError, Source

FileT = TypeVar("FileT")

_ATTEMPTS = 6
_ENDLESS = "VS106"
"""The code of a comment or string that has no end."""


def recovered(
    source: Source,
    parse: Callable[[Source], tuple[FileT | None, bool]],
    declarations: Callable[[Source], Sequence[int]],
) -> tuple[FileT | None, bool]:
    """What `parse` makes of the text, and whether that is the whole text, without the declarations for which it raises
    DiagnosticError, all else in its place; None where there is nothing left, or no end of errors. `declarations` says
    where declarations begin.

    Raises what `parse` raises but for DiagnosticError.
    """
    text = source.text
    for _ in range(_ATTEMPTS):
        known = Source(source.name, text)
        try:
            file, whole = parse(known)
        except DiagnosticError as error:
            rest = text
            for found in error.diagnostics:
                rest = _without(rest, found, known, declarations)
        else:
            return file, whole and text == source.text
        if rest == text or not rest.strip():
            return None, False
        text = rest
    return None, False


def _without(text: str, found: Diagnostic, source: Source, declarations: Callable[[Source], Sequence[int]]) -> str:
    """The text with spaces in place of the declaration that an error is in."""
    failed = found.span.start
    if found.code == _ENDLESS:
        return _blanked(text, failed, len(text))
    try:
        starts = declarations(source)
    except DiagnosticError:
        return text
    begins = bisect.bisect_right(starts, failed) - 1
    if begins > 0 and starts[begins] == failed and not text[starts[begins - 1] : failed].isspace():
        # A word that begins the next declaration comes too soon for the one before it.
        begins -= 1
    start = starts[begins] if begins >= 0 else 0
    end = starts[begins + 1] if begins + 1 < len(starts) else len(text)
    return _blanked(text, start, end)


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
