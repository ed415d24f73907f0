"""The machine that expressions and statements run on, and that holds the state of a program.

`evaluation` and `execution` have one walk through a program for every kind of machine. The definition's machine
(`memory`) knows every value; another one knows few, so that a question forks the run.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, Literal, Self, TypeAlias, TypeVar

from vsym.basics.source import Span
from vsym.models.program import expressions as syntax
from vsym.models.program.faults import Fault, FaultError, FaultKind
from vsym.models.program.program import Program, Routine
from vsym.models.program.statements import Add, For, Remove, RemoveIf
from vsym.models.program.types import Simple, Type

LocationT = TypeVar("LocationT")
NumberT = TypeVar("NumberT")
WholeT = TypeVar("WholeT", bound=tuple[object, ...])

Inequality: TypeAlias = Literal["<", "<=", ">", ">="]

Sign: TypeAlias = Literal["+", "-"]


def fault(kind: FaultKind, message: str, span: Span) -> FaultError:
    """An error of the program, to be raised."""
    return FaultError(Fault(kind, message, span))


class Machine(ABC, Generic[LocationT, NumberT, WholeT]):
    """A state, with the meanings of names where a piece of a program runs; `depth` is the number of calls that led
    here.

    An expression has a number, which may stand for an element, a whole of another type, or None for undefined. An error
    of the program raises FaultError.
    """

    program: Program
    names: Mapping[int, LocationT | NumberT]
    depth: int

    @abstractmethod
    def with_names(self, names: Mapping[int, LocationT | NumberT], depth: int) -> Self:
        """The same state with these names instead."""

    def named(self, number: int, meaning: LocationT | NumberT) -> Self:
        """The same with one more name."""
        return self.with_names({**self.names, number: meaning}, self.depth)

    def bound(self, binder: syntax.Binder, value: int) -> Self:
        """The same with a value for a binder."""
        return self.named(binder.number, self.literal(value))

    @abstractmethod
    def location(self, name: syntax.Variable | syntax.Reference) -> LocationT:
        """The location of a local variable, or the one that a reference is bound to."""

    @abstractmethod
    def value(self, binder: syntax.Binder) -> NumberT:
        """The value of a binder."""

    @abstractmethod
    def variable(self, variable: syntax.Variable) -> LocationT:
        """The location of a variable of the state."""

    @abstractmethod
    def element(self, array: LocationT, index: NumberT, place: syntax.Item) -> LocationT:
        """The location of an element of an array."""

    @abstractmethod
    def field(self, record: LocationT, name: str) -> LocationT:
        """The location of a field of a record."""

    @abstractmethod
    def entry(self, place: syntax.Entry) -> LocationT:
        """The location of an element of a multiset."""

    @abstractmethod
    def fresh(self, of: Type, span: Span) -> LocationT:
        """A place of its own, undefined."""

    @abstractmethod
    def read(self, location: LocationT, span: Span) -> NumberT | WholeT | None:
        """The content of a place."""

    @abstractmethod
    def is_undefined(self, location: LocationT, span: Span) -> bool:
        """Tells if no slot of a place holds a value."""

    @abstractmethod
    def store(self, location: LocationT, value: NumberT | WholeT | None, span: Span) -> None:
        """Put a value into a place of its type."""

    @abstractmethod
    def fill(self, location: LocationT, span: Span, *, cleared: bool) -> None:
        """Give every slot of a place the first value of its type, or none."""

    @abstractmethod
    def change(self, statement: Add | Remove | RemoveIf) -> None:
        """Put elements into a multiset or take some out."""

    @abstractmethod
    def literal(self, value: int) -> NumberT:
        """A number that is known."""

    @abstractmethod
    def constant(self, expression: syntax.Constant) -> NumberT:
        """The value of a constant."""

    @abstractmethod
    def known(self, number: NumberT, span: Span) -> int:
        """The value of a number, which a machine has to know because the rest of the run depends on it."""

    @abstractmethod
    def holds(self, number: NumberT) -> bool:
        """The truth of a condition that has this number."""

    @abstractmethod
    def same(self, left: NumberT | WholeT | None, right: NumberT | WholeT | None) -> bool:
        """Tells if two values are the same; undefined values are the same."""

    @abstractmethod
    def compared(self, left: NumberT, sign: Inequality, right: NumberT) -> bool:
        """Tells if a number is smaller or larger than another one."""

    @abstractmethod
    def added(self, left: NumberT, sign: Sign, right: NumberT) -> NumberT:
        """A sum or a difference."""

    @abstractmethod
    def multiplied(self, left: NumberT, right: NumberT, span: Span) -> NumberT:
        """A product."""

    @abstractmethod
    def fits(self, number: NumberT) -> bool:
        """Tells if a result fits into 64 bits."""

    @abstractmethod
    def is_member(self, number: NumberT, member: Simple, span: Span) -> bool:
        """Tells if a value of a union is one of a member's."""

    @abstractmethod
    def count(self, expression: syntax.Count) -> NumberT:
        """The number of elements of a multiset that satisfy a condition."""

    @abstractmethod
    def entries(self, domain: syntax.Entries) -> Iterator[int]:
        """The positions of the elements of a multiset, each present when the iteration reaches it."""

    @abstractmethod
    def call(
        self, routine: int, arguments: Sequence[syntax.Place | syntax.Expression], span: Span
    ) -> NumberT | WholeT | None:
        """The result of a routine, None for a procedure's."""

    @abstractmethod
    def too_deep(self, routine: Routine, span: Span) -> Exception | None:
        """The reason that a routine cannot be called from here, None where it can."""

    @abstractmethod
    def require_result(self, of: Simple, value: NumberT | WholeT | None, span: Span) -> None:
        """Refuse a result of a routine that is not of its type."""

    def quantified(self, expression: syntax.Quantified, body: Callable[[NumberT], bool]) -> bool | None:
        """The truth of a quantifier that is not gone through value by value; None for one that is."""
        del expression, body
        return None

    def repeated(self, loop: For, turn: Callable[[NumberT], None]) -> bool:
        """Run a loop that is not gone through value by value; False for one that is."""
        del loop, turn
        return False
