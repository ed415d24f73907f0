"""A Pygments lexer for the language, which Pygments finds by the name `gsst`; the words are those of grammars/."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from pygments.token import Keyword, Name, Operator, _TokenType

from vsym.languages.gsst.common_mistakes import KEYWORDS
from vsym.languages.highlighting import KINDS, ModelLexer, lexemes
from vsym.languages.protocol import Token

CONSTANTS = ("true", "false", "deadlock")

RESERVED: Mapping[str, _TokenType] = MappingProxyType(
    {
        **dict.fromkeys(KEYWORDS, Keyword.Declaration),
        **dict.fromkeys(("where", "of", "in", "if", "then", "do", "else", "respects", "with", "others"), Keyword),
        **dict.fromkeys(("forall", "exists", "sum", "min", "max"), Keyword.Pseudo),
        **dict.fromkeys(("all", "none", "some", "two", "any"), Keyword.Pseudo),
        **dict.fromkeys(("and", "or", "not", "AX", "EX", "AF", "EF", "AG", "EG"), Operator.Word),
        "bool": Keyword.Type,
        **dict.fromkeys(CONSTANTS, Keyword.Constant),
    }
)
"""The kinds of reserved words."""

WORDS = tuple(RESERVED)
"""Every reserved word."""

SHAPES: Mapping[str, str] = MappingProxyType(
    {
        "blank": r"\s+",
        "line_comment": r"//[^\n]*",
        "comment": r"/\*[^*]*\*+(?:[^*/][^*]*\*+)*/",
        "word": r"[A-Za-z_][A-Za-z0-9_]*",
        "number": r"[0-9]+",
        "bracket": r"[\[\](){}]",
        "sign": r"<->|->|:=|<=|>=|!=|[→↔∧∨¬≤≥≠#=<>!&|+\-*/%\\]",
        "punctuation": r"\.\.|[,:;]",
        "wrong": r".",
    }
)
"""The shape of each kind of lexeme; the first that fits counts."""

_LEXEME = lexemes(SHAPES)

_ALSO_NAMES = ("never",)
"""Words that declarations begin with, and that names may be all the same."""

_OPENING = re.compile(r"\s*\[")
"""The sign that makes a path quantifier of the letter before it."""

NAMED: Mapping[str, _TokenType] = MappingProxyType(
    {"system": Name.Class, **dict.fromkeys(("ctl", "ltl", "invariant", "never", "lemma", "rank"), Name.Function)}
)
"""The kinds of the words after these."""


def tokens(text: str, *, formula: bool = False) -> Iterator[Token]:
    """The tokens of a model's text, or of a single temporal formula."""
    return tokens_with(text, RESERVED, NAMED, formula=formula)


def tokens_with(
    text: str, reserved: Mapping[str, _TokenType], named: Mapping[str, _TokenType], *, formula: bool
) -> Iterator[Token]:
    """The tokens of a text whose expressions are those of this language, by the kinds of its reserved words, and of the
    words after some of them."""
    last = ""
    operand = False
    temporal = formula
    brackets: list[str] = []
    for lexeme in _LEXEME.finditer(text):
        value = lexeme.group()
        match lexeme.lastgroup:
            case "word" if value in reserved and not (value in _ALSO_NAMES and last in named):
                kind = reserved[value]
                if kind is Keyword.Declaration:
                    temporal, brackets = value in ("ctl", "ltl"), []
                operand = kind is Keyword.Constant
            case "word":
                letters = temporal and (not brackets or brackets[-1] in ("(", "path"))
                if letters and _is_operator(value, last in named, last, operand, _OPENING.match(text, lexeme.end())):
                    kind, operand = Operator.Word, False
                else:
                    kind, operand = named.get(last, Name), True
            case "blank" | "line_comment" | "comment" as ignored:
                yield KINDS[ignored], value
                continue
            case other:
                kind = KINDS[other or "wrong"]
                if value in ("[", "(", "{"):
                    brackets.append("path" if value == "[" and last in ("A", "E") and not operand else value)
                elif value in ("]", ")", "}") and brackets:
                    brackets.pop()
                operand = other == "number" or value in ("]", ")", "}")
        last = value
        yield kind, value


def _is_operator(word: str, named: bool, last: str, operand: bool, opening: re.Match[str] | None) -> bool:
    """True where a letter inside a temporal formula is an operator: `operand` tells if an operand has just ended, and
    `named` if the letter is a name."""
    if named or last in ("#", "of", "in"):
        return False
    if word in ("U", "W", "R"):
        return operand
    return not operand and (word in ("X", "F", "G") or (word in ("A", "E") and opening is not None))


class GsstLexer(ModelLexer):
    """The lexer that Pygments finds by the name `gsst`."""

    name = "GSST"
    aliases: ClassVar[list[str]] = ["gsst"]
    filenames: ClassVar[list[str]] = ["*.gsst"]
    mimetypes: ClassVar[list[str]] = ["text/x-gsst"]
    split = tokens
