"""Which places of a program may be the same: places with references resolved, and indices as far as they are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.models.program.expressions import (
    Bound,
    Call,
    Constant,
    Entry,
    Expression,
    Global,
    Item,
    Local,
    Member,
    Place,
    Read,
    Reference,
    Referenced,
    Variable,
)
from vsym.models.program.program import Routine
from vsym.models.program.statements import Add, Assign, Bind, Clear, Invoke, Let, Remove, RemoveIf, Undefine
from vsym.models.program.traversal import Node, everything


@frozen
class Chosen:
    """The value that a binder has."""

    binder: int


@frozen
class Fixed:
    """A value that is known."""

    value: int


Index: TypeAlias = Chosen | Fixed | None
"""What is known of an index; None where nothing is."""


@frozen
class Spot:
    """A variable by its number, and the fields and indices from it on."""

    root: int
    steps: tuple[str | Index, ...] = ()

    def below(self, step: str | Index) -> Spot:
        """A part of it."""
        return Spot(self.root, (*self.steps, step))


@frozen
class Names:
    """What names stand for at some point of a program.

    `indices` are the values of variables that nothing assigns to after they are made. `inner` are the numbers of the
    names made since the beginning of the loop that is looked at.
    """

    references: Mapping[int, Spot]
    indices: Mapping[int, Index]
    inner: frozenset[int] = frozenset()

    def index(self, expression: Expression) -> Index:
        """What is known of a value."""
        match expression:
            case Constant(value):
                return Fixed(value)
            case Bound(binder):
                return Chosen(binder.number)
            case Read(Local(variable)):
                return self.indices.get(variable.number)
        return None

    def spot(self, place: Place) -> Spot:
        """A place as far as it is known."""
        match place:
            case Global(variable) | Local(variable):
                return Spot(variable.number)
            case Referenced(reference):
                return self.references[reference.number]
            case Item(inner, index):
                return self.spot(inner).below(self.index(index))
            case Member(inner, name):
                return self.spot(inner).below(name)
            case Entry(inner, binder):
                return self.spot(inner).below(Chosen(binder.number))
        assert_never(place)

    def made(self, number: int) -> Names:
        """With a name made inside the loop."""
        return Names(self.references, self.indices, self.inner | {number})

    def aliased(self, alias: Bind | Let) -> Names:
        """With an alias."""
        match alias:
            case Bind(reference, place):
                references = {**self.references, reference.number: self.spot(place)}
                return Names(references, self.indices, self.inner | {reference.number})
            case Let(variable, value):
                indices = {**self.indices, variable.number: self.index(value)}
                return Names(self.references, indices, self.inner | {variable.number})
        assert_never(alias)

    def called(self, routine: Routine, arguments: Sequence[Place | Expression]) -> Names:
        """Those inside a routine that is called."""
        references: dict[int, Spot] = {}
        indices: dict[int, Index] = {}
        assigned = assigned_variables(routine.body)
        for parameter, argument in zip(routine.parameters, arguments, strict=True):
            match parameter.name:
                case Reference(number=number):
                    assert isinstance(argument, Place)
                    references[number] = self.spot(argument)
                case Variable(number=number):
                    assert isinstance(argument, Expression)
                    indices[number] = None if number in assigned else self.index(argument)
        own = {parameter.name.number for parameter in routine.parameters} | {one.number for one in routine.locals}
        return Names(references, indices, self.inner | own)


def may_meet(left: Spot, right: Spot, binder: int) -> bool:
    """Whether two places may have a slot in common when the binder has one value for the left and another for the
    right one."""
    if left.root != right.root:
        return False
    for one, other in zip(left.steps, right.steps, strict=False):
        match one, other:
            case (str(), str()) | (Fixed(), Fixed()):
                if one != other:
                    return False
            case Chosen(first), Chosen(second):
                if first == second == binder:
                    return False
    return True


def root(place: Place) -> Variable | Reference:
    """The variable or the reference that a place is a part of."""
    match place:
        case Global(variable) | Local(variable):
            return variable
        case Referenced(reference):
            return reference
        case Item(inner) | Member(inner) | Entry(inner):
            return root(inner)
    assert_never(place)


def assigned_variables(nodes: Iterable[Node]) -> frozenset[int]:
    """The numbers of variables and references that statements may change, or that they give other names."""
    changed: set[int] = set()
    for node in everything(nodes):
        match node:
            case Assign(place) | Clear(place) | Undefine(place) | Bind(_, place):
                changed.add(root(place).number)
            case Add(_, place) | Remove(_, place) | RemoveIf(_, place):
                changed.add(root(place).number)
            case Invoke(_, arguments) | Call(_, arguments):
                changed |= {root(argument).number for argument in arguments if isinstance(argument, Place)}
    return frozenset(changed)
