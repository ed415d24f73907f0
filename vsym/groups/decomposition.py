"""A group as a direct product, each factor with the orbit by which it has a name; factors may move the same points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.groups.actions import base, restricted, with_sets
from vsym.groups.blocks import block_systems
from vsym.groups.group import Group
from vsym.groups.half_spaces import half_spaces
from vsym.groups.permutations import Permutation
from vsym.groups.recognition import Arranged, recognised

_LARGEST_ORBIT = 2_500
"""Sets are looked for in orbits of so many points at most."""


_Orbit: TypeAlias = tuple[int, ...]


@frozen
class Named:
    """A group, and what its points are: single points of an original group, or sets of these."""

    group: Group
    names: tuple[tuple[int, ...], ...]

    def only(self, subgroup: Group) -> Named:
        """A subgroup, on what it moves."""
        return Named(restricted(subgroup, subgroup.support), tuple(self.names[point] for point in subgroup.support))

    def with_sets(self) -> Named:
        """The same group that also permutes sets of points: blocks, of every system of small ones, and half-spaces."""
        group, names = self.group, list(self.names)
        for orbit in _different_orbits(self.group):
            if len(orbit) <= _LARGEST_ORBIT:
                there = restricted(self.group, orbit)
                for system in (*block_systems(there), half_spaces(there)):
                    sets = [[orbit[place] for place in one] for one in system]
                    group = with_sets(group, sets)
                    names += (tuple(sorted({name for point in one for name in self.names[point]})) for one in sets)
        return Named(group, tuple(names))

    def original(self, degree: int, element: Permutation) -> Permutation:
        """An element of the group as a permutation of the points of the original one."""
        single = {p: q for p, q in element.moves if len(self.names[p]) == 1}
        return Permutation.moving(degree, {self.names[p][0]: self.names[q][0] for p, q in single.items()})

    @property
    def single(self) -> frozenset[int]:
        """The points that are single points of the original group."""
        return frozenset(point for point, name in enumerate(self.names) if len(name) == 1)

    def is_single(self, orbit: _Orbit) -> bool:
        """Whether an orbit is one of points of the original group."""
        return len(self.names[orbit[0]]) == 1

    def overlap(self, orbit: _Orbit) -> bool:
        """Whether an orbit is one of sets with points in common."""
        listed = [name for point in orbit for name in self.names[point]]
        return len({*listed}) < len(listed)


def decomposed(named: Named) -> Iterator[tuple[Named, Arranged | None]]:
    """The direct factors of a group, as far as its orbits show them, each with points by which it is of a kind, if any.

    First the orbits of points are asked, with sets where one of them does not tell all elements apart; what these
    leave without a name is taken apart and named by what it does to sets. So a rotation of six points is C6, though it
    is also the product of what it does to blocks of two and of three.
    """
    outcome = _by_points(named)
    if outcome is None:
        named = named.with_sets()
        outcome = _by_sets(named)
    if isinstance(outcome, tuple):
        for factor in outcome:
            yield from decomposed(named.only(factor))
    else:
        yield named, outcome


def _by_points(named: Named) -> tuple[Group, Group] | Arranged | None:
    """Two factors, or the kind of the group, where its orbits show that and sets cannot show factors."""
    orders = _different_orbits(named.group)
    if factors := _direct_factors(named.group, orders, orders):
        return factors
    faithful = all(order == named.group.order for order in orders.values())
    return _kind(named.group, orders, orders) if faithful else None


def _by_sets(named: Named) -> tuple[Group, Group] | Arranged | None:
    """Two factors, or the kind of the group, by orbits of points if possible, else by orbits of sets.

    The kind comes first for sets that overlap: the symmetries of a cube are S2 wr S3, as those of other hypercubes are
    like that, though they are S2 × S4, too.
    """
    orders = _different_orbits(named.group)
    points = [orbit for orbit in orders if named.is_single(orbit)]
    sets = [orbit for orbit in orders if not named.is_single(orbit)]
    overlapping = [orbit for orbit in sets if named.overlap(orbit)]
    return (
        _direct_factors(named.group, points, orders)
        or _kind(named.group, (*points, *overlapping), orders)
        or _direct_factors(named.group, sets, orders)
        or _kind(named.group, sets, orders)
    )


def _kind(group: Group, orbits: Iterable[_Orbit], orders: Mapping[_Orbit, int]) -> Arranged | None:
    """The kind of the group by the first of these orbits that shows one, and that tells all elements apart."""
    with_pairs = any(len(orbit) == 2 for orbit in orders)
    for orbit in orbits:
        if orders[orbit] == group.order:
            arranged = recognised(restricted(group, orbit), with_pairs)
            if arranged.kind.name != "other":
                return Arranged(arranged.kind, tuple(orbit[place] for place in arranged.points))
    return None


def _different_orbits(group: Group) -> dict[_Orbit, int]:
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


def _direct_factors(group: Group, starts: Iterable[_Orbit], orders: Mapping[_Orbit, int]) -> tuple[Group, Group] | None:
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
