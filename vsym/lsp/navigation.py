"""Declarations and uses of names, renaming, and hovers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from lsprotocol import types as lsp

from vsym.basics import resources
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source, Span
from vsym.languages import registry
from vsym.languages.naming import Named
from vsym.lsp.document import SECONDS, Document
from vsym.lsp.jobs import Symmetry
from vsym.models.text import AnyText


def definition(document: Document, offset: int) -> lsp.Location | None:
    """The declaration of the name at an offset."""
    named = document.naming.at(offset)
    return None if named is None else lsp.Location(document.uri, document.places.range(named[0].place))


def references(document: Document, offset: int, *, declared: bool) -> list[lsp.Location]:
    """The uses of the name at an offset, and if asked for, its declaration."""
    named = document.naming.at(offset)
    if named is None:
        return []
    places = named[0].places if declared else named[0].uses
    return [lsp.Location(document.uri, document.places.range(place)) for place in places]


def highlights(document: Document, offset: int) -> list[lsp.DocumentHighlight]:
    """All places of the name at an offset."""
    named = document.naming.at(offset)
    return [] if named is None else [lsp.DocumentHighlight(document.places.range(one)) for one in named[0].places]


def renamed_place(document: Document, offset: int) -> lsp.Range | None:
    """The name at an offset that can get another name."""
    named = document.names.at(offset)
    return None if named is None else document.places.range(named[1])


def rename(document: Document, offset: int, name: str) -> lsp.WorkspaceEdit | None:
    """The text with another name in all places of the one at an offset; None where there is none.

    Raises RefusedError where the text has syntax errors, or would not mean the same: the name is invalid or taken.
    """
    named = document.names.at(offset)
    if named is None:
        return None
    old, places = named[0].name, sorted(named[0].places, key=lambda place: place.start)
    if name == old:
        return lsp.WorkspaceEdit({document.uri: []})
    _check(document, old, name, places)
    edits = [lsp.TextEdit(document.places.range(place), name) for place in places]
    return lsp.WorkspaceEdit({document.uri: edits})


def _check(document: Document, old: str, name: str, places: list[Span]) -> None:
    """Raise RefusedError where the new text has an error, or a name in it has another meaning than before."""
    source = document.source
    pieces, end = [], 0
    for place in places:
        pieces += [source.text[end : place.start], name]
        end = place.end
    try:
        changed = _changed(source, Source(source.name, "".join([*pieces, source.text[end:]])), name)
    except UndecidedError as error:
        raise RefusedError(f"vsym cannot tell what the text would mean: {error}") from None
    moved = [place.start for place in places]

    def shifted(offset: int) -> int:
        return offset + sum(start < offset for start in moved) * (len(name) - len(old))

    before = {tuple(shifted(place.start) for place in one.places) for one in document.names.names}
    after = document.language.naming_of(changed).names
    if before != {tuple(place.start for place in one.places) for one in after}:
        raise RefusedError(f"`{name}` is taken: with it, the text would mean something else")


def _changed(before: Source, source: Source, name: str) -> AnyText:
    """The text with another name in it; raises RefusedError where that is the reason for an error, UndecidedError."""
    budget = Budget().of_processor(SECONDS)
    try:
        text = registry.parsed(source, budget)
    except DiagnosticError:
        try:
            registry.parsed(before)
        except DiagnosticError as error:
            message = f"names cannot be changed while the text has syntax errors: {error.diagnostics[0].message}"
            raise RefusedError(message) from None
        raise RefusedError(f"`{name}` cannot be a name here") from None
    try:
        text.at({}, budget)
    except DiagnosticError:
        try:
            registry.parsed(before).at({})
        except DiagnosticError:
            # What is wrong besides the names is not made worse.
            return text
        raise RefusedError(f"`{name}` is taken, or cannot be a name here") from None
    return text


_PAGES: Mapping[str, str] = MappingProxyType(
    {
        "states": "local state",
        "shared": "shared variable",
        "with": "partner",
        "others": "broadcast",
        "respects": "cell",
        "ruleset": "rule",
        **dict.fromkeys(("trans", "transition"), "local transition"),
        **dict.fromkeys(("invariant", "liveness", "cover"), "property"),
        **dict.fromkeys(("undefine", "undefined"), "undefined value"),
        **dict.fromkeys(("multisetadd", "multisetcount", "multisetremove"), "multiset"),
    }
)
"""The term that explains a word, or a kind of name, that is not itself a term."""

_MOST = 6
"""The most lines of a declaration that are shown."""


def hover(document: Document, offset: int, symmetry: Symmetry | None) -> lsp.Hover | None:
    """The page on the word at an offset, with the known symmetry; None where there is neither."""
    word = document.word(offset)
    if word is None or document.in_comment(offset):
        return None
    named = document.naming.at(offset)
    parts = _page(word.text.lower()) if named is None else _named(document, named[0])
    parts += _known(document, word, named and named[0], symmetry)
    if not parts:
        return None
    span = word if named is None else named[1]
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n".join(parts)), document.places.range(span))


def _named(document: Document, named: Named) -> list[str]:
    lines = named.whole.text.splitlines()
    excerpt = [*lines[:_MOST], *(["…"] if len(lines) > _MOST else [])]
    code = "\n".join([f"```{document.language.descriptor.name}", *excerpt, "```"])
    return [f"{named.kind} `{named.name}`", code, *_page(named.kind)]


def _known(document: Document, word: Span, named: Named | None, symmetry: Symmetry | None) -> list[str]:
    """The symmetry of the declaration that a word begins or names, and of the group of all of them."""
    if named is not None and named.kind in ("system", "group", "type"):
        return [] if symmetry is None or not symmetry.group else [f"**Symmetry:** {symmetry.group}"]
    for item in document.naming.all_items():
        begins = item.whole.start == word.start or item.place.start <= word.start < item.place.end
        if item.kind in ("transition", "rule") and begins:
            judged = None if symmetry is None else symmetry.inside(item.whole)
            if judged is None:
                reason = None if symmetry is None else symmetry.reason
                return [] if reason is None else [f"The symmetry is undecided: {reason}"]
            witness = [] if judged.witness is None else [f"```text\n{judged.witness}```"]
            return [f"**{judged.verdict}**", *witness]
    return []


@cache
def _page(word: str) -> list[str]:
    """The handbook's page on a word, if it has one."""
    section = resources.find(_PAGES.get(word, word))
    return [] if section is None else [f"**{section.title}**", section.text]
