"""Texts with more between their tokens than before, and values without the places in them."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass

from hypothesis import strategies as st
from lark import Token

from vsym.basics.source import Span

BETWEEN = (
    *(" ", "\t", "\n", "\n\n\n", "\n \n\t\n", "\r"),
    *("// c\n", "//c\n", "//\tc \n", "//\n", "///c\n", "\n// own\n", "\n\n  // one\n// two\n\n"),
    *(" /* c */ ", "/**/", "\n/* left */", "\n/* own */\n", "/* a */ /* b */", " /* x */ // y\n\n\n//z\n"),
    *("/* a\n   b */", "\n    /* a\n       b\n  c */\n", "\n\t/* q\t\n*/ /* r */"),
)
"""Spaces, line breaks and comments."""


def scattered(text: str, tokens: Sequence[Token], seed: int, often: int, line: str = "//") -> str:
    """The text with spaces, line breaks and comments at one of `often` of its token boundaries; `line` begins a comment
    that ends with its line."""
    chosen = random.Random(seed)
    between = [one.replace("//", line) for one in BETWEEN]
    parts: list[str] = []
    last = 0
    for token in tokens:
        start = token.start_pos or 0
        more = chosen.choice(between) if chosen.randrange(often) == 0 else ""
        # After `/` or `-`, a comment would be another one.
        parts += [text[last:start], more if text[start - 1 : start] not in ("/", "-") else "", str(token)]
        last = token.end_pos or 0
    return "".join([*parts, text[last:], chosen.choice(["", *between])])


_PIECE = re.compile(r"--[^\n]*|\"[^\"\n]*\"|\w+|:=|==>|->|\.\.|\s+|.", re.DOTALL)


def pieces(text: str) -> list[str]:
    """The words, signs and spaces of a text in any language."""
    return _PIECE.findall(text)


@st.composite
def mutated(draw: st.DrawFn, texts: Sequence[str], fragments: Sequence[str]) -> str:
    """One of some texts with pieces taken out, exchanged, or put in; perhaps it ends too soon."""
    parts = pieces(draw(st.sampled_from(texts)))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(["out", "in", "other", "own", "end"])):
            case "out" if len(parts) > 1:
                del parts[place]
            case "in":
                parts.insert(place, f" {draw(st.sampled_from(fragments))} ")
            case "other":
                parts[place] = draw(st.sampled_from(fragments))
            case "end" if place:
                del parts[place:]
            case _:
                parts[place] = draw(st.sampled_from(parts))
    return "".join(parts)


def placeless(value: object, left_out: str = "span") -> object:
    """A value without the places in it."""
    if isinstance(value, Span):
        return None
    if isinstance(value, tuple):
        return tuple(placeless(part, left_out) for part in value)
    if is_dataclass(value):
        kept = [getattr(value, one.name) for one in fields(value) if one.name != left_out]
        return (type(value).__name__, *(placeless(part, left_out) for part in kept))
    return value
