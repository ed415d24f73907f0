"""Tables in C: how permutations of scalarsets act on the slots of a state, and which slots and multisets they may carry
into one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from random import Random
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.models.program.expressions import Variable
from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Scalarset, Simple, Type, Union, width

NONE = 0xFFFF
"""The code for no element."""


class Tables:
    """The rows of the tables for a state: elements are numbered in a row, scalarset by scalarset."""

    def __init__(self, state: Scope, moved: Sequence[Scalarset]) -> None:
        self._sets = {scalarset: number for number, scalarset in enumerate(moved)}
        self._starts = tuple(accumulate((scalarset.size for scalarset in moved), initial=0))
        self._axes: list[Axis] = []
        self._families: list[str] = []
        self._bags: list[str] = []
        self._scopes: list[str] = []
        self._kinds: dict[Simple, int] = {}
        self._weights = Random(1)
        self.largest_bag = self.most_axes = 1
        families = [family for family in state.families if self._moving(family)]
        self.fixed_families = sum(_related(family) <= 1 for family in families)
        self.fixed_bags = sum(_related(bag) <= 1 for bag in state.bags)
        self._scope(Scope(tuple(sorted(families, key=_by_related)), tuple(sorted(state.bags, key=_by_related))))

    def text(self) -> str:
        """The tables."""
        codes: list[int] = []
        starts = [0]
        for kind in self._kinds:
            starts.append(len(codes))
            members = [NONE] * (1 + kind.cardinality)
            for before, scalarset in elements(kind):
                if scalarset in self._sets:
                    first = self._starts[self._sets[scalarset]]
                    members[1 + before : 1 + before + scalarset.size] = range(first, first + scalarset.size)
            codes += members
        sets = [number for scalarset, number in self._sets.items() for _ in range(scalarset.size)]
        axes = (row(self._starts[self._sets[one.scalarset]], one.scalarset.size, one.stride) for one in self._axes)
        return "".join(
            (
                table("element_t", "set_start", self._starts),
                table("uint8_t", "set_of", sets),
                table("uint32_t", "kind_start", starts),
                table("element_t", "element_of", codes),
                table("axis_t", "axes", axes),
                table("family_t", "families", self._families),
                table("bag_t", "bags", self._bags),
                table("scope_t", "scopes", self._scopes),
            )
        )

    def _scope(self, scope: Scope) -> int:
        number = len(self._scopes)
        self._scopes.append("")
        family = len(self._families)
        self._families += [self._family(one) for one in scope.families]
        rows = [self._bag(one) for one in scope.bags]
        self._scopes[number] = row(family, len(scope.families), len(self._bags), len(rows))
        self._bags += rows
        return number

    def _family(self, family: Family) -> str:
        kind = 0 if family.kind is None else self._kinds.setdefault(family.kind, len(self._kinds) + 1)
        first = self._first_axis(family.axes)
        of = (family.base, family.length, kind, len(family.axes), first, f"{self._moving(family)}u")
        return row(*of, f"{self._weights.getrandbits(64)}u")

    def _bag(self, bag: Bag) -> str:
        self.largest_bag = max(self.largest_bag, bag.size * (1 + bag.width))
        first = self._first_axis(bag.axes)
        scope = self._scope(bag.entry)
        of = (bag.base, bag.size, bag.width, scope, len(bag.axes), first, f"{self._moving(bag)}u")
        return row(*of, f"{self._weights.getrandbits(64)}u")

    def _first_axis(self, axes: Sequence[Axis]) -> int:
        self.most_axes = max(self.most_axes, len(axes))
        self._axes += axes
        return len(self._axes) - len(axes)

    def _moving(self, orbit: Orbit) -> int:
        """The scalarsets whose permutations move or change the slots, as bits."""
        moving = set(_moving(orbit))
        return sum(1 << number for scalarset, number in self._sets.items() if scalarset in moving)


def _moving(orbit: Orbit) -> Iterable[Scalarset]:
    yield from (axis.scalarset for axis in orbit.axes)
    match orbit:
        case Family(kind=kind):
            if kind is not None:
                yield from (scalarset for _, scalarset in elements(kind))
        case Bag(entry=entry):
            orbits: tuple[Orbit, ...] = (*entry.families, *entry.bags)
            for inner in orbits:
                yield from _moving(inner)


def _related(orbit: Orbit) -> int:
    """The number of elements that the slots relate to each other: slots about one element alone need only one look.

    Callers only distinguish more than one from fewer, so greater numbers need not be exact.
    """
    count = len(orbit.axes)
    match orbit:
        case Family(kind=kind):
            return count + (kind is not None)
        case Bag(entry=entry):
            for family in entry.families:
                count += 2 * len(family.axes) + (family.length if family.kind is not None else 0)
            return count + sum(2 * _related(bag) for bag in entry.bags)


def _by_related(orbit: Orbit) -> bool:
    return _related(orbit) > 1


def numbers(**given: int) -> str:
    """Numbers by their names, as macros."""
    return "".join(f"#define {name} {value}\n" for name, value in given.items())


def row(*values: object) -> str:
    """A row of a table."""
    return f"{{{', '.join(map(str, values))}}}"


def table(of: str, name: str, rows: Iterable[object]) -> str:
    """A table; C has none without rows, so that one of zeros stands in an empty one."""
    return f"static const {of} {name}[] = {{{', '.join(map(str, rows)) or '0'}}};\n"


@frozen
class Axis:
    """A dimension of arrays over a scalarset: the distance between the parts of its elements."""

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
            continue
        last = families[-1] if families else None
        if last and (last.axes, last.kind, last.base + last.length) == (orbit.axes, orbit.kind, orbit.base):
            families[-1] = replace(last, length=last.length + 1)
        else:
            families.append(orbit)
    return Scope(tuple(families), tuple(bags))


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
