"""Memory of a running program, codes in a row with locations in it, and what names stand for where a piece of it
runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.models.program.expressions import Binder, Expression, Place, Reference, Variable
from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Scalarset, Simple, Type, Union, width

if TYPE_CHECKING:
    from vsym.models.program.program import Program


Memory: TypeAlias = list[int]

Value: TypeAlias = int | tuple[int, ...] | None
"""What an expression has: a value of a simple type, the codes of a whole of another type, or None for undefined."""


@frozen
class Location:
    """A place as it is now: from an offset on in some memory."""

    memory: Memory
    offset: int
    type: Type

    def value(self) -> Value:
        """What it holds."""
        if isinstance(self.type, Simple):
            code = self.memory[self.offset]
            return self.type.value(code) if code else None
        return self.codes()

    def codes(self) -> tuple[int, ...]:
        """The codes of its slots."""
        return tuple(self.memory[self.offset : self.offset + width(self.type)])

    def store(self, value: Value) -> bool:
        """Put a value, or a whole, if it is one of the type; whether it is."""
        if isinstance(self.type, Simple):
            code = 0 if value is None else self.type.code(_number(value))
            if value is not None and not code:
                return False
            self.memory[self.offset] = code
            return True
        count = width(self.type)
        self.memory[self.offset : self.offset + count] = (0,) * count if value is None else _whole(value)
        return True

    def undefine(self) -> None:
        """Make every slot undefined and every multiset empty."""
        self.store(None)

    def clear(self) -> None:
        """Give every slot the first value of its type, and make every multiset empty."""
        self.memory[self.offset : self.offset + width(self.type)] = cleared(self.type)


def cleared(of: Type) -> Iterator[int]:
    """The codes of a variable of the type that is cleared."""
    match of:
        case Range() | Enum() | Scalarset() | Union():
            yield 1
        case Array(index, element):
            for _ in range(index.cardinality):
                yield from cleared(element)
        case Record(fields):
            for _, part in fields:
                yield from cleared(part)
        case Multiset():
            yield from (0,) * width(of)
        case _:
            assert_never(of)


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value


def _whole(value: Value) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return value


Invocation: TypeAlias = "Callable[[Frame, int, Sequence[Place | Expression], Span], Value]"
"""What runs a routine: from the frame of the caller, its number, the arguments and the place of the call."""


@frozen
class Frame:
    """What names stand for where a piece of a program runs: the state's memory, and the names of the routine.

    `depth` is how many calls have led here.
    """

    program: Program
    memory: Memory
    invoke: Invocation
    names: dict[int, Location | int]
    depth: int = 0

    def bound(self, binder: Binder, value: int) -> Frame:
        """The same with a value for a binder."""
        return self.named(binder.number, value)

    def named(self, number: int, meaning: Location | int) -> Frame:
        """The same with one more name."""
        return Frame(self.program, self.memory, self.invoke, {**self.names, number: meaning}, self.depth)

    def location(self, name: Variable | Reference) -> Location:
        """Where a local variable or what a reference is bound to is."""
        meaning = self.names[name.number]
        assert isinstance(meaning, Location)
        return meaning

    def value(self, binder: Binder) -> int:
        """The value of a binder."""
        meaning = self.names[binder.number]
        assert isinstance(meaning, int)
        return meaning
