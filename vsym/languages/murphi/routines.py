"""Functions and procedures."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.languages.murphi.scope import Header, Placed, Scope
from vsym.languages.murphi.sections import local_variables
from vsym.languages.murphi.statements import block
from vsym.languages.murphi.syntax import declarations as d
from vsym.languages.murphi.syntax import expressions as s
from vsym.models.program.expressions import Local, Place, Reference, Referenced, Variable
from vsym.models.program.program import Parameter, Routine


@frozen
class Declared:
    """A routine whose header is known, with its parameters by their names, and its body still as written."""

    header: Header
    names: tuple[tuple[s.Name, Parameter], ...]
    broken: tuple[s.Name, ...]
    node: d.RoutineSyntax


def declared(node: d.RoutineSyntax, number: int, scope: Scope) -> Declared:
    """The header of a routine, which is declared in the scope."""
    names: list[tuple[s.Name, Parameter]] = []
    broken: list[s.Name] = []
    for formal in node.parameters:
        found = scope.type(formal.type)
        for name in formal.names:
            if found is None:
                broken.append(name)
                continue
            made = Reference if formal.var else Variable
            names.append((name, Parameter(made(name.text, found, scope.shared.numbering.number()), name.span)))
    result = None if node.result is None else scope.type(node.result)
    parameters = tuple(parameter for _, parameter in names)
    header = Header(node.name.text, number, parameters, node.result is not None, result)
    if broken:
        scope.give_up(node.name)
    else:
        scope.declare(node.name, header)
    return Declared(header, tuple(names), tuple(broken), node)


def routines(found: Sequence[Declared], scope: Scope) -> tuple[Routine, ...]:
    """The routines with their bodies; whether they are pure is not known yet."""
    return tuple(_routine(one, scope) for one in found)


def _routine(one: Declared, scope: Scope) -> Routine:
    header, node = one.header, one.node
    inner = scope.inner(header)
    for name, parameter in one.names:
        match parameter.name:
            case Reference() as reference:
                place: Place = Referenced(reference, reference.type, name.span)
                inner.declare(name, Placed(place, writable=True))
            case variable:
                inner.declare(name, Placed(Local(variable, variable.type, name.span), writable=False))
    inner.give_up(*one.broken)
    variables = local_variables(node.sections, inner)
    body = block(node.body, inner)
    return Routine(
        header.name, header.number, header.parameters, header.result, variables, body, pure=False, span=node.span
    )
