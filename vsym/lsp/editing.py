"""Changes of a text as editors send them: stretches between two places, or the whole text."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    start = 0
    if position.line:
        pieces = _LINE_BREAK.split(text, position.line) if "\r" in text else text.split("\n", position.line)
        if len(pieces) <= position.line:
            return len(text)
        start = len(text) - len(pieces[-1])
    following = _LINE_BREAK.search(text, start)
    return start + within(text[start : following.start() if following else len(text)], position.character, encoding)
