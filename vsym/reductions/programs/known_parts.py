"""Which parts of a program depend on the values of names alone, whatever the state is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from vsym.models.program.expressions import (
    Binary,
    Bound,
    Call,
    Constant,
    Global,
    IsMember,
    Item,
    Local,
    Member,
    Read,
    Reference,
    Referenced,
    Ternary,
    Unary,
)
from vsym.models.program.memory import Location
from vsym.models.program.program import Program
from vsym.models.program.statements import Invoke
from vsym.models.program.traversal import Node, everything, parts
from vsym.models.program.types import Type

Names: TypeAlias = dict[int, Location | int]
"""What names stand for that are known: a binder for a number, a variable for a memory of its own, a reference for a
place in the state."""

STATE: list[int] = []
"""The memory of the state, of which nothing is known."""


def in_state(offset: int, of: Type) -> Location:
    """A place in the state."""
    return Location(STATE, offset, of)


class KnownParts:
    """What has to be known for the parts of one program; each part is looked at once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._closed: dict[int, bool] = {}
        # With the nodes themselves, as their identities may be others' when they are gone.
        self._parts: dict[int, tuple[Node, tuple[Node, ...]]] = {}
        self._needed: dict[int, tuple[Node, frozenset[int] | None]] = {}

    def parts(self, node: Node) -> Sequence[Node]:
        """What a node of the program is made of."""
        known = self._parts.get(id(node))
        if known is None:
            known = self._parts[id(node)] = node, tuple(parts(node))
        return known[1]

    def is_known(self, node: Node, names: Names) -> bool:
        """Whether the value of an expression, or where a place is in the state, depends on these names alone."""
        known = self._needed.get(id(node))
        if known is None:
            known = self._needed[id(node)] = node, self._needs(node)
        return known[1] is not None and known[1] <= names.keys()

    def _needs(self, node: Node) -> frozenset[int] | None:
        """The names that have to be known for it; None where the state has to be known, too."""
        match node:
            case Global() | Constant():
                return frozenset()
            case Bound(binder):
                return frozenset((binder.number,))
            case Referenced(reference):
                return frozenset((reference.number,))
            case Read(Local(variable)):
                return frozenset((variable.number,))
            case Unary() | Binary() | Ternary() | IsMember() | Item() | Member():
                needed = [self._needs(part) for part in self.parts(node)]
            case Call(routine, arguments) if self.closed(routine):
                needed = [self._needs(argument) for argument in arguments]
            case _:
                return None
        known = [one for one in needed if one is not None]
        return frozenset[int]().union(*known) if len(known) == len(needed) else None

    def closed(self, routine: int) -> bool:
        """Whether the result of a routine depends on nothing but the values of its arguments."""
        if routine not in self._closed:
            self._closed[routine] = False
            called = self._program.routines[routine]
            references = any(isinstance(parameter.name, Reference) for parameter in called.parameters)
            self._closed[routine] = not references and all(map(self._is_closed, everything(called.body)))
        return self._closed[routine]

    def _is_closed(self, node: Node) -> bool:
        return self.closed(node.routine) if isinstance(node, Call | Invoke) else not isinstance(node, Global)
