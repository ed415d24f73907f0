"""Aliases: names for places, which are bound once, and for values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vsym.languages.murphi.places import Located, denoted
from vsym.languages.murphi.scope import Placed, Scope, Valued
from vsym.languages.murphi.syntax import declarations as d
from vsym.languages.murphi.syntax import expressions as s
from vsym.models.program.expressions import Bound, Constant, Expression, Local, Reference, Referenced, Variable
from vsym.models.program.statements import Bind, Let


def aliased(namings: Sequence[d.Naming], scope: Scope) -> tuple[Bind | Let, ...]:
    """The aliases, which are declared in the scope; those with an error, which has been reported, are broken."""
    return tuple(made for naming in namings for made in _made(naming, scope))


def substituted(namings: Sequence[d.Naming], scope: Scope) -> None:
    """Declare aliases as what they stand for, which is the same where nothing changes: around a property."""
    for naming in namings:
        found = _denoted(naming.value, scope)
        for name in naming.names:
            if found is None:
                scope.give_up(name)
            elif isinstance(found, Located):
                scope.declare(name, Placed(found.place, found.writable))
            else:
                scope.declare(name, Valued(found))


def _made(naming: d.Naming, scope: Scope) -> Iterable[Bind | Let]:
    found = _denoted(naming.value, scope)
    for name in naming.names:
        match found:
            case None:
                scope.give_up(name)
            case Located(place, writable):
                reference = Reference(name.text, place.type, scope.shared.numbering.number())
                scope.declare(name, Placed(Referenced(reference, place.type, name.span), writable))
                yield Bind(reference, place, naming.span)
            case Constant() | Bound():
                scope.declare(name, Valued(found))
            case _:
                variable = Variable(name.text, found.type, scope.shared.numbering.number())
                scope.declare(name, Placed(Local(variable, found.type, name.span), writable=False))
                yield Let(variable, found, naming.span)


def _denoted(node: s.Expression, scope: Scope) -> Located | Expression | None:
    if isinstance(node, s.Designator):
        return denoted(node, scope)
    return scope.value(node)
