"""The outline of a piece of a program, without its parameters: pieces of one outline do the same to other slots, so
that one of them is run symbolically, and the others are it with its slots renamed.

Parameters decide which slots are named and which numbers stand in an expression; all else depends on the state. A place
that they name is known by its slots: a number that is an index alone makes no difference.

Which parts of a program are static, that is depend on the values of names alone, is decided first.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.models.program import expressions as syntax
from vsym.models.program.evaluation import located, number, values
from vsym.models.program.faults import FaultError
from vsym.models.program.memory import Frame, Location
from vsym.models.program.program import Program
from vsym.models.program.statements import Add, Bind, For, Invoke, Let, Remove, RemoveIf, Scope
from vsym.models.program.traversal import Node, domain_parts, everything, parts
from vsym.models.program.types import Simple, Type, width

Names: TypeAlias = dict[int, Location | int]
"""The meanings of names that are known: a binder for a number, a variable for a memory of its own, a reference for a
place in the state."""

STATE: list[int] = []
"""The memory of the state, of which nothing is known."""


def in_state(offset: int, of: Type) -> Location:
    """A place in the state."""
    return Location(STATE, offset, of)


class StaticParts:
    """The names that parts of one program depend on; vsym analyses each part once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._closed: dict[int, bool] = {}
        # With the nodes themselves, as their identities may be others' when they are gone.
        self._parts: dict[int, tuple[Node, tuple[Node, ...]]] = {}
        self._needed: dict[int, tuple[Node, frozenset[int] | None]] = {}

    def parts(self, node: Node) -> Sequence[Node]:
        """The parts of a node of the program."""
        entry = self._parts.get(id(node))
        if entry is None:
            entry = self._parts[id(node)] = node, tuple(parts(node))
        return entry[1]

    def is_static(self, node: Node, names: Names) -> bool:
        """Tells if the value of an expression, or where a place is in the state, depends on these names alone."""
        entry = self._needed.get(id(node))
        if entry is None:
            entry = self._needed[id(node)] = node, self._needs(node)
        return entry[1] is not None and entry[1] <= names.keys()

    def _needs(self, node: Node) -> frozenset[int] | None:
        """The names whose meanings determine a node's value; None where it may depend on the state as well."""
        match node:
            case syntax.Global() | syntax.Constant():
                return frozenset()
            case syntax.Bound(name) | syntax.Referenced(name) | syntax.Read(syntax.Local(name)):
                return frozenset((name.number,))
            case (
                syntax.Unary()
                | syntax.Binary()
                | syntax.Ternary()
                | syntax.IsMember()
                | syntax.Item()
                | syntax.Member()
            ):
                needed = [self._needs(part) for part in self.parts(node)]
            case syntax.Call(routine, arguments) if self.closed(routine):
                needed = [self._needs(argument) for argument in arguments]
            case _:
                return None
        names = [one for one in needed if one is not None]
        return frozenset[int]().union(*names) if len(names) == len(needed) else None

    def closed(self, routine: int) -> bool:
        """Tells if the result of a routine depends on nothing but the values of its arguments."""
        if routine not in self._closed:
            self._closed[routine] = False
            called = self._program.routines[routine]
            references = any(isinstance(parameter.name, syntax.Reference) for parameter in called.parameters)
            self._closed[routine] = not references and all(map(self._is_closed, everything(called.body)))
        return self._closed[routine]

    def _is_closed(self, node: Node) -> bool:
        return (
            self.closed(node.routine) if isinstance(node, syntax.Call | Invoke) else not isinstance(node, syntax.Global)
        )


MOST = 5_000
"""The most slots that an outline may name, each as often as it is named."""

DEEP = 16
"""The depth to which calls are followed."""


class _NoOutlineError(Exception):
    """A piece depends on its parameters in another way."""


@frozen
class Outline:
    """The `key` is the same for pieces that do the same with the slots at the same places of `slots`."""

    key: Hashable
    slots: tuple[int, ...]


class Outlines:
    """The outlines of pieces of one program; `codes` are those that each slot may have."""

    def __init__(self, program: Program, codes: Sequence[int]) -> None:
        self._program, self._codes = program, codes
        self.static = StaticParts(program)
        self._called: dict[Hashable, tuple[list[int], list[int]]] = {}

    def of(self, pieces: Sequence[Node], names: Names) -> Outline | None:
        """The outline of pieces in a row; None where there is none."""
        walk = _Walk(self, self._program, 0)
        try:
            walk.through(pieces, names)
        except (_NoOutlineError, FaultError):
            return None
        places: dict[int, int] = {}
        pattern = tuple([places.setdefault(slot, len(places)) for slot in walk.slots])
        slots = tuple(places)
        codes = tuple([self._codes[slot] for slot in slots])
        return Outline((tuple(walk.numbers), pattern, codes), slots)

    def called(self, routine: int, names: Names, depth: int) -> tuple[list[int], list[int]]:
        """The numbers and slots that a routine names where its parameters stand for these; each is walked once."""
        arguments = tuple([(number, _identity(meaning)) for number, meaning in names.items()])
        if (routine, arguments) not in self._called:
            walk = _Walk(self, self._program, depth)
            walk.through(self._program.routines[routine].body, names)
            self._called[routine, arguments] = walk.numbers, walk.slots
        return self._called[routine, arguments]


