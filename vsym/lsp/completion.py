"""What can be written at a place: the names that are visible there, and the words of the language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from lsprotocol import types as lsp

from vsym.languages.naming import Kind
from vsym.lsp.document import Document

_K = lsp.CompletionItemKind

_KINDS: Mapping[Kind, lsp.CompletionItemKind] = MappingProxyType(
    {
        "system": _K.Module,
        "parameter": _K.Constant,
        "constant": _K.Constant,
        "definition": _K.Function,
        "local state": _K.EnumMember,
        "group": _K.Class,
        "shared variable": _K.Variable,
        "variable": _K.Variable,
        "value": _K.EnumMember,
        "type": _K.Struct,
        "field": _K.Field,
        "index": _K.Variable,
        "alias": _K.Variable,
        "function": _K.Function,
        "procedure": _K.Function,
        "transition": _K.Event,
        "rule": _K.Event,
        "property": _K.Property,
        "lemma": _K.Property,
    }
)

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
        return [lsp.CompletionItem(name, kind=_K.Field, detail="field") for name in sorted(fields)]
    found: dict[str, lsp.CompletionItem] = {}
    for one in document.naming.visible(offset):
        if one.kind not in _NAMED_ALONE:
            found.setdefault(one.name, lsp.CompletionItem(one.name, kind=_KINDS[one.kind], detail=one.kind))
    for text in document.language.vocabulary():
        found.setdefault(text, lsp.CompletionItem(text, kind=_K.Keyword))
    return [*found.values()]
