"""Which types go together, and how messages name them."""

from __future__ import annotations

from typing import assert_never

from vsym.models.program.types import (
    BOOLEAN,
    Array,
    Enum,
    Multiset,
    Range,
    Record,
    Scalarset,
    Simple,
    Type,
    Union,
)


def described(of: Type) -> str:
    """A type as a message names it."""
    if isinstance(of, Range):
        return "a number"
    if of.name is not None:
        return f"`{of.name}`"
    match of:
        case Enum():
            return "an enumeration"
        case Union():
            return "a union"
        case Array():
            return "an array"
        case Record():
            return "a record"
        case Multiset():
            return "a multiset"
        case Scalarset():
            return "a scalarset"
    assert_never(of)


def is_boolean(of: Type) -> bool:
    """Whether it is `boolean`."""
    return isinstance(of, Enum) and of.base == BOOLEAN.base


def same(one: Type, other: Type) -> bool:
    """Whether two types have the same values in the same places, whatever their names."""
    match one, other:
        case Range(low, high), Range():
            return (low, high) == (other.low, other.high)
        case Enum(_, base), Enum():
            return base == other.base
        case Scalarset(), Scalarset():
            return one.number == other.number
        case Union(members), Union():
            return len(members) == len(other.members) and all(map(same, members, other.members))
        case Array(index, element), Array():
            return same(index, other.index) and same(element, other.element)
        case Record(fields), Record():
            return [name for name, _ in fields] == [name for name, _ in other.fields] and all(
                same(left, right) for (_, left), (_, right) in zip(fields, other.fields, strict=True)
            )
        case Multiset(size, element), Multiset():
            return size == other.size and same(element, other.element)
    return False


def compatible(one: Type, other: Type) -> bool:
    """Whether values of two types can be compared, or assigned from one to the other: numbers, the same enumeration or
    scalarset, unions that share a member, and wholes that are the same."""
    if isinstance(one, Simple) and isinstance(other, Simple):
        return any(_alike(left, right) for left in _members(one) for right in _members(other))
    return same(one, other)


def holds_scalarset(of: Type) -> bool:
    """Whether it is a scalarset, or a union with one."""
    return isinstance(of, Simple) and any(isinstance(member, Scalarset) for member in _members(of))


def _members(of: Simple) -> tuple[Range | Enum | Scalarset, ...]:
    return of.members if isinstance(of, Union) else (of,)


def _alike(one: Range | Enum | Scalarset, other: Range | Enum | Scalarset) -> bool:
    return isinstance(other, Range) if isinstance(one, Range) else same(one, other)
