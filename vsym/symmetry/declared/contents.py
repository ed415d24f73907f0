"""Scalarsets in types: whose elements a place can hold or be indexed by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Scalarset, Simple, Type, Union


def members(of: Simple) -> tuple[Scalarset, ...]:
    """The scalarsets of more than one element whose elements are among a type's values."""
    parts = of.members if isinstance(of, Union) else (of,)
    return tuple(part for part in parts if isinstance(part, Scalarset) and part.size > 1)


def first_elements(of: Type) -> Iterator[Scalarset]:
    """The scalarsets that have an element singled out where a place of a type is cleared."""
    match of:
        case Union(parts):
            yield from members(parts[0])
        case Range() | Enum() | Scalarset():
            yield from members(of)
        case Array(_, element):
            yield from first_elements(element)
        case Record(fields):
            for _, part in fields:
                yield from first_elements(part)
        case Multiset():
            return
        case _:
            assert_never(of)


def mentioned(of: Type) -> Iterator[Scalarset]:
    """The scalarsets that the values or the indices of a type are of."""
    match of:
        case Range() | Enum() | Scalarset() | Union():
            yield from members(of)
        case Array(index, element):
            yield from members(index)
            yield from mentioned(element)
        case Record(fields):
            for _, part in fields:
                yield from mentioned(part)
        case Multiset(_, element):
            yield from mentioned(element)
        case _:
            assert_never(of)


def ordered_entries(of: Type) -> Iterator[Scalarset]:
    """The scalarsets on whose elements' order the order of the elements of a type's multisets depends."""
    match of:
        case Range() | Enum() | Scalarset() | Union():
            return
        case Array(_, element):
            yield from ordered_entries(element)
        case Record(fields):
            for _, part in fields:
                yield from ordered_entries(part)
        case Multiset(_, element):
            yield from mentioned(element)
        case _:
            assert_never(of)