class _Walk:
    """A way through pieces: the numbers that matter, and the slots, both in order."""

    def __init__(self, outlines: Outlines, program: Program, depth: int) -> None:
        self._outlines, self._static, self._program, self._depth = outlines, outlines.static, program, depth
        self.numbers: list[int] = []
        self.slots: list[int] = []

    def through(self, nodes: Sequence[Node], names: Names) -> None:
        """Go through pieces in order."""
        for node in nodes:
            self._piece(node, names)

    def _piece(self, node: Node, names: Names) -> None:
        if isinstance(node, syntax.Expression) and self._static.is_static(node, names):
            if not isinstance(node, syntax.Constant):
                self.numbers.append(number(self._frame(names), node))
            return
        match node:
            case syntax.Global() | syntax.Local() | syntax.Referenced() | syntax.Item() | syntax.Member():
                self._place(node, names)
            case syntax.Quantified(_, binder, domain, body):
                for value in self._values(domain, names):
                    self._piece(body, {**names, binder.number: value})
            case For(binder, domain, body):
                for value in self._values(domain, names):
                    self.through(body, {**names, binder.number: value})
            case syntax.Call(routine, arguments) | Invoke(routine, arguments):
                self._call(routine, arguments, names)
            case Scope(aliases, body):
                for alias in aliases:
                    names = self._named(alias, names)
                self.through(body, names)
            case syntax.Bound() | syntax.Entry() | syntax.Count() | Add() | Remove() | RemoveIf():
                raise _NoOutlineError
            case _:
                self.through(self._static.parts(node), names)

    def _place(self, place: syntax.Place, names: Names) -> None:
        """A place; of one that depends on the state, all that it may be a part of."""
        if self._static.is_static(place, names):
            where = located(self._frame(names), place)
            self.slots.extend(range(where.offset, where.offset + width(where.type)))
            if len(self.slots) > MOST:
                raise _NoOutlineError
            return
        match place:
            case syntax.Item(inner, index):
                self._piece(index, names)
                self._place(inner, names)
            case syntax.Member(inner):
                self._place(inner, names)
            case syntax.Entry():
                raise _NoOutlineError

    def _values(self, domain: syntax.Domain, names: Names) -> list[int]:
        if isinstance(domain, syntax.Entries) or not all(
            self._static.is_static(part, names) for part in domain_parts(domain)
        ):
            raise _NoOutlineError
        numbers = list(values(self._frame(names), domain))
        self.numbers.append(len(numbers))
        return numbers

    def _call(self, routine: int, arguments: Sequence[syntax.Place | syntax.Expression], names: Names) -> None:
        inside: Names = {}
        for parameter, argument in zip(self._program.routines[routine].parameters, arguments, strict=True):
            self._name(parameter.name, argument, names, inside)
        if self._depth == DEEP:
            raise _NoOutlineError
        numbers, slots = self._outlines.called(routine, inside, self._depth + 1)
        self.numbers.extend(numbers)
        self.slots.extend(slots)

    def _named(self, alias: Bind | Let, names: Names) -> Names:
        inside = dict(names)
        match alias:
            case Bind(name, given) | Let(name, given):
                self._name(name, given, names, inside)
        return inside

    def _name(
        self,
        name: syntax.Variable | syntax.Reference,
        given: syntax.Place | syntax.Expression,
        names: Names,
        inside: Names,
    ) -> None:
        """The meaning of a name `inside`, where it is known: it cannot be assigned. Else, it is walked here."""
        inside.pop(name.number, None)
        if not self._static.is_static(given, names):
            self._piece(given, names)
        elif isinstance(given, syntax.Place):
            inside[name.number] = located(self._frame(names), given)
        else:
            code = name.type.code(number(self._frame(names), given)) if isinstance(name.type, Simple) else 0
            if not code:
                raise _NoOutlineError
            inside[name.number] = Location([code], 0, name.type)

    def _frame(self, names: Names) -> Frame:
        return Frame(self._program, STATE, names)


def _identity(meaning: Location | int) -> Hashable:
    """The meaning of a name as a key: a number, the place where something begins in the state, or a code."""
    if isinstance(meaning, int):
        return meaning
    return ("place", meaning.offset) if meaning.memory is STATE else ("code", meaning.memory[0])
