"""What editors call the kinds of names and of what an outline lists, with the same word wherever they show one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from lsprotocol import types as lsp

from vsym.languages.naming import ItemKind, Kind

_WORDS: Mapping[ItemKind, str] = MappingProxyType(
    {
        "system": "Module",
        "parameter": "Constant",
        "constant": "Constant",
        "definition": "Function",
        "local state": "EnumMember",
        "group": "Class",
        "shared variable": "Variable",
        "variable": "Variable",
        "value": "EnumMember",
        "type": "Struct",
        "field": "Field",
        "index": "Variable",
        "alias": "Variable",
        "function": "Function",
        "procedure": "Function",
        "transition": "Event",
        "rule": "Event",
        "property": "Property",
        "lemma": "Property",
        "start": "Constructor",
        "fairness": "Interface",
        "rank": "Number",
        "hint": "Interface",
        "assumption": "Property",
        "repetition": "Namespace",
    }
)


def completed(kind: Kind) -> lsp.CompletionItemKind:
    """The kind of a name that can be written."""
    return lsp.CompletionItemKind[_WORDS[kind]]


def outlined(kind: ItemKind) -> lsp.SymbolKind:
    """The kind of an item of an outline."""
    return lsp.SymbolKind[_WORDS[kind]]
