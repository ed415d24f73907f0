"""A Pygments lexer for the language, which Pygments finds by the name `systems`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import ClassVar

from pygments.token import Keyword, Name, Operator

from vsym.languages.highlighting import KINDS, ModelLexer
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


def tokens(text: str, *, formula: bool = False) -> Iterator[Token]:
    """The tokens of a model's text, or of a single temporal formula, in which some letters are operators."""
    temporal, last = formula, ""
    for match in _LEXEME.finditer(text):
        value, lexeme = match.group(), match.lastgroup or "wrong"
        kind = KINDS.get(lexeme, Name)
        if lexeme == "word":
            kind = _RESERVED.get(value, Name.Function if last in ("ctl", "ltl", "invariant") else Name)
            if kind is Keyword.Declaration:
                temporal = value in ("ctl", "ltl")
            elif value in "AEFGRUWX" and temporal and kind is Name:
                kind = Operator.Word
        yield kind, value
        last = last if lexeme == "blank" else value


class SystemLexer(ModelLexer):
    """The lexer that Pygments finds by the name `systems`."""

    name = "vsym system"
    aliases: ClassVar[list[str]] = ["systems"]
    filenames: ClassVar[list[str]] = ["*.sys"]
    mimetypes: ClassVar[list[str]] = ["text/x-systems"]
    split = tokens
