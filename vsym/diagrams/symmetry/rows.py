"""Vectors with counters in place of all members that stand in rows, whatever the group, and what happens there."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.diagrams.events import Event
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.counted_events import on_counters
from vsym.diagrams.symmetry.group import Group
from vsym.diagrams.symmetry.product import Product


@frozen
class Rows:
    """Counters in place of the members of one row after the other, and what is left of the group on vectors with them:
    a set is canonical there where that is one for the `rest`."""

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
        found: Sequence[Event] | None = events
        for counted in self.counters:
            found = None if found is None else on_counters(counted, found, most=len(events))
        return None if found is None else tuple(found)

    def forward(self, states: StateSet) -> StateSet:
        """The set with counters in place of the members."""
        for counted in self.counters:
            states = counted.forward(states)
        return states

    def back(self, states: StateSet) -> StateSet:
        """The canonical set of what is in the orbits of vectors with counters."""
        states = self.rest.canonical(states)
        for counted in reversed(self.counters):
            states = counted.back(states.space.beside(counted.members.sizes), states)
        return states
