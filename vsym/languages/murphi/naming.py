"""The names of a program, from its syntax alone: where each is declared and used, and what the program declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source, Span
from vsym.languages.collecting import Collection, Entry
from vsym.languages.murphi.naming_scope import Names
from vsym.languages.murphi.naming_uses import aliased, block, bound, look, sections, shape
from vsym.languages.murphi.parse import parse_parts
from vsym.languages.murphi.scan import scan
from vsym.languages.murphi.syntax import declarations as d
from vsym.languages.murphi.syntax import expressions as s
from vsym.languages.naming import Item, ItemKind, Kind, Naming
from vsym.languages.recovering import recovered


def named(source: Source, budget: Budget = UNLIMITED) -> Naming:
    """The names of a text as far as it parses; raises LimitReachedError."""
    file, whole = recovered(source, lambda text: parse_parts(text, budget), lambda text: scan(text).declarations)
    return Naming() if file is None else replace(naming(file), whole=whole)


def naming(file: d.File) -> Naming:
    """The names of a program's declarations."""
    collection = Collection()
    names = Names(collection)
    bodies: list[tuple[d.RoutineSyntax, Names]] = []
    rules: dict[str, Entry] = {}
    for part in file.parts:
        if isinstance(part, d.RoutineSyntax):
            bodies.append((part, _head(part, names)))
        else:
            sections([part], names)
    # What a routine or a rule does is looked at when all is declared, wherever it stands.
    for routine, inner in bodies:
        block(routine.sections, routine.body, inner, routine.span)
    for part in file.parts:
        if not isinstance(part, d.RoutineSyntax | d.Constants | d.Types | d.Variables):
            _rules(part, names, rules)
    for annotation in file.annotations:
        match annotation:
            case d.Fair(s.Text(title, span)):
                if title in rules:
                    rules[title].use(Span(span.source, span.start + 1, span.end - 1))
            case d.Fair(what) | d.Hint(what):
                look(what, names)
            case d.StatedFormula(_, name, formula):
                names.apart(name, "property", annotation.span)
                look(formula, names)
    parts = sorted([*file.parts, *file.annotations], key=lambda part: part.span.start)
    return collection.naming(item for part in parts for item in _items(part))


def _head(routine: d.RoutineSyntax, names: Names) -> Names:
    """Declare a routine; the scope of its parameters."""
    names.declare(routine.name, "procedure" if routine.result is None else "function", routine.span)
    inner = names.inner(routine.span)
    for formal in routine.parameters:
        found = shape(formal.type, inner)
        for name in formal.names:
            inner.declare(name, "variable", formal.span, found)
    if routine.result is not None:
        shape(routine.result, inner)
    return inner


def _rules(node: d.RuleLike, names: Names, rules: dict[str, Entry]) -> None:
    match node:
        case d.RuleSyntax(name, priority, guard, parts, body, span):
            if name is not None:
                rules.setdefault(name.text, names.apart(name, "rule", span))
            look((priority, guard), names)
            block(parts, body, names, span)
        case d.StartSyntax(_, parts, body, span):
            block(parts, body, names, span)
        case d.Stating(_, name, condition, span):
            if name is not None:
                names.apart(name, "property", span)
            look(condition, names)
        case d.Ruleset(around, inner, span) | d.Choosers(around, inner, span):
            within = bound(around, names, span)
            for one in inner:
                _rules(one, within, rules)
        case d.AliasedRules(aliases, inner, span):
            within = aliased(aliases, names, span)
            for one in inner:
                _rules(one, within, rules)


def _items(part: object) -> Iterator[Item]:
    """What the outline has of a part of a model."""
    match part:
        case d.Constants(values):
            yield from _listed(values, "constant")
        case d.Types(types):
            yield from _listed(types, "type")
        case d.Variables(variables):
            yield from _listed(variables, "variable")
        case d.RoutineSyntax(name, _, result):
            yield Item(name.text, "procedure" if result is None else "function", part.span, name.span)
        case d.RuleSyntax(name, span=whole):
            yield _titled(name, "rule", whole, "rule")
        case d.StartSyntax(name, span=whole):
            yield _titled(name, "start", whole, "startstate")
        case d.Stating(word, name, condition, whole):
            yield _titled(name, "assumption" if word == "assume" else "property", whole, condition.span.text)
        case d.Ruleset(around, inner, whole) | d.Choosers(around, inner, whole) | d.AliasedRules(around, inner, whole):
            head = Span(whole.source, whole.start, around[-1].span.end if around else whole.start)
            inside = tuple(item for one in inner for item in _items(one))
            yield Item(head.text, "repetition", whole, head, inside)
        case d.StatedFormula(_, name, _, whole):
            yield Item(name.text, "property", whole, name.span)
        case d.Fair(what, whole):
            yield Item(what.span.text, "fairness", whole, what.span)
        case d.Hint(what, whole):
            yield Item(what.span.text, "hint", whole, what.span)


def _listed(declared: tuple[d.Naming, ...] | tuple[s.Typed, ...], kind: Kind) -> Iterator[Item]:
    return (Item(name.text, kind, one.span, name.span) for one in declared for name in one.names)


def _titled(name: s.Text | None, kind: ItemKind, whole: Span, otherwise: str) -> Item:
    begin = Span(whole.source, whole.start, min(whole.end, whole.start + 1))
    return Item(otherwise if name is None else name.text, kind, whole, begin if name is None else name.span)
