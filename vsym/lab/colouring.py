"""The colours of a text as it is typed: those of the lexers that colour it elsewhere, of which the page has none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.lab.protocol import Record
from vsym.languages import registry
from vsym.subprocesses.columns import units

if TYPE_CHECKING:
    from vsym.lab.shapes import Style, Tokens

KINDS: Mapping[tuple[str, ...], Style] = MappingProxyType(
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
"""The page's names for the kinds that Pygments has; others have no colour."""


def answer(source: Source, values: Record, budget: Budget) -> Tokens:
    """The tokens of a text that have a colour, in their order: from where, to where, and the name of the kind."""
    del values, budget
    return {"tokens": [*_tokens(source)]}


def _tokens(source: Source) -> Iterator[tuple[int, int, Style]]:
    begin = 0
    for kind, text in registry.language(source.name).tokens(source.text):
        end = begin + units(text)
        if (name := KINDS.get(tuple(kind))) is not None:
            yield begin, end, name
        begin = end
