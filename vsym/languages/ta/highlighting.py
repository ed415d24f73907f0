"""A Pygments lexer for the language, which Pygments finds by the name `ta`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from pygments.token import Keyword, Name, _TokenType

from vsym.languages.highlighting import KINDS, ModelLexer, lexemes
from vsym.languages.protocol import Token

_RESERVED = MappingProxyType(
    {
        **dict.fromkeys(("skel", "thresholdAutomaton", "threshAuto", "TA"), Keyword.Declaration),
        **dict.fromkeys(("local", "shared", "parameters", "unknowns", "define"), Keyword.Declaration),
        **dict.fromkeys(("assumptions", "locations", "inits", "rules", "specifications"), Keyword.Declaration),
        **dict.fromkeys(("when", "do", "unchanged", "reset"), Keyword),
        **dict.fromkeys(("true", "false"), Keyword.Constant),
    }
)

WORDS = tuple(_RESERVED)
"""Every reserved word."""

SHAPES: Mapping[str, str] = MappingProxyType(
    {
        "blank": r"\s+",
        "line_comment": r"//[^\n]*",
        "comment": r"/\*[^*]*\*+(?:[^*/][^*]*\*+)*/",
        "word": r"[A-Za-z_][A-Za-z0-9_]*",
        "number": r"[0-9]+",
        "sign": r"\[\s*\]|<>|->|\|\||&&|==|=!|!=|<=|>=|[<>!+\-*']",
        "punctuation": r"[\]\[(){},;:]",
        "wrong": r".",
    }
)
"""The shape of each kind of lexeme; the first that fits counts."""

_LEXEME = lexemes(SHAPES)


def tokens(text: str, *, formula: bool = False) -> Iterator[Token]:
    """The tokens of an automaton's text, or of a single formula, in which no word means anything else."""
    del formula
    for match in _LEXEME.finditer(text):
        value, lexeme = match.group(), match.lastgroup or "wrong"
        kind: _TokenType = KINDS.get(lexeme, Name)
        if lexeme == "word":
            kind = _RESERVED.get(value, Name)
        yield kind, value


class AutomatonLexer(ModelLexer):
    """The lexer that Pygments finds by the name `ta`."""

    name = "threshold automaton"
    aliases: ClassVar[list[str]] = ["ta"]
    filenames: ClassVar[list[str]] = ["*.ta"]
    mimetypes: ClassVar[list[str]] = ["text/x-threshold-automaton"]
    split = tokens
