"""The effects of statements: every place read or changed, in the order of the text, with calls put in place.

They decide whether the order in which a loop goes through the elements of a scalarset can matter. It cannot where the
bodies for two elements can be exchanged in every state: each writes only places that the other neither reads nor
writes, or both do the same to a place, or add to a number, or put elements into a multiset. Errors of the program end
the rule in either order: which bodies end in one does not depend on the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.models.program.expressions import (
    Binary,
    Bound,
    Call,
    Constant,
    Count,
    Entries,
    Entry,
    Expression,
    IsUndefined,
    Item,
    Local,
    Member,
    Place,
    Quantified,
    Read,
    Undefined,
)
from vsym.models.program.program import Program
from vsym.models.program.statements import (
    Add,
    Assign,
    Assume,
    Clear,
    For,
    If,
    Invoke,
    Remove,
    RemoveIf,
    Return,
    Scope,
    Statement,
    Undefine,
)
from vsym.models.program.traversal import Node, domain_parts, everything, parts
from vsym.models.program.types import Range
from vsym.symmetry.declared.aliasing import Chosen, Fixed, Index, Names, Spot, assigned_variables

AccessKind: TypeAlias = Literal[
    "read", "set", "undefine", "clear", "raise", "lower", "insert", "remove", "return", "assume", "recursion"
]
"""The kind of an access to a place.

