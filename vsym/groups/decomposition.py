"""A group taken apart into direct factors, each with the orbit by which it has a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from vsym.basics.frozen import frozen
from vsym.groups.actions import restricted, with_blocks
from vsym.groups.blocks import block_systems
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation
from vsym.groups.products import Orbit, different_orbits, direct_factors
from vsym.groups.recognition import Arranged, recognised

_LARGEST_ORBIT = 2_500
"""Blocks are looked for in orbits of so many points at most."""


@frozen
class Named:
    """A group, and what its points are: single points of an original group, or blocks of these."""

    group: Group
    names: tuple[tuple[int, ...], ...]

    def only(self, subgroup: Group) -> Named:
        """A subgroup, on what it moves."""
        return Named(restricted(subgroup, subgroup.support), tuple(self.names[point] for point in subgroup.support))

    def with_blocks(self) -> Named:
        """The same group that also permutes blocks of points, of every system of small blocks."""
        group, names = self.group, list(self.names)
        for orbit in different_orbits(self.group):
            if len(orbit) <= _LARGEST_ORBIT:
                for system in block_systems(restricted(self.group, orbit)):
                    blocks = [[orbit[place] for place in block] for block in system]
                    group = with_blocks(group, blocks)
                    names += (tuple(sorted({name for p in block for name in self.names[p]})) for block in blocks)
        return Named(group, tuple(names))

    def original(self, degree: int, element: Permutation) -> Permutation:
        """An element of the group as a permutation of the points of the original one."""
        single = {p: q for p, q in element.moves if len(self.names[p]) == 1}
        return Permutation.moving(degree, {self.names[p][0]: self.names[q][0] for p, q in single.items()})

    def is_single(self, orbit: Orbit) -> bool:
        """Whether an orbit is one of points of the original group."""
        return len(self.names[orbit[0]]) == 1


def decomposed(named: Named) -> Iterator[tuple[Named, Arranged | None]]:
    """The direct factors of a group, as far as its orbits show them, each with points by which it is of a kind, if any.

    First the orbits of points are asked, with blocks where one of them does not tell all elements apart; what these
    leave without a name is taken apart and named by its blocks. So a rotation of six points is C6, though it is also
    the product of what it does to blocks of two and of three.
    """
    outcome = _by_points(named)
    if outcome is None:
        named = named.with_blocks()
        outcome = _by_blocks(named)
    if isinstance(outcome, tuple):
        for factor in outcome:
            yield from decomposed(named.only(factor))
    else:
        yield named, outcome


def _by_points(named: Named) -> tuple[Group, Group] | Arranged | None:
    """Two factors, or the kind of the group, where its orbits show that and blocks cannot show factors."""
    orders = different_orbits(named.group)
    if factors := direct_factors(named.group, orders, orders):
        return factors
    faithful = all(order == named.group.order for order in orders.values())
    return _kind(named.group, orders, orders) if faithful else None


def _by_blocks(named: Named) -> tuple[Group, Group] | Arranged | None:
    """Two factors, or the kind of the group, by orbits of points if possible, else by orbits of blocks."""
    orders = different_orbits(named.group)
    points = [orbit for orbit in orders if named.is_single(orbit)]
    blocks = [orbit for orbit in orders if not named.is_single(orbit)]
    for asked in (points, blocks):
        if outcome := direct_factors(named.group, asked, orders) or _kind(named.group, asked, orders):
            return outcome
    return None


def _kind(group: Group, orbits: Iterable[Orbit], orders: Mapping[Orbit, int]) -> Arranged | None:
    """The kind of the group by the first of these orbits that shows one, and that tells all elements apart."""
    with_pairs = any(len(orbit) == 2 for orbit in orders)
    for orbit in orbits:
        if orders[orbit] == group.order:
            arranged = recognised(restricted(group, orbit), with_pairs)
            if arranged.kind.name != "other":
                return Arranged(arranged.kind, tuple(orbit[place] for place in arranged.points))
    return None
