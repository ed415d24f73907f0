"""The names of a program, from its syntax alone: their declarations and uses, the outline of the program, and its
guards. Scopes are nested, with as much of the types as finding the record of a field needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.source import Source, Span
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.naming import Collection, Entry, Guard, Item, ItemKind, Kind, Naming


def look(node: Any, names: Names) -> None:
    """Note every use in an expression, a statement, or a tuple of these."""
    match node:
        case tuple():
            for part in node:
                look(part, names)
        case s.Designator():
            designator(node, names)
        case s.Calling(name, arguments):
            names.use(name)
            look(arguments, names)
        case s.Quantifying(_, quantifiers, body, span):
            look(body, bound(quantifiers, names, span))
        case s.AskMember(value, over):
            look(value, names)
            shape(over, names)
        case d.Removing(name, multiset, None):
            names.use(name)
            designator(multiset, names)
        case s.Counting(name, multiset, condition, span) | d.Removing(name, multiset, condition, span):
            designator(multiset, names)
            inner = names.inner(span)
            inner.declare(name, "index", name.span)
            look(condition, inner)
        case d.Looping(quantifiers, body, span):
            look(body, bound(quantifiers, names, span))
        case d.Aliasing(aliases, body, span):
            look(body, aliased(aliases, names, span))
        case None | bool() | int() | str() | Span() | Source() | s.Text():
            pass
        case _:
            look(tuple(vars(node).values()), names)


def designator(node: s.Designator, names: Names) -> Shape | None:
    """Note the uses in a place; its shape."""
    current = names.use(node.name)
    for step in node.steps:
        if isinstance(step, s.Index):
            look(step.index, names)
            current = None if current is None else current.element
        else:
            entry, current = (None, None) if current is None else current.fields.get(step.name.text, (None, None))
            if entry is not None:
                entry.use(step.name.span)
    return current


def shape(node: s.TypeExpression, names: Names) -> Shape | None:
    """Note the uses in a type and declare its members; its shape."""
    match node:
        case s.Name():
            return names.use(node)
        case s.EnumOf(members):
            for member in members:
                names.declare(member, "value", node.span)
        case s.ArrayOf(index, element):
            shape(index, names)
            return Shape(element=shape(element, names))
        case s.MultisetOf(size, element):
            look(size, names)
            return Shape(element=shape(element, names))
        case s.RecordOf(fields):
            entries = []
            for typed in fields:
                field_shape = shape(typed.type, names)
                entries += [(name.text, (names.field(name, typed.span), field_shape)) for name in typed.names]
            return Shape(dict(entries))
        case s.UnionOf(kinds):
            for kind in kinds:
                shape(kind, names)
        case _:
            look(node, names)
    return None


def bound(quantifiers: Sequence[s.Quantifier | d.Chosen], names: Names, stretch: Span) -> Names:
    """The scope with the names that quantifiers bind; each is visible in the quantifiers after it."""
    inner = names.inner(stretch)
    for one in quantifiers:
        match one:
            case s.Over(name, over):
                shape(over, inner)
            case s.Along(name, first, last, by):
                look((first, last, by), inner)
            case d.Chosen(name, multiset):
                designator(multiset, inner)
        inner.declare(name, "index", one.span)
    return inner


def aliased(aliases: Iterable[d.Naming], names: Names, stretch: Span) -> Names:
    """The scope with the aliases."""
    inner = names.inner(stretch)
    for alias in aliases:
        aliased_shape = None
        if isinstance(alias.value, s.Designator):
            aliased_shape = designator(alias.value, inner)
        else:
            look(alias.value, inner)
        for name in alias.names:
            inner.declare(name, "alias", alias.span, aliased_shape)
    return inner


def sections(parts: Iterable[object], names: Names) -> None:
    """Declare constants, types and variables."""
    for part in parts:
        match part:
            case d.Constants(values):
                for naming in values:
                    look(naming.value, names)
                    for name in naming.names:
                        names.declare(name, "constant", naming.span)
            case d.Types(declared) | d.Variables(declared):
                for typed in declared:
                    typed_shape = shape(typed.type, names)
                    for name in typed.names:
                        kind: Kind = "type" if isinstance(part, d.Types) else "variable"
                        names.declare(name, kind, typed.span, typed_shape)


def block(parts: Sequence[d.Section], body: Sequence[d.StatementSyntax], names: Names, stretch: Span) -> None:
    """The variables and statements of a rule or a routine."""
    inner = names.inner(stretch)
    sections(parts, inner)
    look(tuple(body), inner)


@frozen
class Shape:
    """A record's fields with their shapes, or that of the elements of an array or a multiset."""

    fields: Mapping[str, tuple[Entry, Shape | None]] = field(default_factory=dict)
    element: Shape | None = None


