"""Formatting in tests: what a text becomes, and its tokens."""

from __future__ import annotations

from lark import Token

from vsym.basics.source import Source
from vsym.languages.murphi.formatting import formatted
from vsym.languages.murphi.parse import parse_tree


def written(text: str) -> str:
    """A text formatted, which formatting once more leaves as it is."""
    once = formatted(Source("test.m", text))
    assert formatted(Source("test.m", once)) == once
    return once


def tokens(text: str) -> list[Token]:
    """All tokens of a text, without the comments."""
    found = parse_tree(Source("test.m", text)).scan_values(lambda value: isinstance(value, Token))
    return sorted((token for token in found if isinstance(token, Token)), key=lambda token: token.start_pos or 0)
