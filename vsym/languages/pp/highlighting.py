"""A Pygments lexer for the language, which Pygments finds by the name `pp`; the words are those of grammars/."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from pygments.token import Keyword, Name, _TokenType

from vsym.languages.gsst.highlighting import RESERVED, SHAPES, tokens_with
from vsym.languages.highlighting import ModelLexer
from vsym.languages.pp.parse import KEYWORDS
from vsym.languages.protocol import Token

_OTHERS = (
    *("where", "of", "in", "if", "then", "else", "forall", "exists", "sum", "min", "max", "all", "none", "some"),
    *("two", "and", "or", "not", "AX", "EX", "AF", "EF", "AG", "EG", "true", "false", "deadlock"),
)

_RESERVED: Mapping[str, _TokenType] = MappingProxyType(
    {
        **dict.fromkeys(KEYWORDS, Keyword.Declaration),
        **{word: RESERVED[word] for word in _OTHERS},
        "agents": Keyword.Pseudo,
    }
)

NAMED: Mapping[str, _TokenType] = MappingProxyType(
    {"protocol": Name.Class, **dict.fromkeys(("ctl", "ltl", "invariant"), Name.Function)}
)
"""The kinds of the words after these."""

WORDS = tuple(_RESERVED)
"""Every reserved word."""

__all__ = ["NAMED", "SHAPES", "WORDS", "ProtocolLexer", "tokens"]


def tokens(text: str, *, formula: bool = False) -> Iterator[Token]:
    """The tokens of a protocol's text, or of a single temporal formula."""
    return tokens_with(text, _RESERVED, NAMED, formula=formula)


class ProtocolLexer(ModelLexer):
    """The lexer that Pygments finds by the name `pp`."""

    name = "Population protocol"
    aliases: ClassVar[list[str]] = ["pp"]
    filenames: ClassVar[list[str]] = ["*.pp"]
    mimetypes: ClassVar[list[str]] = ["text/x-pp"]
    split = tokens
