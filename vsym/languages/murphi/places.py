"""Places: names with indices and fields."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from vsym.basics.frozen import frozen
from vsym.basics.source import Span, did_you_mean
from vsym.languages.murphi.comparing import mismatch
from vsym.languages.murphi.scope import Broken, Drawn, Header, Placed, Scope, Typing, Valued
from vsym.languages.murphi.syntax import expressions as s
from vsym.languages.murphi.typing import compatible, described, same
from vsym.models.program.expressions import Entry, Expression, Item, Member, Place, Read
from vsym.models.program.types import Array, Multiset, Record, Simple


@frozen
class Located:
    """A place, and whether it may be written."""

    place: Place
    writable: bool


def denoted(node: s.Designator, scope: Scope) -> Located | Expression | None:
    """The place or the value that a designator stands for; None where it has an error, which has been reported."""
    entry = scope.entry(node.name)
    match entry:
        case Broken():
            for step in node.steps:
                if isinstance(step, s.Index) and not _is_drawn(step.index, scope):
                    scope.value(step.index)
            return None
        case Valued(expression):
            if not node.steps:
                return replace(expression, span=node.span)
            scope.problems.add("VS344", node.steps[0].span, f"`{node.name.text}` is a value, which has no parts")
            return None
        case Placed(place, writable):
            found: Place | None = replace(place, span=node.name.span)
            for step in node.steps:
                if found is not None:
                    found = _part(found, step, scope)
            return None if found is None else Located(found, writable)
        case Drawn():
            message = f"`{node.name.text}` stands for an element of a multiset, which is written `m[{node.name.text}]`"
            scope.problems.add("VS350", node.name.span, message)
            return None
        case Typing() | Header():
            what = "a type" if isinstance(entry, Typing) else "a routine"
            hint = None if isinstance(entry, Typing) else f"it is called `{node.name.text}(…)`"
            scope.problems.add("VS222", node.name.span, f"`{node.name.text}` is {what}, not a value", hint)
            return None
    assert_never(entry)


def _is_drawn(node: s.Expression, scope: Scope) -> bool:
    """Whether this names an element of a multiset, which has a meaning only there."""
    return isinstance(node, s.Designator) and not node.steps and isinstance(scope.entry(node.name), Drawn)


def place(node: s.Designator, scope: Scope) -> Place | None:
    """The place that a designator stands for; None where it stands for none, which has been reported."""
    found = denoted(node, scope)
    if found is None or isinstance(found, Located):
        return None if found is None else found.place
    scope.problems.add("VS342", node.span, f"`{node.name.text}` is a value, not a variable")
    return None


def written(node: s.Designator, scope: Scope) -> Place | None:
    """The place that is to be written; None where it may not be, which has been reported."""
    found = denoted(node, scope)
    if isinstance(found, Located) and found.writable:
        return found.place
    if isinstance(found, Located):
        hint = "what a routine changes is a parameter with `var`, or a copy in a variable of its own"
        scope.problems.add("VS342", node.span, f"`{node.name.text}` may be read, not changed", hint)
    elif found is not None:
        scope.problems.add("VS342", node.span, f"`{node.name.text}` is a value, which cannot be changed")
    return None


def multiset(node: s.Designator, scope: Scope, *, change: bool = False) -> tuple[Place, Multiset] | None:
    """The multiset that a designator stands for, to be changed or not; None where it is none, which has been
    reported."""
    found = written(node, scope) if change else place(node, scope)
    if found is None:
        return None
    if isinstance(found.type, Multiset):
        return found, found.type
    scope.problems.add("VS350", node.span, f"this is {described(found.type)}, not a multiset")
    return None


def read(found: Place, *, copied: bool) -> Read:
    """What a place holds, to be used or only to be copied."""
    return Read(found, isinstance(found.type, Simple) and not copied, found.type, found.span)


def _part(whole: Place, step: s.Index | s.Field, scope: Scope) -> Place | None:
    span = Span(step.span.source, whole.span.start, step.span.end)
    match step:
        case s.Index(index) if isinstance(whole.type, Multiset):
            return _element(whole, whole.type, index, span, scope)
        case s.Index(index):
            return _item(whole, index, span, scope)
        case s.Field(name):
            if not isinstance(whole.type, Record):
                scope.problems.add("VS344", step.span, f"{described(whole.type)} has no fields")
                return None
            kind = whole.type.field(name.text)
            if kind is None:
                known = [field for field, _ in whole.type.fields]
                hint = did_you_mean(name.text, known) or f"its fields: {', '.join(known) or 'none'}"
                scope.problems.add("VS221", name.span, f"{described(whole.type)} has no field `{name.text}`", hint)
                return None
            return Member(whole, name.text, kind, span)
    assert_never(step)


def _item(whole: Place, node: s.Expression, span: Span, scope: Scope) -> Place | None:
    index = scope.value(node)
    if not isinstance(whole.type, Array):
        scope.problems.add("VS344", node.span, f"{described(whole.type)} has no elements")
        return None
    if index is None:
        return None
    if not compatible(whole.type.index, index.type):
        mismatch(whole.type.index, index.type, "the index", node.span, scope)
        return None
    return Item(whole, index, whole.type.element, span)


def _element(whole: Place, kind: Multiset, node: s.Expression, span: Span, scope: Scope) -> Place | None:
    if isinstance(node, s.Designator) and not node.steps:
        entry = scope.entry(node.name)
        if isinstance(entry, Drawn) and same(entry.multiset, kind):
            return Entry(whole, entry.binder, kind.element, span)
        if isinstance(entry, Broken):
            return None
    hint = "`choose`, `multisetcount` and `multisetremovepred` give names to elements"
    scope.problems.add("VS350", node.span, "an element of a multiset is named by a name for its elements", hint)
    return None
