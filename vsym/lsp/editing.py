"""Changes of a text as editors send them: stretches between two places, or the whole text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from lsprotocol import types as lsp

from vsym.lsp.positions import within

_LINE_BREAK = re.compile(r"\r\n?|\n")


def changed(text: str, changes: Sequence[lsp.TextDocumentContentChangeEvent], encoding: str) -> str:
    """The text after some changes, one after the other. Line ends stay, since editors count by them."""
    for change in changes:
        if isinstance(change, lsp.TextDocumentContentChangeWholeDocument):
            text = change.text
        else:
            start = end = _offset(text, change.range.start, encoding)
            if change.range.end != change.range.start:
                end = max(start, _offset(text, change.range.end, encoding))
            text = text[:start] + change.text + text[end:]
    return text


def _offset(text: str, position: lsp.Position, encoding: str) -> int:
    """The offset of a place, at the end of its line or of the text where these are shorter."""
    start = _line_start(text, position.line)
    if start is None:
        return len(text)
    following = _LINE_BREAK.search(text, start)
    return start + within(text[start : following.start() if following else len(text)], position.character, encoding)


def _line_start(text: str, line: int) -> int | None:
    """Where a line begins; None where there are less."""
    if line == 0:
        return 0
    if "\r" in text:
        last = next(islice(_LINE_BREAK.finditer(text), line - 1, None), None)
        return None if last is None else last.end()
    start = 0
    for _ in range(line):
        start = text.find("\n", start) + 1
        if start == 0:
            return None
    return start
