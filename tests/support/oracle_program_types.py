"""The types of the oracle's programs and their values, which are Python's.

Numbers, truth values, names of members and elements, None for undefined; an array is a dict from its indices, a record
one from its fields, a multiset a list of as many entries as there is room for, GONE where one is free.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Scalar: TypeAlias = "int | bool | str"
Value: TypeAlias = Any
"""A scalar, None, or a dict or list of values."""


class Gone:
    """No entry, in a multiset: there is only one."""


GONE = Gone()


def copied(content: Value) -> Value:
    """A value with dicts and lists of its own."""
    if isinstance(content, dict):
        return {key: copied(part) for key, part in content.items()}
    return [copied(part) for part in content] if isinstance(content, list) else content


@dataclass(frozen=True)
class Int:
    """The integers from `low` to `high`."""

    low: int
    high: int


@dataclass(frozen=True)
class Names:
    """An enumeration."""

    members: tuple[Scalar, ...]


@dataclass(frozen=True)
class Elements:
    """A scalarset with elements `name_1` to `name_size`."""

    name: str
    size: int


@dataclass(frozen=True)
class OneOf:
    """A union."""

    members: tuple[Names | Elements, ...]


@dataclass(frozen=True)
class Array:
    """An element for each index."""

    index: Simple
    element: Type


@dataclass(frozen=True)
class Record:
    """Named fields."""

    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class Bag:
    """A multiset of at most `size` elements."""

    size: int
    element: Type


Simple: TypeAlias = Int | Names | Elements | OneOf
Type: TypeAlias = Simple | Array | Record | Bag
BOOLEAN = Names((False, True))


def values(of: Simple) -> list[Scalar]:
    """The values of a simple type, in order."""
    match of:
        case Int(low, high):
            return list(range(low, high + 1))
        case Names(members):
            return [*members]
        case Elements(name, size):
            return [f"{name}_{number}" for number in range(1, size + 1)]
        case OneOf(members):
            return [value for member in members for value in values(member)]


def nothing(of: Type) -> Value:
    """The value of a variable that nothing was assigned to."""
    match of:
        case Array(index, element):
            return {value: nothing(element) for value in values(index)}
        case Record(fields):
            return {name: nothing(part) for name, part in fields}
        case Bag(size):
            return [GONE] * size
        case _:
            return None


def first(of: Type) -> Value:
    """The value of a variable that is cleared."""
    match of:
        case Array(index, element):
            return {value: first(element) for value in values(index)}
        case Record(fields):
            return {name: first(part) for name, part in fields}
        case Bag(size):
            return [GONE] * size
        case _:
            return values(of)[0]
