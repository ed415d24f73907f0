"""Events on counters: the steps of members in a row, without the identities of the members, for any group.

A step of any member takes it from the counter of its values to another one. A single event on counters then stands for
one event of each member, or of each pair of members.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.diagrams.cases import Case
from vsym.diagrams.events import Event, Move, Put, Update, renamed
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.group import Group
from vsym.diagrams.symmetry.product import Product
from vsym.diagrams.symmetry.sorting import Letter
from vsym.diagrams.values import Values, contains

_Known: TypeAlias = dict[tuple[Values | None, ...], tuple[Letter, ...]]
"""The values of a member that masks of its levels let through, by these masks."""

_MOST_CHOICES = 10_000
"""The most combinations of values, of the members that take part in an event, that are taken one by one."""


def on_counters(counted: Counted, events: Iterable[Event], most: int | None = None) -> tuple[Event, ...] | None:
    """The events on vectors with counters that do what these do, each once.

    The caller guarantees that all permutations of the members take the events to each other: an event of one member
    stands for one of each. None if an event compares sums over members' levels, if too many members take part in one,
    each in its own way, or if there are more than `most` events.
    """
    made: dict[Event, None] = {}
    letters_by_values: _Known = {}
    for event in events:
        counterparts = _counterparts(counted, event, letters_by_values)
        if counterparts is None:
            return None
        made |= dict.fromkeys(counterparts)
        if most is not None and len(made) > most:
            return None
    return tuple(made)


def _counterparts(counted: Counted, event: Event, by_masks: _Known) -> list[Event] | None:
    blocks, inside = counted.members.blocks, counted.inside
    if any(level in inside for linear in event.guard.sums for level, _ in linear.coefficients):
        return None
    masks = dict(event.guard.masks)
    updates: dict[int, dict[int, Update]] = defaultdict(dict)
    for update in event.updates:
        if update.level in inside:
            updates[counted.member(update.level)][update.level] = update
    outside = renamed(
        Event(
            Case(tuple((level, values) for level, values in masks.items() if level not in inside), event.guard.sums),
            tuple(update for update in event.updates if update.level not in inside),
        ),
        {level: counted.level(level) for level in range(len(counted.members.sizes)) if level not in inside},
    )
    # Most events name few members: the others are all alike.
    named = {counted.member(level) for level in masks if level in inside} | updates.keys()
    allowed = {member: _allowed(counted, [masks.get(level) for level in blocks[member]], by_masks) for member in named}
    resting = Counter({counted.letters: len(blocks) - len(named)})
    resting.update(allowed[member] for member in sorted(named - updates.keys()))
    others = resting.most_common(1)[0][0] if len(updates) < len(blocks) else counted.letters
    if others != counted.letters:
        allowed = {member: allowed.get(member, counted.letters) for member in range(len(blocks))}
    special = [member for member in sorted(allowed) if member in updates or allowed[member] != others]
    if prod(len(allowed[member]) for member in special) > _MOST_CHOICES:
        return None
    counterparts: list[Event] = []
    for letters in product(*(allowed[member] for member in special)):
        after = [
            _after(counted, member, letter, updates.get(member, {}))
            for member, letter in zip(special, letters, strict=True)
        ]
        if None not in after:
            enough = _enough(counted, Counter(letters), frozenset(others))
            guard = Case(tuple(sorted((*outside.guard.masks, *enough))), outside.guard.sums)
            exchanged = _exchanged(counted, Counter(after), Counter(letters))
            counterparts.append(Event(guard, (*outside.updates, *exchanged)))
    return counterparts


def _allowed(counted: Counted, masks: list[Values | None], by_masks: _Known) -> tuple[Letter, ...]:
    """The values of a member that these masks let through."""
    key = tuple(masks)
    if key not in by_masks:
        by_masks[key] = tuple(
            letter
            for letter in counted.letters
            if all(values is None or contains(values, value) for value, values in zip(letter, masks, strict=True))
        )
    return by_masks[key]


def _after(counted: Counted, member: int, letter: Letter, updates: dict[int, Update]) -> Letter | None:
    """The values of a member after an event; None if one of them is none of its level."""
    values = list(letter)
    for place, level in enumerate(counted.members.blocks[member]):
        match updates.get(level):
            case Move(by=by):
                values[place] += by
            case Put(value=value):
                values[place] = value
            case None:
                pass
        if not 0 <= values[place] < counted.members.sizes[level]:
            return None
    return tuple(values)


def _enough(counted: Counted, needed: Counter[Letter], others: frozenset[Letter]) -> Iterator[tuple[int, Values]]:
    """The masks of counters: enough members have the values needed, and no further one has values that others may not
    have."""
    count = counted.members.count
    for level, letter in zip(counted.counters, counted.letters, strict=True):
        most = count - needed[letter]
        if letter not in others:
            yield level, (most, most + 1)
        elif needed[letter]:
            yield level, (0, most + 1)


def _exchanged(counted: Counted, after: Counter[Letter | None], before: Counter[Letter]) -> Iterator[Update]:
    for level, letter in zip(counted.counters, counted.letters, strict=True):
        fewer = before[letter] - after[letter]
        if fewer:
            yield Move(level, fewer)


@frozen
class Rows:
    """Counters in place of the members of one row after the other, and the rest of the group on vectors with them. A
    set of such vectors is canonical where it is canonical for the `rest`."""

    counters: tuple[Counted, ...]
    rest: Group

    @classmethod
    def of(cls, group: Group) -> Rows | None:
        """The rows of which a group has all permutations; None if it has no such row."""
        if isinstance(group, Product) and not group.independent:
            return None if group.counted is None else cls((group.counted[0],), group.counted[1])
        counters = list[Counted]()
        factors = list(group.factors) if isinstance(group, Product) else [group]
        number = 0
        while number < len(factors):
            row = factors[number].row
            counted = None if row is None else Counted.of(row)
            if counted is None:
                number += 1
                continue
            del factors[number]
            factors = [factor.on_counters(counted) for factor in factors]
            counters.append(counted)
        return cls(tuple(counters), Product(counters[-1].sizes, tuple(factors))) if counters else None

    def events(self, events: Sequence[Event]) -> tuple[Event, ...] | None:
        """The events on vectors with counters, as `on_counters` has them; None if it has none, or more than there are
        without counters."""
        alternatives: Sequence[Event] | None = events
        for counted in self.counters:
            alternatives = None if alternatives is None else on_counters(counted, alternatives, most=len(events))
        return None if alternatives is None else tuple(alternatives)

    def forward(self, states: StateSet) -> StateSet:
        """The set with counters in place of the members."""
        for counted in self.counters:
            states = counted.forward(states)
        return states

    def back(self, states: StateSet) -> StateSet:
        """The canonical set of the orbits that vectors with counters stand for."""
        states = self.rest.canonical(states)
        for counted in reversed(self.counters):
            states = counted.back(states.space.beside(counted.members.sizes), states)
        return states