A place is raised where a number that is not negative is added to it, and lowered where one is that is not positive. An
element is inserted into a multiset, or removed from it. The last three kinds concern no place.
"""

NOWHERE = Spot(-1)


@frozen
class Access:
    """The access of one part of the text to a place.

    `value` is the value that the place is set to, if it is known to be the same in every turn of the analysed loop.
    `entry` is true of a read inside an element of a multiset. `others` are values that the loop's binder does not have.
    """

    kind: AccessKind
    spot: Spot
    span: Span = field(compare=False, repr=False)
    value: Index = None
    entry: bool = False
    others: frozenset[Index] = frozenset()


@frozen
class Effects:
    """The accesses of statements of a program; `stack` are the routines that have led to them."""

    program: Program
    stack: tuple[int, ...] = ()

    def of(self, nodes: Iterable[Node], names: Names) -> Iterator[Access]:
        """The accesses of statements and expressions to places that are not their own."""
        for node in nodes:
            yield from self._of(node, names)

    def _of(self, node: Node, names: Names) -> Iterator[Access]:
        match node:
            case Assign() | Clear() | Undefine() | Add() | Remove() | RemoveIf():
                yield from self._changes(node, names)
            case Scope(aliases, body):
                for alias in aliases:
                    yield from self.of(parts(alias), names)
                    names = names.aliased(alias)
                yield from self.of(body, names)
            case If(cases, otherwise):
                for condition, body in cases:
                    yield from self._of(condition, names)
                    yield from self.of(body, names.where(condition, True))
                    names = names.where(condition, False)
                yield from self.of(otherwise, names)
            case Binary("&" | "|" | "->" as operator, left, right):
                yield from self._of(left, names)
                yield from self._of(right, names.where(left, operator != "|"))
            case For(binder, domain) | Quantified(_, binder, domain):
                if isinstance(domain, Entries):
                    yield from self._own("read", domain.place, names)
                yield from self.of(parts(node), names.made(binder.number))
            case Count(binder, place):
                yield from self._own("read", place, names)
                yield from self.of(parts(node), names.made(binder.number))
            case Invoke(routine, arguments) | Call(routine, arguments):
                yield from self.of(arguments, names)
                yield from self._called(routine, arguments, names, node.span)
            case Return():
                yield from self.of(parts(node), names)
                yield Access("return", NOWHERE, node.span)
            case Assume():
                yield from self.of(parts(node), names)
                yield Access("assume", NOWHERE, node.span)
            case Read(place) | IsUndefined(place):
                yield from self.of(parts(place), names)
                yield from self._own("read", place, names, entry=_through_entry(place))
            case _:
                yield from self.of(parts(node), names)

    def _changes(self, node: Assign | Clear | Undefine | Add | Remove | RemoveIf, names: Names) -> Iterator[Access]:
        yield from self.of(parts(node.place), names)
        match node:
            case Assign(place, value):
                kind, operand = _assigned(place, value)
                yield from self.of((operand,), names)
                yield from self._own(kind, place, names, names.same(value))
            case Clear(place):
                yield from self._own("clear", place, names)
            case Undefine(place):
                yield from self._own("undefine", place, names)
            case Add(element, place):
                yield from self.of((element,), names)
                yield from self._own("insert", place, names)
            case Remove(_, place):
                yield from self._own("remove", place, names)
            case RemoveIf(binder, place, condition):
                yield from self.of((condition,), names.made(binder.number))
                yield from self._own("remove", place, names)

    def _own(
        self, kind: AccessKind, place: Place, names: Names, value: Index = None, *, entry: bool = False
    ) -> Iterator[Access]:
        spot = names.spot(place)
        if spot.root not in names.inner:
            yield Access(kind, spot, place.span, value, entry, names.others)

    def _called(
        self, number: int, arguments: tuple[Place | Expression, ...], names: Names, span: Span
    ) -> Iterator[Access]:
        if number in self.stack:
            yield Access("recursion", NOWHERE, span)
            return
        routine = self.program.routines[number]
        inside = Effects(self.program, (*self.stack, number))
        for access in inside.of(routine.body, names.called(routine, arguments)):
            if access.kind != "return":
                yield access


def _assigned(place: Place, value: Expression) -> tuple[AccessKind, Expression]:
    """The kind of access of an assignment, and the expression that it reads for that besides the place."""
    match value:
        case Undefined():
            return "undefine", value
        case Binary("+", Read(same), operand) | Binary("+", operand, Read(same)) if same == place:
            sign = _sign(operand)
        case Binary("-", Read(same), operand) if same == place:
            sign = -_sign(operand)
        case _:
            return "set", value
    return ("set", value) if sign == 0 else ("raise" if sign > 0 else "lower", operand)


def _sign(expression: Expression) -> int:
    """1 for a number that is never negative, -1 for one that is never positive, 0 where that is not known."""
    match expression:
        case Constant(value):
            return 1 if value >= 0 else -1
        case Count():
            return 1
        case Read(type=Range(low, high)) | Bound(type=Range(low, high)):
            return 1 if low >= 0 else -1 if high <= 0 else 0
    return 0


def _through_entry(place: Place) -> bool:
    while isinstance(place, Item | Member):
        place = place.place
    return isinstance(place, Entry)


def may_meet(left: Access, right: Access, turn: int) -> bool:
    """Tells if two accesses in different turns of a loop, which its binder tells apart, may be to the same slot."""
    if left.spot.root != right.spot.root:
        return False
    for one, other in zip(left.spot.steps, right.spot.steps, strict=False):
        match one, other:
            case (str(), str()) | (Fixed(), Fixed()) if one != other:
                return False
        if one == Chosen(turn) and (other == one or other in left.others):
            return False
        if other == Chosen(turn) and one in right.others:
            return False
    return True


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
    """Tells if two accesses to places that may be the same have the same effect in either order."""
    match write.kind, other.kind:
        case "set", "set":
            return write.value is not None and write.value == other.value
        case "insert", "read":
            # A new element takes a free place, so that an element which is there is left alone.
            return other.entry and len(other.spot.steps) > len(write.spot.steps) and write.spot.root not in removed
    return write.kind == other.kind and write.kind in ("undefine", "clear", "raise", "lower", "insert")


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
    """Tells if statements set a variable, as a whole, before they do anything else with it."""
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
    """Tells if statements first set all fields of a variable that they set at all."""
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
    while isinstance(place, Member):
        place = place.place
    return isinstance(place, Local) and place.variable.number == number
