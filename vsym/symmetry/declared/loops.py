"""Whether the order in which a loop goes through the elements of a scalarset can matter.

It cannot where the body for one element and the body for another one can be exchanged, whatever the state is: each
writes only what the other neither reads nor writes, or both do the same to it, or add to a number, or put elements into
a multiset. Errors of the program end the rule in either order: which bodies end in one does not depend on the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.models.program.expressions import Local, Member, Place
from vsym.models.program.statements import Assign, Clear, For, If, Scope, Statement, Undefine
from vsym.models.program.traversal import Node, domain_parts, everything
from vsym.symmetry.declared.effects import Access, Effects, may_meet
from vsym.symmetry.declared.spots import Names, assigned_variables


@frozen
class Conflict:
    """An access that does not commute with another one of a later turn; with none, it ends the loop."""

    access: Access
    other: Access | None = None


def conflict(
    effects: Effects, loop: For, names: Names, owner: Sequence[Statement], removed: frozenset[int]
) -> Conflict | None:
    """The first reason why the order may matter, None where it cannot.

    `owner` is the body of the rule or the routine that the loop stands in; `removed` are the numbers of the variables
    with multisets from which an element may have been taken out before.
    """
    binder = loop.binder.number
    inside = names.looped(binder, scratch(loop, owner))
    accesses = tuple(dict.fromkeys(effects.of(loop.body, inside)))
    for access in accesses:
        if access.kind in ("return", "assume", "recursion"):
            return Conflict(access)
    for access in accesses:
        if access.kind == "read":
            continue
        for other in accesses:
            if may_meet(access, other, binder) and not _commute(access, other, removed):
                return Conflict(access, other)
    return None


def _commute(write: Access, other: Access, removed: frozenset[int]) -> bool:
    """Whether what is done to places that may be the same leads to the same in either order."""
    match write.kind, other.kind:
        case "set", "set":
            return write.value is not None and write.value == other.value
        case ("undefine", "undefine") | ("clear", "clear"):
            return True
        case ("raise", "raise") | ("lower", "lower") | ("insert", "insert"):
            return True
        case "insert", "read":
            # A new element takes a free place, so that an element which is there is left alone.
            return other.entry and len(other.spot.steps) > len(write.spot.steps) and write.spot.root not in removed
    return False


def scratch(loop: For, owner: Sequence[Statement]) -> set[int]:
    """The numbers of local variables that only the loop uses, and that every turn sets before it reads them."""
    inside = Counter(node.variable.number for node in everything(loop.body) if isinstance(node, Local))
    around = Counter(node.variable.number for node in everything(owner) if isinstance(node, Local))
    return {
        number
        for number, count in inside.items()
        if count == around[number] and (_set_first(number, loop.body) or _fields_set_first(number, loop.body))
    }


def _set_first(number: int, body: Sequence[Statement]) -> bool:
    """Whether statements set a variable, as a whole, before they do anything else with it."""
    for statement in body:
        if not _mentions(number, (statement,)):
            continue
        match statement:
            case Clear(Local()) | Undefine(Local()):
                return True
            case Assign(Local(variable), value) if variable.number == number and not _mentions(number, (value,)):
                return True
            case If(cases, otherwise) if not _mentions(number, [condition for condition, _ in cases]):
                inner = [*(inside for _, inside in cases), otherwise]
            case Scope(aliases, inside) if not _mentions(number, aliases):
                inner = [inside]
            case For(_, domain, inside) if not _mentions(number, [*domain_parts(domain)]):
                inner = [inside]
            case _:
                return False
        if not all(_set_first(number, one) for one in inner):
            return False
    return True


def _fields_set_first(number: int, body: Sequence[Statement]) -> bool:
    """Whether statements first set all fields of a variable that they set at all."""
    used = False
    for statement in body:
        if not _mentions(number, (statement,)):
            continue
        match statement:
            case Assign(place, value) if _field(number, place) and not _mentions(number, (value,)) and not used:
                continue
            case Clear(place) | Undefine(place) if _field(number, place) and not used:
                continue
        if number in assigned_variables((statement,)):
            return False
        used = True
    return True


def _mentions(number: int, nodes: Sequence[Node]) -> bool:
    return any(isinstance(node, Local) and node.variable.number == number for node in everything(nodes))


def _field(number: int, place: Place) -> bool:
    match place:
        case Local(variable):
            return variable.number == number
        case Member(inner):
            return _field(number, inner)
    return False
