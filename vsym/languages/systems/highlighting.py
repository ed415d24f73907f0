"""A Pygments lexer for the language, which Pygments finds by the name `systems`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from pygments.token import Keyword, Name, Operator, _TokenType

from vsym.languages.highlighting import KINDS, ModelLexer, lexemes
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

NAMED: Mapping[str, _TokenType] = MappingProxyType(dict.fromkeys(("ctl", "ltl", "invariant"), Name.Function))
"""The kinds of the words after these."""

WORDS = tuple(_RESERVED)
"""Every reserved word."""

SHAPES: Mapping[str, str] = MappingProxyType(
    {
        "blank": r"\s+",
        "line_comment": r"//[^\n]*",
        "comment": r"/\*[^*]*\*+(?:[^*/][^*]*\*+)*/",
        "string": r"\"[^\"\n]*\"",
        "word": r"[A-Za-z_][A-Za-z0-9_]*",
        "number": r"[0-9]+",
        "sign": r"<->|->|:=|<=|>=|!=|[→↔∧∨¬≤≥≠=<>!&|+\-*/%]",
        "punctuation": r"\.\.|[\]\[(){},:]",
        "wrong": r".",
    }
)
"""The shape of each kind of lexeme; the first that fits counts."""

_LEXEME = lexemes(SHAPES)


def tokens(text: str, *, formula: bool = False) -> Iterator[Token]:
    """The tokens of a model's text, or of a single temporal formula, in which some letters are operators."""
    temporal, last = formula, ""
    for match in _LEXEME.finditer(text):
        value, lexeme = match.group(), match.lastgroup or "wrong"
        kind = KINDS.get(lexeme, Name)
        if lexeme == "word":
            kind = _RESERVED.get(value, NAMED.get(last, Name))
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
