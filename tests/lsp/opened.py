"""Texts as the language server has them, without a server."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.languages.findings import Finding
from vsym.lsp import jobs
from vsym.lsp.document import Document
from vsym.lsp.jobs import Job, Symmetry, Verdicts

EVERY = sorted(one for suffix in ("gsst", "m", "sys", "pp", "ta") for one in EXAMPLES.rglob(f"*.{suffix}"))


def opened(text: str, file: str = "model.gsst", before: Document | None = None) -> Document:
    """A text, and the one before it."""
    return Document.of(f"file:///models/{file}", "", 1, text, "utf-16") if before is None else before.changed(2, text)


def example(name: str) -> Document:
    """One of the examples."""
    return opened((EXAMPLES / name).read_text(encoding="utf-8"), Path(name).name)


def found(document: Document) -> tuple[Finding, ...]:
    """The findings in a text."""
    return jobs.findings(Job("findings", document.source), Budget())


def decided(document: Document) -> Symmetry:
    """The symmetry of a text."""
    return jobs.symmetry(Job("symmetry", document.source), Budget())


def checked(document: Document, start: int, end: int) -> Verdicts:
    """The verdicts on the properties in a stretch of a text."""
    return jobs.verdicts(Job("verdicts", document.source, start=start, end=end), Budget())


def applied(document: Document, edit: lsp.WorkspaceEdit | None) -> str:
    """The text with some changes."""
    assert edit is not None
    assert edit.changes is not None
    edits = edit.changes[document.uri]
    places, text = document.places, document.source.text
    for one in sorted(edits, key=lambda one: places.offset(one.range.start), reverse=True):
        text = text[: places.offset(one.range.start)] + one.new_text + text[places.offset(one.range.end) :]
    return text
