"""All that goes through values: quantifiers, counts of a multiset's elements, and the domains of loops and rulesets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.places import multiset
from vsym.languages.murphi.scope import Drawn, Scope
from vsym.languages.murphi.types import simple_type
from vsym.languages.murphi.typing import condition, constant, number
from vsym.languages.problems import complete
from vsym.models.program.expressions import (
    Binder,
    Constant,
    Count,
    Domain,
    Entries,
    Expression,
    Interval,
    Place,
    Quantified,
)
from vsym.models.program.types import INTEGER, Multiset, Range


def quantified(node: s.Quantifying, scope: Scope) -> Expression | None:
    """`forall` or `exists`; None where it has an error, which has been reported."""
    around, inner = bindings(node.quantifiers, scope)
    body = condition(node.body, inner)
    if around is None or body is None:
        return None
    for binder, domain in reversed(around):
        body = Quantified(node.word, binder, domain, body, node.span)
    return body


def bindings(nodes: Sequence[s.Quantifier], scope: Scope) -> tuple[list[tuple[Binder, Domain]] | None, Scope]:
    """The bindings one around the other, None where one has an error, which has been reported; and the innermost
    scope, in which a later name hides an earlier one."""
    declared = []
    for node in nodes:
        scope = scope.inner()
        declared.append(binding(node, scope))
    return complete(declared), scope


def binding(node: s.Quantifier, inner: Scope, *, constant_ends: bool = False) -> tuple[Binder, Domain] | None:
    """The binder, which is declared in the inner scope, and its domain; None where that has an error, which has been
    reported. With `constant_ends`, an interval is known before the program runs."""
    match node:
        case s.Over(name, type_):
            kind = simple_type(type_, inner)
            if kind is None:
                inner.give_up(name)
                return None
            return inner.bind(name, kind), kind
        case s.Along(name):
            ends = _interval(node, inner, constant_ends=constant_ends)
            if ends is None:
                inner.give_up(name)
                return None
            return inner.bind(name, _range(ends)), ends
    assert_never(node)


def choice(node: s.Quantifier | d.Chosen, inner: Scope) -> tuple[Binder, Domain] | None:
    """The binder and the domain of a quantifier around a rule or a property, as in `binding`, or of an element of a
    multiset."""
    if not isinstance(node, d.Chosen):
        return binding(node, inner, constant_ends=True)
    drawing = drawn(node.name, node.multiset, inner)
    if drawing is None:
        return None
    binder, place = drawing
    assert isinstance(place.type, Multiset)
    return binder, Entries(place, place.type)


def count(node: s.Counting, scope: Scope) -> Expression | None:
    """`multisetcount`; None where it has an error, which has been reported."""
    inner = scope.inner()
    element = drawn(node.name, node.multiset, inner)
    body = condition(node.condition, inner)
    return None if element is None or body is None else Count(*element, body, INTEGER, node.span)


def drawn(name: s.Name, node: s.Designator, inner: Scope, *, change: bool = False) -> tuple[Binder, Place] | None:
    """The binder for the elements of a multiset, which is declared in the inner scope, and the multiset."""
    target = multiset(node, inner, change=change)
    if target is None:
        inner.give_up(name)
        return None
    place, kind = target
    binder = Binder(name.text, Range(0, kind.size - 1), inner.shared.numbering.number())
    inner.declare(name, Drawn(binder, kind))
    return binder, place


def _interval(node: s.Along, scope: Scope, *, constant_ends: bool) -> Interval | None:
    ends = [node.first, node.last, *([] if node.by is None else [node.by])]
    numbers = [number(end, scope) for end in ends]
    if constant_ends:
        for end in ends:
            constant(end, scope)
    first, last, *by = numbers
    if by and isinstance(by[0], Constant) and by[0].value == 0 and node.by is not None:
        scope.problems.add("VS304", node.by.span, "a step of 0 never ends")
        return None
    if first is None or last is None or (by and by[0] is None):
        return None
    if constant_ends and not all(isinstance(end, Constant) for end in numbers):
        return None
    return Interval(first, last, by[0] if by else None)


def _range(ends: Interval) -> Range:
    """The values that a binder can have: those between constant ends, or any."""
    if isinstance(ends.first, Constant) and isinstance(ends.last, Constant):
        low, high = sorted((ends.first.value, ends.last.value))
        return Range(low, high)
    return INTEGER