class Names:
    """The names of one scope, which stands inside another unless it is the outermost; `stretch` is where it is."""

    def __init__(self, collection: Collection, stretch: Span | None = None, outer: Names | None = None) -> None:
        self._collection = collection
        self._stretch = stretch
        self._outer = outer
        self._known: dict[str, tuple[Entry, Shape | None]] = {}

    def inner(self, stretch: Span) -> Names:
        """A scope inside this one."""
        return Names(self._collection, stretch, self)

    def declare(self, name: s.Name | s.Text, kind: Kind, whole: Span, shape: Shape | None = None) -> Entry:
        """Declare a name of this scope; uses refer to its first declaration."""
        entry = self._collection.declare(name.text, kind, _inside(name), whole, self._stretch)
        self._known.setdefault(name.text, (entry, shape))
        return entry

    def field(self, name: s.Name, whole: Span) -> Entry:
        """A field of a record, which is found by its record alone."""
        return self._collection.declare(name.text, "field", name.span, whole, self._stretch)

    def apart(self, name: s.Name | s.Text, kind: Kind, whole: Span) -> Entry:
        """A name that no expression uses: of a rule or a property."""
        return self._collection.declare(name.text, kind, _inside(name), whole)

    def use(self, name: s.Name) -> Shape | None:
        """Note a use of a name; the shape of its meaning."""
        scope: Names | None = self
        while scope is not None:
            if name.text in scope._known:
                entry, shape = scope._known[name.text]
                entry.use(name.span)
                return shape
            scope = scope._outer
        return None


def _inside(name: s.Name | s.Text) -> Span:
    """The place of a name, without the quotation marks of a text."""
    span = name.span
    return span if isinstance(name, s.Name) else Span(span.source, span.start + 1, span.end - 1)


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
    # A routine or a rule may use declarations that follow it, so the bodies come last.
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
            case d.StatedNever(name, bad):
                names.apart(name, "property", annotation.span)
                look(bad.pattern, names)
    parts = sorted([*file.parts, *file.annotations], key=lambda part: part.span.start)
    return collection.naming(item for part in parts for item in _items(part))


def _head(routine: d.RoutineSyntax, names: Names) -> Names:
    """Declare a routine; the scope of its parameters."""
    names.declare(routine.name, "procedure" if routine.result is None else "function", routine.span)
    inner = names.inner(routine.span)
    for formal in routine.parameters:
        declared = shape(formal.type, inner)
        for name in formal.names:
            inner.declare(name, "variable", formal.span, declared)
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
    """The items of a part of a model in the outline."""
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
        case d.StatedFormula(_, name, _, whole) | d.StatedNever(name, _, whole):
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


def guards(file: d.File) -> tuple[Guard, ...]:
    """The guards in their order."""
    return tuple(_guards(file.parts))


def _guards(parts: Iterable[object]) -> Iterator[Guard]:
    for part in parts:
        if isinstance(part, d.RuleSyntax) and part.guard is not None:
            title = "a rule" if part.name is None else part.name.span.text.strip('"“”')
            yield Guard(title, part.guard.span)
        elif isinstance(part, d.Ruleset | d.Choosers | d.AliasedRules):
            yield from _guards(part.rules)
