"""What is wrong with a text and how it can be put right, as the protocol has it."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types as lsp

from vsym.basics.source import Span
from vsym.languages.findings import Finding, fix
from vsym.lsp.document import Document


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


def actions(document: Document, found: Sequence[Finding], start: int, end: int) -> list[lsp.CodeAction]:
    """The fixes of what is found in a stretch, and how more is said of it."""
    known: list[lsp.CodeAction] = []
    for one, diagnostic in zip(found, shown(document, found), strict=True):
        if one.start > end or max(one.end, one.start) < start:
            continue
        fixed = fix(document.source, one)
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
