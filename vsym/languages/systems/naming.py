"""The names of a file, from its syntax alone, its outline, and the guards of its events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from vsym.basics.source import Span
from vsym.languages.naming import Collection, Entry, Guard, Item, ItemKind, Kind, Naming
from vsym.languages.systems import declarations as d
from vsym.languages.walking import everything

_KINDS: Mapping[type, Kind] = MappingProxyType(
    {
        d.SystemName: "system",
        d.Parameter: "parameter",
        d.Declared: "variable",
        d.EventDeclaration: "transition",
        d.Asked: "property",
    }
)


def naming(file: d.File) -> Naming:
    """The names of a file's declarations."""
    collection, entries = Collection(), dict[str, Entry]()

    def declare(name: d.Node, kind: Kind, whole: Span) -> None:
        entry = collection.declare(name.text, kind, name.span, whole)
        if kind in ("parameter", "variable", "value"):
            entries.setdefault(name.text, entry)

    for one in file.declarations:
        if not isinstance(one, d.Stated):
            declare(one.name, _KINDS[type(one)], one.span)
        for word in one.values if isinstance(one, d.Declared) and isinstance(one.values, tuple) else ():
            # The same word of another variable is the same value.
            if word.text in entries:
                entries[word.text].use(word.span)
            else:
                declare(word, "value", one.span)
    for one in file.declarations:
        assigned = [part.variable for part in one.update] if isinstance(one, d.EventDeclaration) else []
        for used in (*assigned, *everything(d.expressions(one))):
            if isinstance(used, d.Node) and used.kind == "name" and used.text in entries:
                entries[used.text].use(used.span)
    return collection.naming(item for one in file.declarations for item in _items(one))


def guards(file: d.File) -> tuple[Guard, ...]:
    """The guards of events in their order, except for those that are `true` already."""
    return tuple(
        Guard(one.name.text, one.guard.span)
        for one in file.declarations
        if isinstance(one, d.EventDeclaration) and one.guard is not None and one.guard.kind != "truth"
    )


def _items(declared: d.Declaration) -> Iterator[Item]:
    """The items of a declaration in the outline."""
    if not isinstance(declared, d.Stated):
        yield Item(declared.name.text, _KINDS[type(declared)], declared.span, declared.name.span)
    elif declared.word != "domain":
        kind: ItemKind = "fairness" if declared.word == "fairness" else "start"
        place = declared.formula.span if kind == "fairness" else declared.span
        yield Item(place.text if kind == "fairness" else "init", kind, declared.span, place)
