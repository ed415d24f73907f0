"""Orbits of slots: which slots, and which multisets, permutations of scalarsets may carry into one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.models.program.expressions import Variable
from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Scalarset, Simple, Type, Union, width


@frozen
class Axis:
    """A dimension of arrays over a scalarset: how far its elements' parts are from each other."""

    scalarset: Scalarset
    stride: int


@frozen
class Family:
    """Slots from `base` on, `length` in a row for each choice of elements on the axes.

    `kind` is their type where its values may be elements, else None.
    """

    base: int
    axes: tuple[Axis, ...]
    kind: Simple | None
    length: int = 1


@frozen
class Bag:
    """The multisets from `base` on, one for each choice of elements on the axes: `size` entries of a slot that says
    whether it is there and `width` slots of the element, whose orbits are those of `entry`."""

    base: int
    axes: tuple[Axis, ...]
    size: int
    width: int
    entry: Scope


@frozen
class Scope:
    """The orbits of a state's slots, or of those of a multiset's element."""

    families: tuple[Family, ...]
    bags: tuple[Bag, ...]


Orbit: TypeAlias = Family | Bag


def state_orbits(variables: Sequence[Variable], moved: frozenset[Scalarset]) -> Scope:
    """The orbits of a state's slots under the permutations of some scalarsets."""
    fields = tuple((variable.name, variable.type) for variable in variables)
    return _scope(Record(fields), moved)


def elements(of: Simple) -> Iterator[tuple[int, Scalarset]]:
    """The scalarsets of a type's values, each with the number of values before it."""
    match of:
        case Scalarset():
            yield 0, of
        case Union(members):
            before = 0
            for member in members:
                if isinstance(member, Scalarset):
                    yield before, member
                before += member.cardinality
        case Range() | Enum():
            return
        case _:
            assert_never(of)


def _scope(of: Type, moved: frozenset[Scalarset]) -> Scope:
    families: list[Family] = []
    bags: list[Bag] = []
    for orbit in _walk(of, 0, (), moved):
        if isinstance(orbit, Bag):
            bags.append(orbit)
        elif families and _continues(families[-1], orbit):
            families[-1] = replace(families[-1], length=families[-1].length + 1)
        else:
            families.append(orbit)
    return Scope(tuple(families), tuple(bags))


def _continues(family: Family, slot: Family) -> bool:
    return (family.axes, family.kind) == (slot.axes, slot.kind) and family.base + family.length == slot.base


def _walk(of: Type, base: int, axes: tuple[Axis, ...], moved: frozenset[Scalarset]) -> Iterator[Orbit]:
    match of:
        case Range() | Enum() | Scalarset() | Union():
            named = any(scalarset in moved for _, scalarset in elements(of))
            yield Family(base, axes, of if named else None)
        case Array(index, element):
            stride = width(element)
            blocks = {before: scalarset for before, scalarset in elements(index) if scalarset in moved}
            position = 0
            while position < index.cardinality:
                here = base + position * stride
                scalarset = blocks.get(position)
                inner = axes if scalarset is None else (*axes, Axis(scalarset, stride))
                yield from _walk(element, here, inner, moved)
                position += 1 if scalarset is None else scalarset.size
        case Record(fields):
            for _, part in fields:
                yield from _walk(part, base, axes, moved)
                base += width(part)
        case Multiset(size, element):
            yield Bag(base, axes, size, width(element), _scope(element, moved))
        case _:
            assert_never(of)
