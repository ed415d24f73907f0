"""The types of a program's variables.

A value of a simple type is an integer: the elements of a range are themselves; the members of enumerations and the
elements of scalarsets have numbers from a `base` of their type, so that no two types of a program share one (`false` is
0 and `true` is 1). A slot holds a *code*: 0 where it is undefined, else 1 to the type's cardinality.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen


@frozen
class Range:
    """The integers from `low` to `high`; its methods are those of every simple type."""

    low: int
    high: int
    name: str | None = None

    @property
    def cardinality(self) -> int:
        """The number of values."""
        return self.high - self.low + 1

    def values(self) -> Iterator[int]:
        """The values in order."""
        return iter(range(self.low, self.high + 1))

    def code(self, value: int) -> int:
        """The code of a value, 0 where it is not of the type."""
        return value - self.low + 1 if self.low <= value <= self.high else 0

    def value(self, code: int) -> int:
        """The value of a code of at least 1."""
        return self.low + code - 1

    def text(self, value: int) -> str:
        """A value as the program writes it."""
        return str(value)


@frozen
class Ringset(Range):
    """The numbers from 0 to `high` as elements of a ring, which a program turns, and of which it names none.

    `number` identifies it among the ringsets of its program; `name` is that of its first declaration.
    """

    number: int = 0


@frozen
class Enum:
    """Named members, numbered from `base`."""

    members: tuple[str, ...]
    base: int
    name: str | None = None

    @property
    def cardinality(self) -> int:
        return len(self.members)

    def values(self) -> Iterator[int]:
        return iter(range(self.base, self.base + len(self.members)))

    def code(self, value: int) -> int:
        return value - self.base + 1 if 0 <= value - self.base < len(self.members) else 0

    def value(self, code: int) -> int:
        return self.base + code - 1

    def text(self, value: int) -> str:
        return self.members[value - self.base]


@frozen
class Scalarset:
    """`size` elements that a program tells apart by equality alone (Ip and Dill 1996), numbered from `base`.

    `number` identifies it among the scalarsets of its program; `name` is that of its first declaration.
    """

    number: int
    size: int
    base: int
    name: str

    @property
    def cardinality(self) -> int:
        return self.size

    def values(self) -> Iterator[int]:
        return iter(range(self.base, self.base + self.size))

    def code(self, value: int) -> int:
        return value - self.base + 1 if 0 <= value - self.base < self.size else 0

    def value(self, code: int) -> int:
        return self.base + code - 1

    def text(self, value: int) -> str:
        """An element by the name of its type and a number from 1."""
        return f"{self.name}_{value - self.base + 1}"


@frozen
class Union:
    """The values of several enumerations and scalarsets, in the order of the members."""

    members: tuple[Range | Enum | Scalarset, ...]
    name: str | None = None

    @cached_property
    def cardinality(self) -> int:
        return sum(member.cardinality for member in self.members)

    def values(self) -> Iterator[int]:
        for member in self.members:
            yield from member.values()

    def code(self, value: int) -> int:
        before = 0
        for member in self.members:
            if code := member.code(value):
                return before + code
            before += member.cardinality
        return 0

    def value(self, code: int) -> int:
        for member in self.members:
            if code <= member.cardinality:
                return member.value(code)
            code -= member.cardinality
        raise ValueError(code)

    def text(self, value: int) -> str:
        return next(member for member in self.members if member.code(value)).text(value)


@frozen
class Array:
    """An element for each value of a simple type."""

    index: Simple
    element: Type
    name: str | None = None


@frozen
class Record:
    """Named fields."""

    fields: tuple[tuple[str, Type], ...]
    name: str | None = None

    def field(self, name: str) -> Type | None:
        """The type of a field, None where there is no such field."""
        return dict(self.fields).get(name)


@frozen
class Multiset:
    """At most `size` elements, in no order."""

    size: int
    element: Type
    name: str | None = None


Simple: TypeAlias = Range | Enum | Scalarset | Union
Type: TypeAlias = Simple | Array | Record | Multiset

PRESENCE = Enum(("present",), 0)
"""The type of a slot that tells if an element of a multiset is present; undefined where it is not."""
BOOLEAN = Enum(("false", "true"), 0, "boolean")
INTEGER = Range(-(1 << 31), (1 << 31) - 1, "integer")
"""The type of arithmetic: no variable has it."""


def width(of: Type) -> int:
    """The number of slots of a type; in a multiset, one slot before those of each element tells if it is present."""
    match of:
        case Range() | Enum() | Scalarset() | Union():
            return 1
        case Array(index, element):
            return index.cardinality * width(element)
        case Record(fields):
            return sum(width(part) for _, part in fields)
        case Multiset(size, element):
            return size * (1 + width(element))
    assert_never(of)


def field_offset(record: Record, name: str) -> int:
    """The number of slots before a field of a record."""
    before = 0
    for title, part in record.fields:
        if title == name:
            return before
        before += width(part)
    raise KeyError(name)


def described(of: Simple) -> str:
    """A simple type as a message calls it: its name, or else its values."""
    if of.name:
        return f"`{of.name}`"
    match of:
        case Range(low, high):
            return f"{low}..{high}"
        case Enum(members):
            return f"{{{', '.join(members)}}}"
        case Scalarset(size=size):
            return f"a scalarset of {size}"
        case Union(members):
            return " or ".join(described(member) for member in members)
    assert_never(of)
