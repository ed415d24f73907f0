"""Calls of functions and procedures."""

from __future__ import annotations

from vsym.languages.murphi.comparing import mismatch
from vsym.languages.murphi.places import written
from vsym.languages.murphi.scope import Broken, Header, Scope
from vsym.languages.murphi.syntax import expressions as s
from vsym.languages.murphi.typing import compatible, described, same
from vsym.models.program.expressions import Call, Expression, Place, Reference
from vsym.models.program.program import Parameter


def call(node: s.Calling, scope: Scope) -> Expression | None:
    """A call of a function; None where it has an error, which has been reported."""
    found = arguments(node, scope)
    if found is None:
        return None
    header, given = found
    if not header.function:
        scope.problems.add("VS343", node.span, f"`{node.name.text}` is a procedure, which has no result")
        return None
    return None if header.result is None else Call(header.number, given, header.result, node.span)


def arguments(node: s.Calling, scope: Scope) -> tuple[Header, tuple[Place | Expression, ...]] | None:
    """The routine that is called, and what it is given; None where there is an error, which has been reported."""
    header = scope.entry(node.name)
    if not isinstance(header, Header):
        if not isinstance(header, Broken):
            scope.problems.add("VS222", node.name.span, f"`{node.name.text}` is not a function or a procedure")
        _looked_through(node, scope)
        return None
    wanted = header.parameters
    if len(wanted) != len(node.arguments):
        _looked_through(node, scope)
        names = ", ".join(parameter.name.name for parameter in wanted) or "none"
        takes = f"{len(wanted)} argument{'' if len(wanted) == 1 else 's'}"
        message = f"`{node.name.text}` takes {takes}, and here it is given {len(node.arguments)}"
        scope.problems.add("VS343", node.span, message, f"its parameters: {names}")
        return None
    given = [_argument(one, parameter, scope) for one, parameter in zip(node.arguments, wanted, strict=True)]
    known = tuple(one for one in given if one is not None)
    return (header, known) if len(known) == len(given) else None


def _looked_through(node: s.Calling, scope: Scope) -> None:
    """Report what is wrong with arguments by themselves."""
    for one in node.arguments:
        scope.value(one)


def _argument(node: s.Expression, parameter: Parameter, scope: Scope) -> Place | Expression | None:
    name, kind = parameter.name.name, parameter.name.type
    if not isinstance(parameter.name, Reference):
        value = scope.value(node, wanted=kind)
        if value is not None and not compatible(kind, value.type):
            mismatch(kind, value.type, f"the argument for `{name}`", node.span, scope)
            return None
        return value
    if not isinstance(node, s.Designator):
        hint = "a `var` parameter stands for a variable"
        scope.problems.add("VS342", node.span, f"the argument for `{name}` is a value, not a variable", hint)
        return None
    place = written(node, scope)
    if place is not None and not same(kind, place.type):
        hint = "an argument for a `var` parameter has the very type of the parameter"
        message = f"the argument for `{name}` is of another type than {described(kind)}"
        scope.problems.add("VS340", node.span, message, hint)
        return None
    return place
