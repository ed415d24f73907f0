"""The names of a file, from its syntax alone, its outline, and the guards of its rules."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.languages.naming import Collection, Entry, Guard, Item, Kind, Naming
from vsym.languages.ta import syntax as s
from vsym.languages.walking import everything

_WORDS: dict[str, Kind] = {
    "local": "variable",
    "shared": "shared variable",
    "parameters": "parameter",
    "unknowns": "parameter",
}


def naming(file: s.File) -> Naming:
    """The names of a file's declarations."""
    collection, entries = Collection(), dict[str, Entry]()
    declared: set[int] = set()

    def declare(name: s.Node, kind: Kind, whole: object) -> None:
        span = getattr(whole, "span", name.span)
        entry = collection.declare(name.text, kind, name.span, span)
        declared.add(id(name))
        if kind != "property" and kind != "system":
            entries.setdefault(name.text, entry)

    if file.name is not None:
        declare(file.name, "system", file)
    for one in file.declarations:
        match one:
            case s.Names(word, names):
                for name in names:
                    declare(name, _WORDS[word], one)
            case s.Definition(name):
                declare(name, "definition", one)
            case s.Locations(locations):
                for location in locations:
                    declare(location.name, "local state", location)
            case s.Specifications(specifications):
                for specification in specifications:
                    declare(specification.name, "property", specification)
    for used in everything(file.declarations):
        if isinstance(used, s.Node) and used.kind == "name" and id(used) not in declared and used.text in entries:
            entries[used.text].use(used.span)
    return collection.naming(_items(file))


def guards(file: s.File) -> tuple[Guard, ...]:
    """The guards of rules in their order, except for those that are `true` already."""
    return tuple(
        Guard(f"{rule.number}: {rule.source.text} -> {rule.target.text}", rule.guard.span)
        for rule in file.rules
        if rule.guard.kind != "truth"
    )


def _items(file: s.File) -> Iterator[Item]:
    """The items of the outline."""
    if file.name is not None:
        yield Item(file.name.text, "system", file.span, file.name.span)
    for one in file.declarations:
        match one:
            case s.Names(word, names):
                for name in names:
                    yield Item(name.text, _WORDS[word], one.span, name.span)
            case s.Definition(name):
                yield Item(name.text, "definition", one.span, name.span)
            case s.Conditions("inits"):
                yield Item("inits", "start", one.span, one.span)
            case s.Conditions(_, formulas):
                for formula in formulas:
                    yield Item(formula.span.text, "assumption", formula.span, formula.span)
            case s.Locations(locations):
                for location in locations:
                    yield Item(location.name.text, "local state", location.span, location.name.span)
            case s.Rules(rules):
                for rule in rules:
                    title = f"{rule.number}: {rule.source.text} -> {rule.target.text}"
                    yield Item(title, "transition", rule.span, rule.place)
            case s.Specifications(specifications):
                for specification in specifications:
                    yield Item(specification.name.text, "property", specification.span, specification.name.span)
