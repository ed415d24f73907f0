"""Values of a program that all but few rules treat alike: what is nearly a data symmetry (design of symmetry detection,
section 9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, islice
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.checking.program_symmetry import ProgramSymmetry
from vsym.models.program.layout import Layout, Step
from vsym.models.program.program import Rule
from vsym.models.program.types import BOOLEAN, PRESENCE, Simple
from vsym.symmetry.detected.beyond_graph import NearMisses, exchangeable
from vsym.system.symmetry import Image, Symmetry

WORK = 10_000
"""How many events may be looked at for it, all candidates together."""

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
    """What is nearly a symmetry among the exchanges of two values: in all slots of one type or, where that is broken by
    other rules, in the slots of one variable or field alone. Raises LimitReachedError."""
    program = symmetry.program
    near = NearMisses(symmetry.detection, [firing.rule for firing in symmetry.lowered.firings], budget)
    work = WORK // (1 + len(symmetry.detection.system.events))
    known: dict[tuple[_Slots, _Pair], frozenset[int]] = {}
    for slots, around, pair in islice(_exchanges(program.layout), work):
        candidate = _exchange(slots, pair)
        miss = next(near.among([candidate]), None)
        if miss is None:
            if _is_symmetry(symmetry, candidate):
                known[slots, pair] = frozenset()
        elif (around, pair) not in known or not known[around, pair] <= frozenset(miss.breaking):
            known[slots, pair] = frozenset(miss.breaking)
    broken: dict[_Slots, dict[_Pair, frozenset[int]]] = defaultdict(dict)
    for (slots, pair), breaking in known.items():
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


def _exchange(slots: _Slots, pair: _Pair) -> Symmetry:
    """Two values exchanged in some slots."""
    return Symmetry(tuple((slot, Image(slot, (pair, pair[::-1]))) for slot in slots))


def _exchanges(layout: Layout) -> Iterator[tuple[_Slots, _Slots, _Pair]]:
    """Slots with two values that they may have: those of each type that several variables or fields have, and then
    those of each variable or field, of which these are `around`."""
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
