"""What stands in a text: its outline, and what of it can be folded away."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from vsym.basics.source import Span
from vsym.languages.naming import Item
from vsym.lsp.document import Document
from vsym.lsp.kinds import outlined


def symbols(document: Document) -> list[lsp.DocumentSymbol]:
    """The outline."""
    return [_symbol(document, item) for item in document.naming.items]


def _symbol(document: Document, item: Item) -> lsp.DocumentSymbol:
    title = " ".join(item.title.split()) or item.kind
    start = min(item.whole.start, item.place.start)
    whole = Span(document.source, start, max(item.whole.end, item.place.end))
    return lsp.DocumentSymbol(
        title,
        outlined(item.kind),
        document.places.range(whole),
        document.places.range(item.place),
        detail=item.kind,
        children=[_symbol(document, one) for one in item.inner],
    )


def folds(document: Document) -> list[lsp.FoldingRange]:
    """What takes several lines: declarations, and comments that follow each other."""
    found = dict.fromkeys(_lines(document, item.whole) for item in document.naming.all_items())
    declared = [lsp.FoldingRange(first, last) for first, last in found if first < last]
    comments = [lsp.FoldingRange(*lines, kind=lsp.FoldingRangeKind.Comment) for lines in _comments(document)]
    return [*declared, *comments]


def _lines(document: Document, span: Span) -> tuple[int, int]:
    (first, _), (last, _) = document.source.position(span.start), document.source.position(span.end)
    return first - 1, last - 1


def _comments(document: Document) -> Iterator[tuple[int, int]]:
    """The first and last lines of comments that nothing stands before, those together that follow each other."""
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
