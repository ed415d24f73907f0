"""How words that are case-blind are spelled."""

from __future__ import annotations

from lark import Token

from vsym.languages.murphi.words import KEYWORDS, TRUTHS


def spelling(token: Token) -> str:
    """A token in the one spelling: keywords, `true` and `false` without capitals."""
    text = str(token)
    word = text.lower()
    return word if word in TRUTHS or (word in KEYWORDS and token.type != "NAME") else text
