"""What can be read of a broken text, and all that is wrong with it."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from lark.exceptions import UnexpectedInput

from vsym.basics.source import Diagnostic, DiagnosticError, Source
from vsym.languages.findings import fix, of_errors

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


def errors_of_syntax(
    source: Source,
    starts: Sequence[int],
    parse: Callable[[str, int], object],
    explain: Callable[[UnexpectedInput], Diagnostic],
    follows: Callable[[UnexpectedInput], bool],
    most: int,
) -> list[Diagnostic]:
    """Up to `most` errors of syntax, in order: after each, parsing goes on as if its hint had been followed, where that
    takes no more room, else with the next declaration.

    `starts` are the offsets of declarations, `parse` reads a text from one of them on and raises UnexpectedInput, which
    `explain` explains; one that `follows` from an error before is left out. Raises what `parse` raises otherwise.
    """
    found: dict[int, Diagnostic] = {}
    text, start = source.text, 0
    while len(found) < most:
        try:
            parse(text, start)
        except UnexpectedInput as error:
            one, new = explain(error), not (found and follows(error))
        else:
            break
        failed = one.span.start
        if new and failed not in found:
            found[failed] = one
            meant = _as_meant(source, one, text)
            if meant is not None:
                text = meant
                continue
        following = bisect.bisect_left(starts, max(failed, start + 1))
        if following == len(starts):
            break
        start = starts[following]
    return list(found.values())


def _as_meant(source: Source, one: Diagnostic, text: str) -> str | None:
    """The text in which a hint is followed, with all else in its place; None where that takes more room."""
    [finding] = of_errors([one], source.name)
    known = fix(source, finding)
    if known is None or len(known.text) > known.span.end - known.span.start:
        return None
    return text[: known.span.start] + known.text.ljust(known.span.end - known.span.start) + text[known.span.end :]
