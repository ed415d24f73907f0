"""What can be written at a place: the names that are visible there, and the words of the language."""

from __future__ import annotations

from lsprotocol import types as lsp

from vsym.lsp.document import Document
from vsym.lsp.kinds import completed

_NAMED_ALONE = ("system", "transition", "rule", "lemma")
"""What nothing else in a text names."""


def completions(document: Document, offset: int) -> list[lsp.CompletionItem]:
    """What can be written at an offset: after a dot, the fields of records, and in a comment nothing."""
    if document.in_comment(offset):
        return []
    word = document.word(offset)
    start = offset if word is None else min(word.start, offset)
    before = document.source.text[max(0, start - 2) : start]
    if before.endswith(".") and before != "..":
        fields = {one.name for one in document.naming.names if one.kind == "field"}
        return [lsp.CompletionItem(name, kind=completed("field"), detail="field") for name in sorted(fields)]
    found: dict[str, lsp.CompletionItem] = {}
    for one in document.naming.visible(offset):
        if one.kind not in _NAMED_ALONE:
            found.setdefault(one.name, lsp.CompletionItem(one.name, kind=completed(one.kind), detail=one.kind))
    for text in document.language.vocabulary():
        found.setdefault(text, lsp.CompletionItem(text, kind=lsp.CompletionItemKind.Keyword))
    return [*found.values()]
