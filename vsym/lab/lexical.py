"""What the editor needs to know to colour a text as it is typed: from the lexers that colour it elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from vsym.lab.protocol import Record
from vsym.languages.registry import language

KINDS: Mapping[tuple[str, ...], str] = MappingProxyType(
    {
        ("Keyword", "Declaration"): "declaration",
        ("Keyword",): "keyword",
        ("Keyword", "Pseudo"): "quantifier",
        ("Keyword", "Type"): "types",
        ("Keyword", "Constant"): "constant",
        ("Operator", "Word"): "operator",
        ("Name", "Builtin"): "builtins",
        ("Operator",): "sign",
        ("Comment", "Single"): "comment",
        ("Comment", "Multiline"): "comment",
        ("Comment", "Special"): "comment",
        ("Literal", "Number", "Integer"): "number",
        ("Literal", "String"): "string",
    }
)
"""What the kinds that Pygments has are called in the page; others have no colour."""

_COMMENT: Mapping[str, str] = MappingProxyType({".gsst": "//", ".m": "--"})


@cache
def lexical(suffix: str) -> Record:
    """The kind of each reserved word of a language, and what its comments begin with."""
    of = language(f"model{suffix}")
    words = {}
    for word in of.vocabulary():
        for kind, value in of.tokens(word):
            if value == word and (known := KINDS.get(tuple(kind))):
                words[word] = known
    return {"words": words, "comment": _COMMENT[suffix], "caseless": suffix == ".m"}
