"""Places, which are names with indices and fields, aliases of places, and calls, whose arguments may be places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from vsym.basics.frozen import frozen
from vsym.basics.source import Span, did_you_mean
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.scope import Broken, Drawn, Header, Placed, Scope, Typing, Valued
from vsym.languages.murphi.typing import described, fits, passed, same
from vsym.languages.problems import complete
from vsym.models.program.expressions import (
    Bound,
    Call,
    Constant,
    Entry,
    Expression,
    Item,
    Local,
    Member,
    Place,
    Read,
    Reference,
    Referenced,
    Variable,
)
from vsym.models.program.program import Parameter
from vsym.models.program.statements import Bind, Let
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
            scope.problems.add("VS344", node.steps[0].span, f"`{node.name.text}` is a value and has no parts")
            return None
        case Placed(place, writable):
            target: Place | None = replace(place, span=node.name.span)
            for step in node.steps:
                if target is not None:
                    target = _part(target, step, scope)
            return None if target is None else Located(target, writable)
        case Drawn():
            message = f"`{node.name.text}` names an element of a multiset; write the element as `m[{node.name.text}]`"
            scope.problems.add("VS350", node.name.span, message)
            return None
        case Typing() | Header():
            what = "a type" if isinstance(entry, Typing) else "a routine"
            hint = None if isinstance(entry, Typing) else f"call it as `{node.name.text}(…)`"
            scope.problems.add("VS222", node.name.span, f"`{node.name.text}` is {what}, not a value", hint)
            return None
    assert_never(entry)


def _is_drawn(node: s.Expression, scope: Scope) -> bool:
    """True where this names an element of a multiset, which has a meaning only there."""
    return isinstance(node, s.Designator) and not node.steps and isinstance(scope.entry(node.name), Drawn)


def place(node: s.Designator, scope: Scope) -> Place | None:
    """The place that a designator stands for; None where it stands for none, which has been reported."""
    target = denoted(node, scope)
    if target is None or isinstance(target, Located):
        return None if target is None else target.place
    scope.problems.add("VS342", node.span, f"`{node.name.text}` is a value, not a variable")
    return None


def written(node: s.Designator, scope: Scope) -> Place | None:
    """The place that is to be written; None where it may not be, which has been reported."""
    target = denoted(node, scope)
    if isinstance(target, Located) and target.writable:
        return target.place
    if isinstance(target, Located):
        hint = "declare a parameter with `var`, or change a copy in a local variable"
        scope.problems.add("VS342", node.span, f"`{node.name.text}` is read-only", hint)
    elif target is not None:
        scope.problems.add("VS342", node.span, f"`{node.name.text}` is a value and cannot be changed")
    return None


def multiset(node: s.Designator, scope: Scope, *, change: bool = False) -> tuple[Place, Multiset] | None:
    """The multiset that a designator stands for, to be changed or not; None where it is none, which has been
    reported."""
    target = written(node, scope) if change else place(node, scope)
    if target is None:
        return None
    if isinstance(target.type, Multiset):
        return target, target.type
    scope.problems.add("VS350", node.span, f"this is {described(target.type)}, not a multiset")
    return None


def read(place: Place, *, copied: bool) -> Read:
    """The value of a place, to be used or only to be copied."""
    return Read(place, isinstance(place.type, Simple) and not copied, place.type, place.span)


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
                fields = [field for field, _ in whole.type.fields]
                hint = did_you_mean(name.text, fields) or f"its fields: {', '.join(fields) or 'none'}"
                scope.problems.add("VS221", name.span, f"{described(whole.type)} has no field `{name.text}`", hint)
                return None
            return Member(whole, name.text, kind, span)
    assert_never(step)


def _item(whole: Place, node: s.Expression, span: Span, scope: Scope) -> Place | None:
    index = scope.value(node)
    if not isinstance(whole.type, Array):
        scope.problems.add("VS344", node.span, f"{described(whole.type)} has no elements")
        return None
    if index is None or not fits(whole.type.index, index.type, "the index", node.span, scope):
        return None
    return Item(whole, index, whole.type.element, span)


def _element(whole: Place, kind: Multiset, node: s.Expression, span: Span, scope: Scope) -> Place | None:
    if isinstance(node, s.Designator) and not node.steps:
        entry = scope.entry(node.name)
        if isinstance(entry, Drawn) and same(entry.multiset, kind):
            return Entry(whole, entry.binder, kind.element, span)
        if isinstance(entry, Broken):
            return None
    hint = "`choose`, `multisetcount` and `multisetremovepred` introduce such names"
    scope.problems.add("VS350", node.span, "an index of a multiset must be a name of one of its elements", hint)
    return None


def call(node: s.Calling, scope: Scope) -> Expression | None:
    """A call of a function; None where it has an error, which has been reported."""
    call = arguments(node, scope)
    if call is None:
        return None
    header, given = call
    if not header.function:
        scope.problems.add("VS343", node.span, f"`{node.name.text}` is a procedure and has no result")
        return None
    return None if header.result is None else Call(header.number, given, header.result, node.span)


def arguments(node: s.Calling, scope: Scope) -> tuple[Header, tuple[Place | Expression, ...]] | None:
    """The called routine and its arguments; None where there is an error, which has been reported."""
    header = scope.entry(node.name)
    if not isinstance(header, Header):
        if not isinstance(header, Broken):
            scope.problems.add("VS222", node.name.span, f"`{node.name.text}` is not a function or a procedure")
        for one in node.arguments:
            scope.value(one)
        return None
    parameters = header.parameters
    if len(parameters) != len(node.arguments):
        for one in node.arguments:
            scope.value(one)
        names = ", ".join(parameter.name.name for parameter in parameters) or "none"
        takes = f"{len(parameters)} argument{'' if len(parameters) == 1 else 's'}"
        message = f"`{node.name.text}` takes {takes}, but gets {len(node.arguments)}"
        scope.problems.add("VS343", node.span, message, f"its parameters: {names}")
        return None
    pairs = zip(node.arguments, parameters, strict=True)
    given: list[Place | Expression] | None = complete(_argument(one, parameter, scope) for one, parameter in pairs)
    return None if given is None else (header, tuple(given))


def _argument(node: s.Expression, parameter: Parameter, scope: Scope) -> Place | Expression | None:
    name, kind = parameter.name.name, parameter.name.type
    if not isinstance(parameter.name, Reference):
        return passed(node, kind, f"the argument for `{name}`", scope)
    if not isinstance(node, s.Designator):
        hint = "a `var` parameter needs a variable"
        scope.problems.add("VS342", node.span, f"the argument for `{name}` is a value, not a variable", hint)
        return None
    place = written(node, scope)
    if place is not None and not same(kind, place.type):
        hint = "an argument for a `var` parameter has exactly the parameter's type"
        message = f"the argument for `{name}` is not of its type, {described(kind)}"
        scope.problems.add("VS340", node.span, message, hint)
        return None
    return place


def aliased(namings: Sequence[d.Naming], scope: Scope) -> tuple[Bind | Let, ...]:
    """The aliases, which are declared in the scope; those with an error, which has been reported, are broken."""
    return tuple(made for naming in namings for made in _made(naming, scope))


def substituted(namings: Sequence[d.Naming], scope: Scope) -> None:
    """Declare each alias as the place or value that it stands for, as around a property, where nothing changes."""
    for naming in namings:
        bound = _denoted(naming.value, scope)
        for name in naming.names:
            if bound is None:
                scope.give_up(name)
            elif isinstance(bound, Located):
                scope.declare(name, Placed(bound.place, bound.writable))
            else:
                scope.declare(name, Valued(bound))


def _made(naming: d.Naming, scope: Scope) -> Iterable[Bind | Let]:
    bound = _denoted(naming.value, scope)
    for name in naming.names:
        match bound:
            case None:
                scope.give_up(name)
            case Located(place, writable):
                reference = Reference(name.text, place.type, scope.shared.numbering.number())
                scope.declare(name, Placed(Referenced(reference, place.type, name.span), writable))
                yield Bind(reference, place, naming.span)
            case Constant() | Bound():
                scope.declare(name, Valued(bound))
            case _:
                variable = Variable(name.text, bound.type, scope.shared.numbering.number())
                scope.declare(name, Placed(Local(variable, bound.type, name.span), writable=False))
                yield Let(variable, bound, naming.span)


def _denoted(node: s.Expression, scope: Scope) -> Located | Expression | None:
    if isinstance(node, s.Designator):
        return denoted(node, scope)
    return scope.value(node)
