"""Nets with transfers: counters that steps move as a whole, which is what backward coverability works on."""

from __future__ import annotations

from typing import TypeAlias

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen

Marking: TypeAlias = tuple[int, ...]
"""A number for each place."""


@frozen
class Place:
    """A counter; or, with a `value`, whether a variable of few values has this one: 1 if so, else 0."""

    symbol: FNode
    value: int | None = None


@frozen
class Transfer:
    """A step from c with `low <= c <= high` (None: no bound) to c', where all that is at place a goes to `target[a]`
    (None: it is lost), and then `change` is added; it can be taken where no place has less than nothing then."""

    low: Marking
    high: tuple[int | None, ...]
    target: tuple[int | None, ...]
    change: Marking


@frozen
class Net:
    """Transfers between places; whatever a transition system does its net can do, and maybe more.

    `most` is how much there can be at a place at the start, None for no bound.
    """

    places: tuple[Place, ...]
    transfers: tuple[Transfer, ...]
    most: tuple[int | None, ...]

    def variables(self) -> dict[FNode, tuple[int, ...]]:
        """The places of each variable of few values."""
        found: dict[FNode, tuple[int, ...]] = {}
        for number, place in enumerate(self.places):
            if place.value is not None:
                found[place.symbol] = (*found.get(place.symbol, ()), number)
        return found


def below(one: Marking, other: Marking) -> bool:
    """Whether one marking has nowhere more than the other."""
    return all(map(int.__le__, one, other))
