"""A Pygments lexer for the language, which Pygments finds by the name `murphi`; the words are those of `words.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from pygments.token import Keyword, Name, Operator

from vsym.languages.highlighting import KINDS, ModelLexer, lexemes
from vsym.languages.murphi.words import ANNOTATION, KEYWORDS, TENSES, TRUTHS
from vsym.languages.precedence import PATH_QUANTIFIERS, UNTIL
from vsym.languages.protocol import Token

_DECLARATIONS = (
    *("const", "type", "var", "function", "procedure", "rule", "ruleset", "startstate", "choose", "invariant"),
    *("assert", "assume", "cover", "liveness"),
)
_TYPES = ("array", "boolean", "enum", "multiset", "real", "record", "ringset", "scalarset", "union")
_FUNCTIONS = (
    *("ismember", "isundefined", "multisetadd", "multisetcount", "multisetremove", "multisetremovepred"),
    *("clear", "error", "put", "undefine"),
)
_WORDS = MappingProxyType(
    {
        **dict.fromkeys(KEYWORDS, Keyword),
        **dict.fromkeys(_DECLARATIONS, Keyword.Declaration),
        **dict.fromkeys(_TYPES, Keyword.Type),
        **dict.fromkeys(_FUNCTIONS, Name.Builtin),
        **dict.fromkeys(("forall", "exists"), Keyword.Pseudo),
        **dict.fromkeys(("undefined", *TRUTHS), Keyword.Constant),
    }
)

HEADS = ("ctl", "ltl", "fair", "hint", "never")
"""The words that an annotation begins with."""

WORDS = tuple(sorted((*KEYWORDS, *TRUTHS)))
"""Every reserved word."""

SHAPES: Mapping[str, str] = MappingProxyType(
    {
        "blank": r"\s+",
        "note": ANNOTATION,
        "line_comment": r"--[^\n]*",
        "comment": r"/\*[^*]*\*+(?:[^*/][^*]*\*+)*/",
        "string": r"[\"“](?:\\.|[^\\\"”])*[\"”]",
        "word": r"[A-Za-z][A-Za-z0-9_]*",
        "number": r"0[xX][0-9A-Fa-f]+|[0-9]+",
        "punctuation": r"\.\.|[\]\[(){},:;.](?!=)",
        "sign": r"==>|->|:=|<=|>=|!=|==|&&|\|\||<<|>>|[≔⇒→↔∧∨¬≤≥≠∀∃=<>!&|+\-*/%^?:]",
        "wrong": r".",
    }
)
"""The shape of each kind of lexeme; the first that fits counts."""

_LEXEME = lexemes(SHAPES)


def tokens(text: str, *, formula: bool = False) -> Iterator[Token]:
    """The tokens of a model's text, or of a single temporal formula; an annotation is coloured like its statement."""
    temporal, begun = formula, False
    every = [*_LEXEME.finditer(text)]
    for number, lexeme in enumerate(every):
        value = lexeme.group()
        kind = KINDS.get(lexeme.lastgroup or "wrong", Name)
        if lexeme.lastgroup == "note":
            temporal = begun = True
        elif lexeme.lastgroup == "blank" and "\n" in value:
            temporal = formula
        elif lexeme.lastgroup == "word":
            after = every[number + 1].group() if number + 1 < len(every) else ""
            kind = _WORDS.get(value.lower(), Name)
            if begun and value in HEADS:
                kind = Keyword.Declaration
            elif temporal and _is_operator(value, after):
                kind = Operator.Word
            begun = False
        yield kind, value


def _is_operator(word: str, after: str) -> bool:
    """True where a word of a temporal formula is an operator, given the lexeme after it."""
    if word in PATH_QUANTIFIERS:
        return after.lstrip()[:1] == "[" or after == " "
    return word in TENSES or word in UNTIL


class MurphiLexer(ModelLexer):
    """The lexer that Pygments finds by the name `murphi`."""

    name = "Murphi"
    aliases: ClassVar[list[str]] = ["murphi"]
    filenames: ClassVar[list[str]] = ["*.m", "*.murphi"]
    mimetypes: ClassVar[list[str]] = ["text/x-murphi"]
    split = tokens
