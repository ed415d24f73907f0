"""Errors of a text with their fixes, and the verdicts above its declarations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lsprotocol import types as lsp

from vsym.basics.numbers import plural
from vsym.basics.source import Span
from vsym.languages.findings import Finding, fix
from vsym.languages.naming import Item
from vsym.lsp.document import Document
from vsym.lsp.jobs import Symmetry
from vsym.lsp.workspace import Sheet


def shown(document: Document, findings: Sequence[Finding]) -> list[lsp.Diagnostic]:
    """The marks of an editor; a stretch of several lines is marked in its first one alone."""
    return [
        lsp.Diagnostic(
            document.places.range(_marked(document, one)),
            one.message if one.hint is None else f"{one.message}\nhint: {one.hint}",
            severity=lsp.DiagnosticSeverity.Warning if one.warning else lsp.DiagnosticSeverity.Error,
            code=one.code,
            source="vsym",
            tags=[lsp.DiagnosticTag.Unnecessary] if one.code.startswith("unused") else None,
        )
        for one in findings
    ]


def _marked(document: Document, one: Finding) -> Span:
    text = document.source.text
    start = min(one.start, len(text))
    line_end = text.find("\n", start)
    end = min(max(one.end, start + 1), len(text) if line_end < 0 else max(line_end, start))
    return Span(document.source, start, end)


def actions(document: Document, findings: Sequence[Finding], start: int, end: int) -> list[lsp.CodeAction]:
    """The quick fixes of the findings in a stretch."""
    actions: list[lsp.CodeAction] = []
    for one, diagnostic in zip(findings, shown(document, findings), strict=True):
        if one.start > end or max(one.end, one.start) < start:
            continue
        fixed = fix(document.source, one)
        if fixed is not None:
            edit = lsp.WorkspaceEdit({document.uri: [lsp.TextEdit(document.places.range(fixed.span), fixed.text)]})
            quick = lsp.CodeActionKind.QuickFix
            actions.append(lsp.CodeAction(fixed.title, quick, [diagnostic], is_preferred=True, edit=edit))
    return actions


CHECK, WITNESS = "vsym.check", "vsym.witness"
"""The commands that lenses offer."""

_SYMMETRIC = re.compile(r"\b(?:scalarset|ringset)\b", re.IGNORECASE)


def lenses(sheet: Sheet) -> list[lsp.CodeLens]:
    """The lenses: one for each transition, or rule of a program with scalarsets or ringsets, which `resolved` fills in;
    one for each property, and one for all properties."""
    document = sheet.document
    items = [*document.names.all_items()]
    symmetric = bool(_SYMMETRIC.search(document.source.text))
    lenses = []
    for item in items:
        if item.kind == "transition" or (item.kind == "rule" and symmetric):
            data = {"uri": document.uri, "version": document.version, "start": item.whole.start, "end": item.whole.end}
            lenses.append(lsp.CodeLens(document.places.range(_head(item)), data=data))
    properties = [item for item in items if item.kind == "property"]
    lenses += [_property(sheet, item) for item in properties]
    if properties:
        top = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        title = f"check {plural(len(properties), 'property', 'properties')}"
        command = lsp.Command(title, CHECK, arguments=[document.uri, 0, len(document.source.text)])
        lenses.insert(0, lsp.CodeLens(top, command))
    return lenses


def resolved(lens: lsp.CodeLens, document: Document, symmetry: Symmetry) -> lsp.CodeLens:
    """The lens of a transition or a rule with the verdict on its symmetry."""
    data: Any = lens.data
    relation = symmetry.inside(Span(document.source, data["start"], data["end"]))
    if relation is None:
        command = lsp.Command(symmetry.reason or "never enabled", "")
    elif relation.verdict == "broken":
        command = lsp.Command("broken: show witness", WITNESS, arguments=[data["uri"], data["start"], data["end"]])
    else:
        command = lsp.Command(relation.verdict, "")
    return lsp.CodeLens(lens.range, command, data)


def _property(sheet: Sheet, item: Item) -> lsp.CodeLens:
    start, end = item.whole.start, item.whole.end
    said = sorted({one.outcome for one in sheet.verdicts.values() if start <= one.start < end})
    title = f"{' · '.join(said)} – check again" if said else "check"
    command = lsp.Command(title, CHECK, arguments=[sheet.document.uri, start, end])
    return lsp.CodeLens(sheet.document.places.range(_head(item)), command)


def _head(item: Item) -> Span:
    """The beginning of the declaration; its lines may be many."""
    return Span(item.whole.source, item.whole.start, min(item.whole.end, item.whole.start + 1))
