"""What is wrong with a text, as editors show it, and how it can be put right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types as lsp

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, ModelWarning, Span
from vsym.lsp.document import Document


@frozen
class Finding:
    """An error or a warning at a stretch of the text, by its offsets; `code` is that of the handbook, or of what kind
    a warning is."""

    code: str
    start: int
    end: int
    message: str
    hint: str | None = None
    warning: bool = False


def of_errors(found: Iterable[Diagnostic], name: str) -> Iterator[Finding]:
    """Errors in the text of a name; those elsewhere, as there are none with options, stand at its beginning."""
    for one in found:
        inside = one.span.source.name == name
        start, end = (one.span.start, one.span.end) if inside else (0, 0)
        yield Finding(one.code, start, end, one.message, one.hint)


def of_warnings(found: Iterable[ModelWarning]) -> Iterator[Finding]:
    """Warnings of a model."""
    for one in found:
        start, end = (0, 0) if one.span is None else (one.span.start, one.span.end)
        yield Finding(one.kind, start, end, one.message, warning=True)


def shown(document: Document, found: Sequence[Finding]) -> list[lsp.Diagnostic]:
    """What an editor marks; a stretch of several lines is marked in its first one alone."""
    return [
        lsp.Diagnostic(
            document.places.range(_marked(document, one)),
            one.message if one.hint is None else f"{one.message}\nhint: {one.hint}",
            severity=lsp.DiagnosticSeverity.Warning if one.warning else lsp.DiagnosticSeverity.Error,
            code=one.code,
            source="vsym",
            tags=[lsp.DiagnosticTag.Unnecessary] if one.code.startswith("unused") else None,
        )
        for one in found
    ]


def _marked(document: Document, one: Finding) -> Span:
    text = document.source.text
    start = min(one.start, len(text))
    line_end = text.find("\n", start)
    end = min(max(one.end, start + 1), len(text) if line_end < 0 else max(line_end, start))
    return Span(document.source, start, end)


@frozen
class Fix:
    """What to write in place of a stretch."""

    title: str
    span: Span
    text: str


_MEANT = re.compile(r"did you mean `(?P<meant>[^`]*)`\?")
_SIGN = re.compile(r"(?:write|is written) `(?:\w+ )?(?P<sign>:=|[^\w`\s]{1,3})[ `]")
_FOREIGN = re.compile(r"\+=|-=|<-|==|&&|/\\|\|\||\\/|<>|=>|=|'|~|(?<![\w`])(?:mod|div|and|or|not)(?!\w)")
_QUOTED = re.compile(r"`([^`]*)`")


def fix(document: Document, one: Finding) -> Fix | None:
    """How a hint can be followed; None where it says more than what to write."""
    if one.hint is None:
        return None
    meant = _MEANT.search(one.hint)
    if meant is not None:
        return _renamed(document, one, meant["meant"])
    sign = _SIGN.search(one.hint)
    return None if sign is None else _replaced(document, one, sign["sign"])


def _renamed(document: Document, one: Finding, meant: str) -> Fix | None:
    """Another word for the one that the message names."""
    text = document.source.text
    for word in _QUOTED.findall(one.message):
        found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)").search(text, one.start, one.end) if word else None
        if found is not None and word != meant:
            span = Span(document.source, found.start(), found.end())
            return Fix(f"Write `{meant}` instead of `{word}`", span, meant)
    return None


def _replaced(document: Document, one: Finding, sign: str) -> Fix | None:
    """Another sign for the one that stands there by habit."""
    text = document.source.text
    line_start = text.rfind("\n", 0, one.start) + 1
    near = [found for found in _FOREIGN.finditer(text, line_start, one.start + 3) if found.start() <= one.start]
    # The parser may stop at the sign, inside it, or at what follows it.
    if not near or text[near[-1].end() : one.start].strip():
        return None
    wrong = near[-1].group()
    if wrong in ("+=", "-=", sign):
        return None
    span = Span(document.source, near[-1].start(), near[-1].end())
    return Fix(f"Write `{sign}` instead of `{wrong}`", span, sign)


def actions(document: Document, found: Sequence[Finding], start: int, end: int) -> list[lsp.CodeAction]:
    """The fixes of what is found in a stretch, and how more is said of it."""
    known: list[lsp.CodeAction] = []
    for one, diagnostic in zip(found, shown(document, found), strict=True):
        if one.start > end or max(one.end, one.start) < start:
            continue
        fixed = fix(document, one)
        if fixed is not None:
            edit = lsp.TextEdit(document.places.range(fixed.span), fixed.text)
            known.append(
                lsp.CodeAction(
                    fixed.title,
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[diagnostic],
                    is_preferred=True,
                    edit=lsp.WorkspaceEdit({document.uri: [edit]}),
                )
            )
    return known
