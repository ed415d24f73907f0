"""Assignments by which whole counters are added to others, as broadcasts do it, as transfers between levels.

Such an assignment, taken apart, is an event for each value that a counter may have; several of them multiply.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from vsym.basics.frozen import frozen
from vsym.diagrams import Assignment, Move, Transfer, Update


@frozen
class Broadcast:
    """What counters do: the transfers in an order in which none takes what another one has brought, then moves."""

    transfers: tuple[Transfer, ...]
    last: tuple[Update, ...]
    rest: tuple[Assignment, ...]
    """Assignments to other levels, and of 0 to levels whose value is lost."""


def broadcast(assignments: Sequence[Assignment], totals: Sequence[Collection[int]]) -> Broadcast | None:
    """The assignments as transfers between levels, None where they are none or need none.

    Each of the `totals` are levels whose sum never changes, so that what a transfer adds up has room. What a level
    holds goes to one level at most, and levels do not change places.
    """
    total_of = {level: number for number, levels in enumerate(totals) for level in levels}
    counted = [one for one in assignments if one.level in total_of]
    rest = [one for one in assignments if one.level not in total_of]
    target = _targets(counted, total_of)
    if target is None or all(source == level for source, level in target.items()):
        return None
    moved = {source: level for source, level in target.items() if source != level}
    lost = [one.level for one in counted if one.level not in target]
    transfers = _ordered(moved)
    if transfers is None:
        return None
    last = tuple(Move(one.level, one.constant) for one in counted if one.constant)
    return Broadcast(transfers, last, (*rest, *(Assignment(level) for level in lost)))


def _targets(assignments: Sequence[Assignment], total_of: Mapping[int, int]) -> dict[int, int] | None:
    """To which level goes what each one holds; None where something else is assigned than what levels hold."""
    assigned = {one.level for one in assignments}
    target: dict[int, int] = {}
    for one in assignments:
        for source, by in one.coefficients:
            together = total_of.get(source) == total_of[one.level]
            if by != 1 or source in target or source not in assigned or not together:
                return None
            target[source] = one.level
    return target


def _ordered(moved: Mapping[int, int]) -> tuple[Transfer, ...] | None:
    """The transfers, what leaves a level before what comes to it; None where they go round."""
    # What a level holds goes before that of those which come to it.
    before = {source: {level} & moved.keys() for source, level in moved.items()}
    try:
        return tuple(Transfer(source, moved[source]) for source in TopologicalSorter(before).static_order())
    except CycleError:
        return None
