"""The names of a file, from its syntax alone, its outline, and the guards of its events."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.source import Span
from vsym.languages.naming import Collection, Entry, Guard, Item, ItemKind, Kind, Naming
from vsym.languages.systems import declarations as d


def naming(file: d.File) -> Naming:
    """The names of a file's declarations."""
    collection, known = Collection(), dict[str, Entry]()

    def declare(name: d.Node, kind: Kind, whole: Span) -> None:
        entry = collection.declare(name.text, kind, name.span, whole)
        if kind in ("parameter", "variable", "value"):
            known.setdefault(name.text, entry)

    for one in file.declarations:
        if (kind := _kind(one)) is not None and not isinstance(one, d.Stated):
            declare(one.name, kind, one.span)
        for word in _words(one):
            # The same word of another variable is the same value.
            if word.text in known:
                known[word.text].use(word.span)
            else:
                declare(word, "value", one.span)
    for one in file.declarations:
        for used in _used(one):
            if used.text in known:
                known[used.text].use(used.span)
    return collection.naming(item for one in file.declarations for item in _items(one))


def guards(file: d.File) -> tuple[Guard, ...]:
    """The guards of events in their order, but for those that are `true` already."""
    return tuple(
        Guard(one.name.text, one.guard.span)
        for one in file.declarations
        if isinstance(one, d.EventDeclaration) and one.guard is not None and one.guard.kind != "truth"
    )


def _kind(declared: d.Declaration) -> Kind | None:
    match declared:
        case d.SystemName():
            return "system"
        case d.Parameter():
            return "parameter"
        case d.Declared():
            return "variable"
        case d.EventDeclaration():
            return "transition"
        case d.Asked():
            return "property"
    return None


def _words(declared: d.Declaration) -> tuple[d.Node, ...]:
    values = declared.values if isinstance(declared, d.Declared) else None
    return values if isinstance(values, tuple) else ()


def _used(declared: d.Declaration) -> Iterator[d.Node]:
    """The names in expressions, and the variables that are assigned."""
    if isinstance(declared, d.EventDeclaration):
        yield from (one.variable for one in declared.update)
    stack = [*d.expressions(declared)]
    while stack:
        one = stack.pop()
        if one.kind == "name":
            yield one
        stack += one.operands


def _items(declared: d.Declaration) -> Iterator[Item]:
    """The items of a declaration in the outline."""
    if isinstance(declared, d.Stated):
        kind: ItemKind = "fairness" if declared.word == "fairness" else "start"
        if declared.word != "domain":
            place = declared.formula.span if kind == "fairness" else declared.span
            yield Item(place.text if kind == "fairness" else "init", kind, declared.span, place)
    elif (named := _kind(declared)) is not None:
        yield Item(declared.name.text, named, declared.span, declared.name.span)
