"""Values of a program that all but few rules treat alike: what is nearly a data symmetry (design of symmetry detection,
section 9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, islice

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.composition.program_symmetry import ProgramSymmetry
from vsym.groups.components import least_connected
from vsym.models.program.layout import Layout, Step
from vsym.models.program.program import Rule
from vsym.models.program.types import BOOLEAN, PRESENCE, Simple
from vsym.symmetry.detected.near_misses import NearMisses
from vsym.system.symmetry import Image, Symmetry

WORK = 10_000
"""How many events may be looked at for it, all candidates together."""

_Slots = tuple[int, ...]


@frozen
class ValueNearMiss:
    """Some slots in which all exchanges of some values, by their codes, would be symmetries but for the `breaking`
    rules."""

    slots: tuple[int, ...]
    codes: tuple[int, ...]
    breaking: tuple[Rule, ...]


def value_near_misses(symmetry: ProgramSymmetry, budget: Budget) -> tuple[ValueNearMiss, ...]:
    """What is nearly a symmetry among the exchanges of two values: in all slots that are one variable or one field of
    its elements, or in all of one type. Raises LimitReachedError."""
    program, events = symmetry.program, symmetry.detection.system.events
    numbers = tuple(firing.rule for firing in symmetry.lowered.firings)
    candidates = islice(_exchanges(program.layout), WORK // (1 + len(events)))
    near = NearMisses(symmetry.detection, numbers, budget)
    alike: dict[tuple[_Slots, tuple[int, ...]], list[tuple[int, int]]] = defaultdict(list)
    for miss in near.among(candidates):
        slots = tuple(cell for cell, _ in miss.candidate.moved)
        alike[slots, tuple(sorted(miss.breaking))].append(miss.candidate.moved[0][1].values[0])
    return tuple(
        ValueNearMiss(slots, codes, tuple(program.rules[number] for number in breaking))
        for (slots, breaking), pairs in alike.items()
        for codes in _connected(pairs)
    )


def _exchanges(layout: Layout) -> Iterator[Symmetry]:
    """Two values exchanged, all pairs of them in some slots and then in others."""
    for slots in _together(layout):
        of = layout.slots[slots[0]].type
        for first, second in combinations(range(1, of.cardinality + 1), 2):
            image = ((first, second), (second, first))
            yield Symmetry(tuple((slot, Image(slot, image)) for slot in slots))


def _together(layout: Layout) -> Iterator[_Slots]:
    """The slots of each variable or field, and those of each type that several of them have."""
    fields: dict[tuple[Step | Simple, ...], list[int]] = defaultdict(list)
    for slot in layout.slots:
        if slot.type != PRESENCE:
            fields[tuple(step[0] if isinstance(step, tuple) else step for step in slot.path)].append(slot.offset)
    yield from map(tuple, fields.values())
    types: dict[Simple, list[list[int]]] = defaultdict(list)
    for slots in fields.values():
        types[layout.slots[slots[0]].type].append(slots)
    for of, several in types.items():
        if len(several) > 1 and of not in (BOOLEAN, PRESENCE) and of.name is not None:
            yield tuple(sorted(slot for slots in several for slot in slots))


def _connected(pairs: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """The codes that pairs connect."""
    orbits: dict[int, list[int]] = defaultdict(list)
    for code, least in enumerate(least_connected(1 + max(map(max, pairs)), pairs)):
        orbits[least].append(code)
    return (tuple(orbit) for orbit in orbits.values() if len(orbit) > 1)
