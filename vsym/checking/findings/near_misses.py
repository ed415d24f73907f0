"""Near misses: groups and local states that all but few transitions treat alike, which is nearly a symmetry of the
counters (theory, section 8)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.checking.groups.detecting import ProgramSymmetry
from vsym.models.program.layout import Layout, Step
from vsym.models.program.program import Rule
from vsym.models.program.types import BOOLEAN, PRESENCE, Simple
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.symmetry.detected.beyond_graph import NearMisses, exchangeable
from vsym.symmetry.detected.detection import Detection
from vsym.symmetry.detected.forms import Cell
from vsym.system.symmetry import Image, Symmetry

WORK = 10_000
"""The most events that the search examines, all candidates together."""

_MEMBER = re.compile(r"(.*)\[(-?\d+)\]\Z")

Place = tuple[str, str]
"""A transition as reports call it, and where it is."""


@frozen
class CounterNearMiss:
    """Groups, shared variables or local states by their names, which could be exchanged with each other or, where they
    are `turned`, each be put in the place of the next one, but for the `breaking` transitions."""

    names: tuple[str, ...]
    turned: bool
    breaking: tuple[Place, ...]


@frozen
class _Alike:
    """Candidates: members of one kind, each with its names and its variables in the same order."""

    members: tuple[tuple[tuple[str, ...], tuple[Cell, ...]], ...]

    def moved(self, images: Sequence[int]) -> Symmetry:
        """Each member in the place of another one."""
        moved: dict[Cell, Image] = {}
        for member, image in enumerate(images):
            if member != image:
                pairs = zip(self.members[member][1], self.members[image][1], strict=True)
                moved.update((cell, Image(target, ())) for cell, target in pairs)
        return Symmetry(tuple(sorted(moved.items())))


def counter_near_misses(counters: CounterSystem, detection: Detection, budget: Budget) -> tuple[CounterNearMiss, ...]:
    """The near symmetries among the exchanges of two local states, of two groups or of two members of families, and
    among the rotations of those that cannot all be exchanged; raises LimitReachedError."""
    origins = [transition.origins[0] for transition in counters.transitions]
    near = NearMisses(detection, [(one.label, str(one.span)) for one in origins], budget)
    left, misses = WORK // (1 + len(origins)), dict[CounterNearMiss, None]()
    for alike in dict.fromkeys(_candidates(counters)):
        count = len(alike.members)
        left -= count * (count - 1) // 2 + 1
        if left >= 0:
            exchanged = [*_exchanged(near, alike)]
            misses.update(dict.fromkeys(exchanged))
            every = _names(alike, range(count))
            if count > 2 and all(len(one.names) < len(every) for one in exchanged):
                for miss in near.among([alike.moved([*range(1, count), 0])]):
                    misses[CounterNearMiss(every, True, tuple(sorted(miss.breaking)))] = None
    return tuple(misses)


def _exchanged(near: NearMisses[Place], alike: _Alike) -> Iterator[CounterNearMiss]:
    count = len(alike.members)
    broken: dict[tuple[int, int], frozenset[Place]] = {}
    for first, second in combinations(range(count), 2):
        images = [{first: second, second: first}.get(member, member) for member in range(count)]
        for miss in near.among([alike.moved(images)]):
            broken[first, second] = frozenset(miss.breaking)
    for members, places in exchangeable(count, broken):
        yield CounterNearMiss(_names(alike, members), False, tuple(sorted(places)))


def _names(alike: _Alike, members: Iterable[int]) -> tuple[str, ...]:
    return tuple(name for member in members for name in alike.members[member][0])


def _candidates(counters: CounterSystem) -> Iterator[_Alike]:
    """The local states, in all groups at once; the groups of one size; the families of groups and of shared variables
    with the same indices, together and each alone. A shared variable that has an index as its value starts with one of
    them, which tells that one from the others."""
    width, blocks = len(counters.states), counters.blocks
    rows = range(0, width * len(blocks), width)
    yield _Alike(tuple(((state,), tuple(row + place for row in rows)) for place, state in enumerate(counters.states)))
    by_size: dict[int, list[tuple[tuple[str, ...], tuple[Cell, ...]]]] = defaultdict(list)
    members: dict[str, dict[int, tuple[str, tuple[Cell, ...]]]] = defaultdict(dict)
    for row, block in zip(rows, blocks, strict=True):
        cells = tuple(range(row, row + width))
        by_size[block.processes.size].append(((block.name,), cells))
        _sort(members, block.name, cells)
    yield from (_Alike(tuple(groups)) for groups in by_size.values() if len(groups) > 1)
    for cell, variable in enumerate(counters.shared, width * len(blocks)):
        _sort(members, variable.name, (cell,))
    alike: dict[tuple[int, ...], list[Mapping[int, tuple[str, tuple[Cell, ...]]]]] = defaultdict(list)
    for family in members.values():
        alike[tuple(sorted(family))].append(family)
    for indices, families in alike.items():
        for several in (families, *([one] for one in families)):
            if len(indices) > 1:
                yield _Alike(tuple(_joined([family[index] for family in several]) for index in indices))


def _sort(members: dict[str, dict[int, tuple[str, tuple[Cell, ...]]]], name: str, cells: tuple[Cell, ...]) -> None:
    parts = _MEMBER.match(name)
    if parts:
        members[parts[1]][int(parts[2])] = name, cells


def _joined(several: Sequence[tuple[str, tuple[Cell, ...]]]) -> tuple[tuple[str, ...], tuple[Cell, ...]]:
    return tuple(name for name, _ in several), tuple(cell for _, cells in several for cell in cells)


_Slots: TypeAlias = tuple[int, ...]
_Pair: TypeAlias = tuple[int, int]


@frozen
class ValueNearMiss:
    """Some slots in which all exchanges of some values, by their codes, would be symmetries but for the `breaking`
    rules."""

    slots: tuple[int, ...]
    codes: tuple[int, ...]
    breaking: tuple[Rule, ...]


def value_near_misses(symmetry: ProgramSymmetry, budget: Budget) -> tuple[ValueNearMiss, ...]:
    """The near symmetries among the exchanges of two values: in all slots of one type or, where that is broken by other
    rules, in the slots of one variable or field alone. Raises LimitReachedError."""
    program = symmetry.program
    near = NearMisses(symmetry.detection, [firing.rule for firing in symmetry.lowered.firings], budget)
    work = WORK // (1 + len(symmetry.detection.system.events))
    misses: dict[tuple[_Slots, _Pair], frozenset[int]] = {}
    for slots, around, pair in islice(_exchanges(program.layout), work):
        candidate = Symmetry(tuple((slot, Image(slot, (pair, pair[::-1]))) for slot in slots))
        miss = next(near.among([candidate]), None)
        if miss is None:
            if _is_symmetry(symmetry, candidate):
                misses[slots, pair] = frozenset()
        elif (around, pair) not in misses or not misses[around, pair] <= frozenset(miss.breaking):
            misses[slots, pair] = frozenset(miss.breaking)
    broken: dict[_Slots, dict[_Pair, frozenset[int]]] = defaultdict(dict)
    for (slots, pair), breaking in misses.items():
        if breaking:
            broken[slots][pair] = breaking
    return tuple(
        ValueNearMiss(slots, codes, tuple(program.rules[number] for number in sorted(breaking)))
        for slots, pairs in broken.items()
        for codes, breaking in exchangeable(1 + max(map(max, pairs)), pairs)
    )


def _is_symmetry(symmetry: ProgramSymmetry, candidate: Symmetry) -> bool:
    literals = symmetry.detected.literals
    try:
        return literals.permutation(literals.restricted(candidate)) in symmetry.detected.group
    except ValueError:
        return False


def _exchanges(layout: Layout) -> Iterator[tuple[_Slots, _Slots, _Pair]]:
    """Slots with two values that they may have: those of each shared type, and those of each variable `around` it."""
    fields: dict[tuple[Step | Simple, ...], list[int]] = defaultdict(list)
    types: dict[Simple, list[int]] = defaultdict(list)
    for slot in layout.slots:
        if slot.type != PRESENCE:
            fields[tuple(step[0] if isinstance(step, tuple) else step for step in slot.path)].append(slot.offset)
            types[slot.type].append(slot.offset)
    # Truth values are of one type without having to do with each other.
    wholes = {of: tuple(slots) for of, slots in types.items() if of != BOOLEAN}
    alone = dict.fromkeys(map(tuple, fields.values()))
    for of, slots in wholes.items():
        if slots not in alone:
            yield from ((slots, slots, pair) for pair in _pairs(of))
    for slots in alone:
        of = layout.slots[slots[0]].type
        yield from ((slots, wholes.get(of, slots), pair) for pair in _pairs(of))


def _pairs(of: Simple) -> Iterator[_Pair]:
    return combinations(range(1, of.cardinality + 1), 2)
