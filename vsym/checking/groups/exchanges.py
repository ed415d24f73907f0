"""Exchanges of a program that may be symmetries of some kind: of two elements of a type, in indices and values alike,
and of two values of a field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise

from vsym.basics.frozen import frozen
from vsym.groups.connected import least_connected
from vsym.models.program.layout import Layout, Slot, Step
from vsym.models.program.program import Choice, Program
from vsym.models.program.types import PRESENCE, Enum, Range, Scalarset, Simple, Union
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.virtual.rows import Row
from vsym.system.symmetry import Image, Symmetry

MOST_VALUES = 64
"""The most values of a field whose exchanges are tried."""


@frozen(eq=False)
class Exchanges:
    """The exchanges of elements of a type, where they index arrays and where they are values."""

    layout: Layout
    type: Simple

    def __call__(self, first: int, second: int) -> Symmetry:
        """The exchange of two elements."""
        exchanged = {first: second, second: first}
        targets = {
            slot: self._offsets[self._path(self.layout.slots[slot], exchanged)]
            for slot in (*self.slots[first], *self.slots[second])
        }
        moved = []
        for slot in sorted({*targets, *self.values}):
            of = self.layout.slots[slot].type
            pairs: tuple[tuple[int, int], ...] = ()
            if slot in self.values:
                pairs = tuple(sorted((of.code(one), of.code(other)) for one, other in exchanged.items()))
            target = targets.get(slot, slot)
            if target != slot or pairs:
                moved.append((slot, Image(target, pairs)))
        return Symmetry(tuple(moved))

    @cached_property
    def slots(self) -> Mapping[int, Sequence[int]]:
        """The slots of each element: those with it as an index."""
        slots: dict[int, list[int]] = {value: [] for value in self.type.values()}
        for slot in self.layout.slots:
            indices = {step[1] for step in slot.path if isinstance(step, tuple) and self._holds(step[0])}
            for value in indices & slots.keys():
                slots[value].append(slot.offset)
        return slots

    @cached_property
    def values(self) -> frozenset[int]:
        """The slots that may hold elements."""
        return frozenset(slot.offset for slot in self.layout.slots if self._holds(slot.type))

    def _holds(self, kind: Simple) -> bool:
        inside = isinstance(kind, Union) and isinstance(self.type, Enum | Scalarset) and self.type in kind.members
        return kind != PRESENCE and (kind == self.type or inside)

    @cached_property
    def _offsets(self) -> dict[tuple[tuple[Step, ...], bool], int]:
        return {(slot.path, slot.type == PRESENCE): slot.offset for slot in self.layout.slots}

    def _path(self, slot: Slot, exchanged: Mapping[int, int]) -> tuple[tuple[Step, ...], bool]:
        def step(one: Step) -> Step:
            if not isinstance(one, tuple) or not self._holds(one[0]):
                return one
            return one[0], exchanged.get(one[1], one[1])

        return tuple(map(step, slot.path)), slot.type == PRESENCE


def index_types(program: Program) -> tuple[Simple, ...]:
    """The named types of more than one element that index arrays or are parameters of rules."""
    steps = (step for slot in program.layout.slots for step in slot.path)
    indices = (step[0] for step in steps if isinstance(step, tuple))
    wrappers = (wrapper for rule in program.rules for wrapper in rule.wrappers)
    parameters = (one.domain for one in wrappers if isinstance(one, Choice) and isinstance(one.domain, Simple))
    named = (of for of in (*indices, *parameters) if of.cardinality > 1 and of.name is not None)
    return tuple(dict.fromkeys(of for of in named if isinstance(of, Range | Scalarset)))


@frozen(eq=False)
class TypeRow:
    """Elements of a type as members of a row, by their values."""

    type: Simple
    elements: tuple[int, ...]
    row: Row
    exchanges: Exchanges

    def exchanged(self, symmetry: Symmetry) -> Symmetry | None:
        """The exchange of those two members that a symmetry seems to exchange, None where it moves no slots of such."""
        owner = {slot: place for place, element in enumerate(self.elements) for slot in self.exchanges.slots[element]}
        for cell, image in symmetry.moved:
            first, second = owner.get(cell), owner.get(image.target)
            if first is not None and second is not None and first != second:
                return self.row.exchange(min(first, second), max(first, second))
        return None


def rows_of_types(program: Program, literals: Literals, ordinary: Sequence[Symmetry]) -> Iterator[TypeRow]:
    """The elements of each index type in rows, as far as neighbours can have the same values. Elements whose slots some
    `ordinary` symmetries exchange stand together."""
    for of in index_types(program):
        exchanges = Exchanges(program.layout, of)
        elements = _by_class(exchanges, ordinary)
        for several in _runs(elements, partial(_is_restricted, literals, exchanges)):
            yield TypeRow(of, several, _row(str(of.name), several, of, literals, exchanges), exchanges)


def rows_of_values(program: Program, literals: Literals) -> Iterator[Row]:
    """The values of each field in rows, as far as neighbours can be exchanged in all slots of the field. Types that
    index arrays are left out: their elements are exchanged together with the entries that they index."""
    indices = index_types(program)
    fields: dict[tuple[Step | Simple, ...], list[Slot]] = defaultdict(list)
    for slot in program.layout.slots:
        if slot.type != PRESENCE and slot.type not in indices and 1 < slot.type.cardinality <= MOST_VALUES:
            fields[tuple(step[0] if isinstance(step, tuple) else step for step in slot.path)].append(slot)
    for slots in fields.values():
        exchanges = _ValueExchanges(tuple(slot.offset for slot in slots))
        of = slots[0].type
        codes = tuple(range(1, of.cardinality + 1))
        for several in _runs(codes, partial(_is_restricted, literals, exchanges)):
            values = tuple(map(of.value, several))

            def made(first: int, second: int, make: _ValueExchanges = exchanges, kind: Simple = of) -> Symmetry:
                return make(kind.code(first), kind.code(second))

            yield _row(slots[0].text, values, of, literals, made)


@frozen
class _ValueExchanges:
    """The exchanges of two codes in some slots."""

    slots: tuple[int, ...]

    def __call__(self, first: int, second: int) -> Symmetry:
        pairs = tuple(sorted(((first, second), (second, first))))
        return Symmetry(tuple((slot, Image(slot, pairs)) for slot in self.slots))


def _row(
    name: str, values: Sequence[int], of: Simple, literals: Literals, exchanges: Callable[[int, int], Symmetry]
) -> Row:
    def exchange(first: int, second: int) -> Symmetry:
        return literals.restricted(exchanges(values[first], values[second]))

    return Row(name, tuple(map(of.text, values)), exchange)


def _by_class(exchanges: Exchanges, ordinary: Sequence[Symmetry]) -> list[int]:
    """Elements, those together whose slots symmetries exchange."""
    values = [*exchanges.type.values()]
    places = {value: place for place, value in enumerate(values)}
    owner = {slot: value for value, slots in exchanges.slots.items() for slot in slots}
    moves = ((cell, image.target) for one in ordinary for cell, image in one.moved)
    pairs = ((places[owner[cell]], places[owner[to]]) for cell, to in moves if cell in owner and to in owner)
    least = least_connected(len(values), pairs)
    return sorted(values, key=lambda value: (least[places[value]], value))


def _runs(elements: Sequence[int], fit: Callable[[int, int], bool]) -> Iterator[tuple[int, ...]]:
    """Neighbours that fit to each other, where there are several."""
    run: list[int] = [*elements[:1]]
    for one, other in pairwise(elements):
        if not fit(one, other):
            if len(run) > 1:
                yield tuple(run)
            run = []
        run.append(other)
    if len(run) > 1:
        yield tuple(run)


def _is_restricted(literals: Literals, exchanges: Callable[[int, int], Symmetry], first: int, second: int) -> bool:
    """True where an exchange is one of literals, and moves some."""
    try:
        return bool(literals.restricted(exchanges(first, second)).moved)
    except ValueError:
        return False
