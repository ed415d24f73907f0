"""Errors and warnings of a text, as editors show them, and their fixes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, ModelWarning, Source, Span


@frozen
class Finding:
    """An error or a warning at a stretch of the text, by its offsets; `code` is a code of the handbook, or the kind of
    a warning."""

    code: str
    start: int
    end: int
    message: str
    hint: str | None = None
    warning: bool = False


def of_errors(diagnostics: Iterable[Diagnostic], name: str) -> Iterator[Finding]:
    """Errors in the text of a name; errors elsewhere, for instance in options, stand at its beginning."""
    for one in diagnostics:
        inside = one.span.source.name == name
        start, end = (one.span.start, one.span.end) if inside else (0, 0)
        yield Finding(one.code, start, end, one.message, one.hint)


def of_warnings(warnings: Iterable[ModelWarning]) -> Iterator[Finding]:
    """Warnings of a model."""
    for one in warnings:
        start, end = (0, 0) if one.span is None else (one.span.start, one.span.end)
        yield Finding(one.kind, start, end, one.message, warning=True)


@frozen
class Fix:
    """A text to be written in place of a stretch."""

    title: str
    span: Span
    text: str


_MEANT = re.compile(r"did you mean `(?P<meant>[^`]*)`\?")
_SIGN = re.compile(r"(?:write|is written) `(?:\w+ )?(?P<sign>:=|[^\w`\s]{1,3})[ `]")
_FOREIGN = re.compile(r"\+=|-=|<-|==|&&|/\\|\|\||\\/|<>|=>|=|'|~|(?<![\w`])(?:mod|div|and|or|not)(?!\w)")
_QUOTED = re.compile(r"`([^`]*)`")


def fix(source: Source, one: Finding) -> Fix | None:
    """The fix that a hint names; None where the hint is no mere replacement."""
    if one.hint is None:
        return None
    meant = _MEANT.search(one.hint)
    if meant is not None:
        return _renamed(source, one, meant["meant"])
    sign = _SIGN.search(one.hint)
    return None if sign is None else _replaced(source, one, sign["sign"])


def _renamed(source: Source, one: Finding, meant: str) -> Fix | None:
    """Another word for the one that the message names."""
    text = source.text
    for word in _QUOTED.findall(one.message):
        place = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)").search(text, one.start, one.end) if word else None
        if place is not None and word != meant:
            span = Span(source, place.start(), place.end())
            return Fix(f"Write `{meant}` instead of `{word}`", span, meant)
    return None


def _replaced(source: Source, one: Finding, sign: str) -> Fix | None:
    """Another sign for the one that stands there by habit."""
    text = source.text
    line_start = text.rfind("\n", 0, one.start) + 1
    near = [match for match in _FOREIGN.finditer(text, line_start, one.start + 3) if match.start() <= one.start]
    # The parser may stop at the sign, inside it, or at the next token.
    if not near or text[near[-1].end() : one.start].strip():
        return None
    wrong = near[-1].group()
    if wrong in ("+=", "-=", sign):
        return None
    span = Span(source, near[-1].start(), near[-1].end())
    return Fix(f"Write `{sign}` instead of `{wrong}`", span, sign)
