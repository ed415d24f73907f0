"""Memory of a running program: codes in a row, and locations in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Scalarset, Simple, Type, Union, width

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
