"""A Pygments lexer for the language, which Pygments finds by the name `systems`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace, _TokenType

from vsym.languages.protocol import Token

DECLARATIONS = ("system", "param", "var", "domain", "init", "event", "ctl", "ltl", "invariant", "fairness")
"""The words that a declaration begins with."""

_RESERVED = MappingProxyType(
    {
        **dict.fromkeys(DECLARATIONS, Keyword.Declaration),
        **dict.fromkeys(("if", "then", "else", "do", "error"), Keyword),
        **dict.fromkeys(("and", "or", "not", "AX", "EX", "AF", "EF", "AG", "EG"), Operator.Word),
        **dict.fromkeys(("true", "false", "deadlock"), Keyword.Constant),
        "bool": Keyword.Type,
    }
)

WORDS = tuple(_RESERVED)
"""Every reserved word."""

_KINDS = MappingProxyType(
    {
        "blank": Whitespace,
        "line_comment": Comment.Single,
        "comment": Comment.Multiline,
        "string": String,
        "number": Number.Integer,
        "punctuation": Punctuation,
        "sign": Operator,
        "wrong": Error,
    }
)

_LEXEME = re.compile(
    r"(?P<blank>\s+)"
    r"|(?P<line_comment>//[^\n]*)"
    r"|(?P<comment>/\*[^*]*\*+(?:[^*/][^*]*\*+)*/)"
    r"|(?P<string>\"[^\"\n]*\")"
    r"|(?P<word>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<sign><->|->|:=|<=|>=|!=|[→↔∧∨¬≤≥≠=<>!&|+\-*/%])"
    r"|(?P<punctuation>\.\.|[][(){},:])"
    r"|(?P<wrong>.)",
    re.DOTALL,
)


class SystemLexer(Lexer):
    """Splits the text of a model into tokens whose values concatenate to it; what is no lexeme is an Error token."""

    name = "vsym system"
    aliases: ClassVar[list[str]] = ["systems"]
    filenames: ClassVar[list[str]] = ["*.sys"]
    mimetypes: ClassVar[list[str]] = ["text/x-systems"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """The tokens with their offsets, as Pygments asks for them."""
        position = 0
        for kind, value in tokens(text):
            yield position, kind, value
            position += len(value)


def tokens(text: str, *, formula: bool = False) -> Iterator[Token]:
    """The tokens of a model's text, or of a single temporal formula, in which some letters are operators."""
    temporal, last = formula, ""
    for found in _LEXEME.finditer(text):
        value, lexeme = found.group(), found.lastgroup or "wrong"
        kind = _KINDS.get(lexeme, Name)
        if lexeme == "word":
            kind = _RESERVED.get(value, Name.Function if last in ("ctl", "ltl", "invariant") else Name)
            if kind is Keyword.Declaration:
                temporal = value in ("ctl", "ltl")
            elif value in "AEFGRUWX" and temporal and kind is Name:
                kind = Operator.Word
        yield kind, value
        last = last if lexeme == "blank" else value
