"""The contents of a text: its outline, its foldable stretches, and the names for completion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from lsprotocol import types as lsp

from vsym.basics.source import Span
from vsym.languages.naming import Item, ItemKind, Kind
from vsym.lsp.document import Document


def symbols(document: Document) -> list[lsp.DocumentSymbol]:
    """The outline."""
    return [_symbol(document, item) for item in document.naming.items]


def _symbol(document: Document, item: Item) -> lsp.DocumentSymbol:
    title = " ".join(item.title.split()) or item.kind
    start = min(item.whole.start, item.place.start)
    whole = Span(document.source, start, max(item.whole.end, item.place.end))
    return lsp.DocumentSymbol(
        title,
        lsp.SymbolKind[_WORDS[item.kind]],
        document.places.range(whole),
        document.places.range(item.place),
        detail=item.kind,
        children=[_symbol(document, one) for one in item.inner],
    )


def folds(document: Document) -> list[lsp.FoldingRange]:
    """The stretches of several lines: declarations, and comments that follow each other."""
    position = document.source.position
    wholes = [item.whole for item in document.naming.all_items()]
    stretches = dict.fromkeys((position(one.start)[0] - 1, position(one.end)[0] - 1) for one in wholes)
    declared = [lsp.FoldingRange(first, last) for first, last in stretches if first < last]
    comments = [lsp.FoldingRange(*lines, kind=lsp.FoldingRangeKind.Comment) for lines in _comments(document)]
    return [*declared, *comments]


def _comments(document: Document) -> Iterator[tuple[int, int]]:
    """The first and last lines of comments with nothing before them on their line, consecutive ones together."""
    source, begun, reached = document.source, 0, -1
    for comment in document.comments():
        line, column = source.position(comment.start)
        if not source.line(line)[: column - 1].strip():
            if line > reached + 1:
                if begun < reached:
                    yield begun - 1, reached - 1
                begun = line
            reached, _ = source.position(comment.end)
    if begun < reached:
        yield begun - 1, reached - 1


_WORDS: Mapping[ItemKind, str] = MappingProxyType(
    {
        "system": "Module",
        "group": "Class",
        "type": "Struct",
        "field": "Field",
        "start": "Constructor",
        "rank": "Number",
        "repetition": "Namespace",
        **dict.fromkeys(("parameter", "constant"), "Constant"),
        **dict.fromkeys(("definition", "function", "procedure"), "Function"),
        **dict.fromkeys(("local state", "value"), "EnumMember"),
        **dict.fromkeys(("shared variable", "variable", "index", "alias"), "Variable"),
        **dict.fromkeys(("transition", "rule"), "Event"),
        **dict.fromkeys(("property", "lemma", "assumption"), "Property"),
        **dict.fromkeys(("fairness", "hint"), "Interface"),
    }
)


def _completed(kind: Kind) -> lsp.CompletionItemKind:
    return lsp.CompletionItemKind[_WORDS[kind]]


_NAMED_ALONE = ("system", "transition", "rule", "lemma")
"""The kinds of names that nothing else in a text uses."""


def completions(document: Document, offset: int) -> list[lsp.CompletionItem]:
    """The words that can be written at an offset: after a dot, the fields of records, and in a comment nothing."""
    if document.in_comment(offset):
        return []
    word = document.word(offset)
    start = offset if word is None else min(word.start, offset)
    before = document.source.text[max(0, start - 2) : start]
    if before.endswith(".") and before != "..":
        fields = {one.name for one in document.naming.names if one.kind == "field"}
        return [lsp.CompletionItem(name, kind=_completed("field"), detail="field") for name in sorted(fields)]
    items: dict[str, lsp.CompletionItem] = {}
    for one in document.naming.visible(offset):
        if one.kind not in _NAMED_ALONE:
            items.setdefault(one.name, lsp.CompletionItem(one.name, kind=_completed(one.kind), detail=one.kind))
    for text in document.language.vocabulary():
        items.setdefault(text, lsp.CompletionItem(text, kind=lsp.CompletionItemKind.Keyword))
    return [*items.values()]
