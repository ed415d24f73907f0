"""What is said of the word at a place: its declaration, what is known of it, and the handbook's page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from lsprotocol import types as lsp

from vsym.basics import resources
from vsym.basics.source import Span
from vsym.languages.naming import Named
from vsym.lsp.document import Document
from vsym.lsp.knowledge import Symmetry

_PAGES: Mapping[str, str] = MappingProxyType(
    {
        "trans": "local transition",
        "transition": "local transition",
        "states": "local state",
        "shared": "shared variable",
        "with": "partner",
        "others": "broadcast",
        "respects": "cell",
        "invariant": "property",
        "liveness": "property",
        "cover": "property",
        "undefine": "undefined value",
        "undefined": "undefined value",
        "ruleset": "rule",
        "multisetadd": "multiset",
        "multisetcount": "multiset",
        "multisetremove": "multiset",
    }
)
"""The term that explains a word or a kind of name which is none itself."""

_MOST = 6
"""How many lines of a declaration are shown."""


def hover(document: Document, offset: int, known: Symmetry | None) -> lsp.Hover | None:
    """What is said of the word at an offset, with what is known to be symmetric; None where that is nothing."""
    word = document.word(offset)
    if word is None or document.in_comment(offset):
        return None
    found = document.naming.at(offset)
    told = _page(word.text.lower()) if found is None else _named(document, found[0])
    told += _known(document, word, found and found[0], known)
    if not told:
        return None
    shown = word if found is None else found[1]
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n".join(told)), document.places.range(shown))


def _named(document: Document, named: Named) -> list[str]:
    lines = named.whole.text.splitlines()
    shown = [*lines[:_MOST], *(["…"] if len(lines) > _MOST else [])]
    code = "\n".join([f"```{document.language.descriptor.name}", *shown, "```"])
    return [f"{named.kind} `{named.name}`", code, *_page(named.kind)]


def _known(document: Document, word: Span, named: Named | None, known: Symmetry | None) -> list[str]:
    """What is known of the declaration that a word begins or names, and of the group of all of them."""
    if named is not None and named.kind in ("system", "group", "type"):
        return [] if known is None or not known.group else [f"**Symmetry:** {known.group}"]
    for item in document.naming.all_items():
        begins = item.whole.start == word.start or item.place.start <= word.start < item.place.end
        if item.kind in ("transition", "rule") and begins:
            judged = None if known is None else known.inside(item.whole)
            if judged is None:
                return [] if known is None or known.reason is None else [f"Symmetry is not decided: {known.reason}"]
            witness = [] if judged.witness is None else [f"```text\n{judged.witness}```"]
            return [f"**{judged.verdict}**", *witness]
    return []


@cache
def _page(word: str) -> list[str]:
    """The handbook's page on a word, if it has one."""
    section = resources.find(_PAGES.get(word, word))
    return [] if section is None else [f"**{section.title}**", section.text]
