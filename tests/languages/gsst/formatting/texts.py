"""Formatting in tests: what a text becomes, and its tokens."""

from __future__ import annotations

from lark import Token

from vsym.basics.source import Source
from vsym.languages.gsst.formatting import formatted
from vsym.languages.gsst.parse import parse_tree

FRAME = "system s\nstates N, T\ngroup R of 2\ngroup W of 2\ninit N\n"


def written(text: str) -> str:
    """A text formatted, which formatting once more leaves as it is."""
    once = formatted(Source("test.gsst", text))
    assert formatted(Source("test.gsst", once)) == once
    return once


def framed(declarations: str) -> str:
    """Declarations formatted behind a frame that is not shown."""
    text = written(FRAME + declarations)
    assert text.startswith(FRAME)
    return text[len(FRAME) :]


def tokens(text: str) -> list[Token]:
    """All tokens of a text, without the comments."""
    found = parse_tree(Source("test.gsst", text)).scan_values(lambda value: isinstance(value, Token))
    return sorted((token for token in found if isinstance(token, Token)), key=lambda token: token.start_pos or 0)
