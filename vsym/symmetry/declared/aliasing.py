"""The places of a program that may be the same, with references resolved, and indices as far as they are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.models.program.expressions import (
    Binary,
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
    Ternary,
    Unary,
    Undefined,
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


@frozen
class Stable:
    """The value of an expression that uses no name made inside the analysed loop: the same in every turn, as long as no
    turn writes to a place that it reads."""

    expression: Expression


Index: TypeAlias = Chosen | Fixed | Stable | None
"""The abstract value of an index; None where nothing is known of it."""


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
    """The meaning of names at some point of a program.

    `indices` are the values of variables that nothing assigns to after they are made. Inside the analysed loop, `turn`
    is the number of its binder, `inner` are the numbers of the names made since its beginning, and the binder's value
    is none of `others`.
    """

    references: Mapping[int, Spot]
    indices: Mapping[int, Index]
    inner: frozenset[int] = frozenset()
    turn: int | None = None
    others: frozenset[Index] = frozenset()

    def index(self, expression: Expression) -> Index:
        """The abstract value of an expression as an index; None where nothing is known of it."""
        match expression:
            case Constant(value):
                return Fixed(value)
            case Bound(binder):
                return Chosen(binder.number)
            case Read(Local(variable)) if (index := self.indices.get(variable.number)) is not None:
                return index
        return Stable(expression) if self.turn is not None and self._stable(expression) else None

    def same(self, expression: Expression) -> Index:
        """The abstract value of an expression that has the same value in every turn; None where that is not known."""
        index = self.index(expression)
        return None if isinstance(index, Chosen) and index.binder in self.inner else index

    def _stable(self, expression: Expression) -> bool:
        """Tells if a value depends on nothing that is made inside the loop."""
        for node in everything((expression,)):
            match node:
                case Bound(binder) | Entry(binder=binder):
                    number = binder.number
                case Local(variable):
                    number = variable.number
                case Referenced(reference):
                    number = reference.number
                case Undefined() | Constant() | Read() | Global() | Item() | Member() | Unary() | Binary() | Ternary():
                    continue
                case _:
                    return False
            if number in self.inner:
                return False
        return True

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

    def looped(self, binder: int, scratch: Iterable[int]) -> Names:
        """The names at the beginning of a loop's turn; the variables in `scratch` have no values from other turns."""
        return Names(self.references, self.indices, frozenset((binder, *scratch)), binder)

    def made(self, number: int) -> Names:
        """The names with one more, made inside the loop."""
        return replace(self, inner=self.inner | {number})

    def where(self, condition: Expression, truth: bool) -> Names:
        """The names where a condition is true, or where it is false."""
        match condition:
            case Unary("!", operand):
                return self.where(operand, not truth)
            case Binary("&", left, right) if truth:
                return self.where(left, True).where(right, True)
            case Binary("|", left, right) if not truth:
                return self.where(left, False).where(right, False)
            case Binary("->", left, right) if not truth:
                return self.where(left, True).where(right, False)
            case Binary("=" | "!=" as operator, left, right) if (operator == "!=") == truth and self.turn is not None:
                for one, other in ((left, right), (right, left)):
                    if self.index(one) == Chosen(self.turn) and (index := self.same(other)) is not None:
                        return replace(self, others=self.others | {index})
        return self

    def aliased(self, alias: Bind | Let) -> Names:
        """The names with one more, for an alias."""
        match alias:
            case Bind(reference, place):
                references = {**self.references, reference.number: self.spot(place)}
                return replace(self.made(reference.number), references=references)
            case Let(variable, value):
                indices = {**self.indices, variable.number: self.index(value)}
                return replace(self.made(variable.number), indices=indices)
        assert_never(alias)

    def called(self, routine: Routine, arguments: Sequence[Place | Expression]) -> Names:
        """The names inside a called routine."""
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
        return replace(self, references=references, indices=indices, inner=self.inner | own)


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
