"""The base of all lexers: kinds of lexemes, and how Pygments asks for tokens.

The grammars of editors are made of the same words and lexemes by scripts/textmate.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Number, Operator, Punctuation, String, Whitespace, _TokenType

from vsym.languages.protocol import Token

KINDS: Mapping[str, _TokenType] = MappingProxyType(
    {
        "blank": Whitespace,
        "note": Comment.Special,
        "line_comment": Comment.Single,
        "comment": Comment.Multiline,
        "string": String,
        "number": Number.Integer,
        "bracket": Punctuation,
        "punctuation": Punctuation,
        "sign": Operator,
        "wrong": Error,
    }
)
"""The kinds of lexemes, by the names of the groups that match them; words are apart."""


def lexemes(shapes: Mapping[str, str]) -> re.Pattern[str]:
    """The expression that matches the next lexeme, in a group by its name: the first of these shapes that fits."""
    return re.compile("|".join(f"(?P<{name}>{shape})" for name, shape in shapes.items()), re.DOTALL)


class ModelLexer(Lexer):
    """Splits the text of a model into tokens whose values concatenate to it; text that is no lexeme is an Error
    token."""

    split: ClassVar[Callable[[str], Iterator[Token]]]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """The tokens with their offsets, as Pygments asks for them."""
        position = 0
        for kind, value in type(self).split(text):
            yield position, kind, value
            position += len(value)
