"""Formatting in tests: what a text becomes, and texts with more between their tokens than before."""

from __future__ import annotations

import random

from lark import Token

from vsym.basics.source import Source
from vsym.languages.gsst.formatting.format import formatted
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


_BETWEEN = (
    *(" ", "\t", "\n", "\n\n\n", "\n \n\t\n", "\r"),
    *("// c\n", "//c\n", "//\tc \n", "//\n", "///c\n", "\n// own\n", "\n\n  // one\n// two\n\n"),
    *(" /* c */ ", "/**/", "\n/* left */", "\n/* own */\n", "/* a */ /* b */", " /* x */ // y\n\n\n//z\n"),
    *("/* a\n   b */", "\n    /* a\n       b\n  c */\n", "\n\t/* q\t\n*/ /* r */"),
)


def scattered(text: str, seed: int, often: int) -> str:
    """The text with spaces, line breaks and comments at one of `often` of its token boundaries."""
    chosen = random.Random(seed)
    parts: list[str] = []
    last = 0
    for token in tokens(text):
        start = token.start_pos or 0
        between = chosen.choice(_BETWEEN) if chosen.randrange(often) == 0 else ""
        # After `/`, a comment would make `//` of it.
        parts += [text[last:start], between if text[start - 1 : start] != "/" else "", str(token)]
        last = token.end_pos or 0
    return "".join([*parts, text[last:], chosen.choice(["", *_BETWEEN])])
