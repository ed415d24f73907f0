"""Groups as direct products, also of groups that move the same points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeAlias

from vsym.groups.actions import base, restricted
from vsym.groups.group import Group

Orbit: TypeAlias = tuple[int, ...]


def different_orbits(group: Group) -> dict[Orbit, int]:
    """Of the orbits of two points at least those that the group acts on in different ways, fewer points first, each
    with the order of what the group does there.

    Two are alike where the elements that leave a point of the one where it is leave one of the other where it is.
    """
    rest = sorted((orbit for orbit in group.orbits() if len(orbit) > 1), key=len)
    kept = {}
    while rest:
        first = rest.pop(0)
        kept[first] = restricted(group, first).order
        if any(len(orbit) == len(first) for orbit in rest):
            moved = set(group.stabiliser([first[0]]).support)
            rest = [one for one in rest if len(one) != len(first) or moved.issuperset(one)]
    return kept


def direct_factors(group: Group, starts: Iterable[Orbit], orders: Mapping[Orbit, int]) -> tuple[Group, Group] | None:
    """Two subgroups, neither trivial, of which the group is the direct product; None where no orbits show some.

    `orders` has orbits and the order of what the group does there. One factor leaves the points of one of the `starts`
    where they are. The other leaves the points of those orbits where they are on which the first one does as much as
    the group, of all or else of one. Both are normal; that they make up the group follows from their orders, as only
    the identity is in both.
    """
    for start in starts:
        if orders[start] == group.order:
            continue
        first = group.stabiliser(base(group, start))
        full = [orbit for orbit, order in orders.items() if restricted(first, orbit).order == order]
        for left in (full, *([orbit] for orbit in full if len(full) > 1)):
            second = group.stabiliser(chain.from_iterable(base(group, orbit) for orbit in left))
            if second.order * first.order == group.order and restricted(second, start).order == second.order:
                return second, first
    return None
