"""Where names of programs are used: in expressions, types, declarations inside others, and statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from vsym.basics.source import Source, Span
from vsym.languages.murphi.naming_scope import Names, Shape
from vsym.languages.murphi.syntax import declarations as d
from vsym.languages.murphi.syntax import expressions as s


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
    found = names.use(node.name)
    for step in node.steps:
        if isinstance(step, s.Index):
            look(step.index, names)
            found = None if found is None else found.element
        else:
            entry, found = (None, None) if found is None else found.fields.get(step.name.text, (None, None))
            if entry is not None:
                entry.use(step.name.span)
    return found


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
            known = []
            for typed in fields:
                found = shape(typed.type, names)
                known += [(name.text, (names.field(name, typed.span), found)) for name in typed.names]
            return Shape(dict(known))
        case s.UnionOf(kinds):
            for kind in kinds:
                shape(kind, names)
        case _:
            look(node, names)
    return None


def bound(quantifiers: Sequence[s.Quantifier | d.Chosen], names: Names, stretch: Span) -> Names:
    """The scope with what is bound, in which each can stand in those after it."""
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
        found = None
        if isinstance(alias.value, s.Designator):
            found = designator(alias.value, inner)
        else:
            look(alias.value, inner)
        for name in alias.names:
            inner.declare(name, "alias", alias.span, found)
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
            case d.Types(types):
                for typed in types:
                    found = shape(typed.type, names)
                    for name in typed.names:
                        names.declare(name, "type", typed.span, found)
            case d.Variables(variables):
                for typed in variables:
                    found = shape(typed.type, names)
                    for name in typed.names:
                        names.declare(name, "variable", typed.span, found)


def block(parts: Sequence[d.Section], body: Sequence[d.StatementSyntax], names: Names, stretch: Span) -> None:
    """The variables and statements of a rule or a routine."""
    inner = names.inner(stretch)
    sections(parts, inner)
    look(tuple(body), inner)
