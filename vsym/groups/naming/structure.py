"""A group as a person says it: a direct product of groups that have names.

A factor gets its name from a faithful action: on the points of one orbit, or on sets of points. Factors may move the
same points; vsym recognises a hypercube's group by its half-spaces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import prod
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.groups.group import Group, base, restricted, with_sets
from vsym.groups.naming.recognition import Arranged, Kind, block_systems, certain_by, is_product, recognised
from vsym.groups.naming.splitting import complement
from vsym.groups.permutations import Images, Permutation, independent

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_SPELLED = 3
"""The most factors of one kind that are spelled out; more are a power."""

_LARGEST_ORBIT = 2_500
"""The most points of an orbit in which vsym searches for sets."""

_LARGEST = 1_024
"""The most points of a group that is named by its structure."""


@frozen
class Factor:
    """A direct factor of a group of permutations.

    Its `kind` is how it permutes the `points`, each a single one or a set of some, in their order as the places of
    the kind; of an "other" group there are none. The `generators`, which are those of the kind where it has some,
    permute all that the factor moves.
    """

    kind: Kind
    points: tuple[tuple[int, ...], ...]
    generators: tuple[Permutation, ...]


@frozen
class Structure:
    """A group as the direct product of its factors; `certain` is whether their orders are."""

    factors: tuple[Factor, ...]
    order: int
    certain: bool

    @property
    def text(self) -> str:
        """The name that a person gives the group, like `S3 × S4 wr S2`; 1 is the group that moves nothing."""
        parts: list[str] = []
        for text, count in Counter(factor.kind.text for factor in self.factors).items():
            one = f"({text})" if "⋊" in text and len(self.factors) > 1 else text
            parts += [one] * count if count <= _MOST_SPELLED else [f"{_in_brackets(text)}^{count}"]
        return " × ".join(parts) or "1"


def structure(group: Group) -> Structure:
    """The group as the direct product of as many factors as its orbits, and sets in them, show."""
    factors: list[Factor] = []
    certain = True
    for generators in independent(group.degree, group.generators):
        part = Group(group.degree, generators, group.bound)
        named = Named(restricted(part, part.support), tuple((point,) for point in part.support))
        parts = [*decomposed(named)]
        direct = [_factor(group.degree, *one) for one in parts]
        factors += direct
        certain = certain and (
            named.group.certain
            or (
                all(
                    arranged and certain_by(one.group, arranged.points, arranged.kind, one.single)
                    for one, arranged in parts
                )
                and (len(parts) == 1 or is_product(part, [factor.generators for factor in direct]))
            )
        )
    return Structure(tuple(factors), prod(factor.kind.order for factor in factors), certain or group.certain)


def _factor(degree: int, named: Named, arranged: Arranged | None) -> Factor:
    if arranged is None:
        kind = Kind("other", len(named.names), named.group.order, description=_semidirect(named))
        return Factor(kind, (), tuple(named.original(degree, one) for one in named.group.generators))
    kind, points = arranged.kind, arranged.points
    elements: Iterable[Permutation] = named.group.generators
    if kind.has_generators:
        based = named.group.chain_on(points)
        elements = (based.element([points[image] for image in images]) for images in kind.generators())
    generators = tuple(named.original(degree, one) for one in elements)
    return Factor(kind, tuple(named.names[point] for point in points), generators)


def _semidirect(named: Named) -> str:
    """`(S3 × S3) ⋊ D12`, a normal subgroup by a complement, both of groups that have names; empty where none is found.

    The normal subgroup fixes every point or set of an orbit, and the complement is the group's action on that orbit.
    The shortest name comes first.
    """
    names = {}
    for orbit, order in _different_orbits(named.group).items():
        if 1 < order < named.group.order:
            parts = structure(named.group.stabiliser(orbit)), structure(restricted(named.group, orbit))
            if all(factor.kind.has_generators for part in parts for factor in part.factors):
                names[" ⋊ ".join(_in_brackets(part.text) for part in parts)] = orbit
    return next((name for name in sorted(names, key=len) if complement(named.group, names[name])), "")


def _in_brackets(text: str) -> str:
    return f"({text})" if " " in text else text


_Orbit: TypeAlias = tuple[int, ...]


@frozen
class Named:
    """A group, and the meaning of its points: single points of an original group, or sets of these."""

    group: Group
    names: tuple[tuple[int, ...], ...]

    def only(self, subgroup: Group) -> Named:
        """A subgroup, on the points that it moves."""
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

    def overlap(self, orbit: _Orbit) -> bool:
        """Tells if an orbit is one of sets with points in common."""
        points = [point for name in orbit for point in self.names[name]]
        return len({*points}) < len(points)


def decomposed(named: Named) -> Iterator[tuple[Named, Arranged | None]]:
    """The direct factors of a group, as far as its orbits show them, each with points by which it is of a kind, if any.

    Orbits of points come first. Orbits of sets follow only if those of points show no factors, and either show no kind
    or do not each tell all elements apart. So a rotation of six points is C6, though it is also the product of its
    actions on blocks of two and of three.
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

    For sets that overlap, the kind comes before factors: the symmetries of a cube are S2 wr S3, in line with those of
    other hypercubes, though they are also S2 × S4.
    """
    orders = _different_orbits(named.group)
    single = named.single
    points = [orbit for orbit in orders if orbit[0] in single]
    sets = [orbit for orbit in orders if orbit[0] not in single]
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
    """Orbits of two or more points, at least one for each way in which the group acts, fewer points first, each with
    the order of the group's action on it.

    Two orbits are alike where the elements that fix a point of the one fix a point of the other.
    """
    rest = sorted((orbit for orbit in group.orbits() if len(orbit) > 1), key=len)
    orders = {}
    while rest:
        first = rest.pop(0)
        orders[first] = restricted(group, first).order
        if any(len(orbit) == len(first) for orbit in rest):
            moved = set(group.stabiliser([first[0]]).support)
            rest = [one for one in rest if len(one) != len(first) or moved.issuperset(one)]
    return orders


def _direct_factors(group: Group, starts: Iterable[_Orbit], orders: Mapping[_Orbit, int]) -> tuple[Group, Group] | None:
    """Two subgroups, neither trivial, of which the group is the direct product; None where no orbits show some.

    `orders` has orbits, each with the order of the group's action on it. One factor fixes the points of one of the
    `starts`. The other fixes the points of the orbits on which the first one does as much as the group: of all these
    orbits, or else of one. Both are normal; that they make up the group follows from their orders, as only the identity
    is in both.
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


Sets = tuple[tuple[int, ...], ...]


def half_spaces(group: Group) -> Sets:
    """The sets of words with one letter at one place, if the points of a transitive group are words, which it takes to
    each other with their neighbours; else none.

    The words are all those of one length over some letters, neighbours where they differ at one place. Nearer to one of
    two neighbours than to the other are those words that have its letter at that place.
    """
    size = group.degree
    degrees = set()
    for length in range(2, size.bit_length()):
        letters = round(size ** (1 / length))
        if letters > 1 and letters**length == size:
            degrees.add(length * (letters - 1))
    if not degrees or size > _LARGEST:
        return ()
    steps = group.chain_on([0]).transversals[0].elements()
    for neighbours in group.stabiliser([0]).orbits():
        if len(neighbours) in degrees:
            near = [_distances(steps, neighbours, start) for start in (neighbours[0], 0)]
            sets = _images(np.flatnonzero(near[0] < near[1]), [one.images for one in group.generators], size)
            if sets:
                return sets
    return ()


def _distances(transversal: NDArray[np.intp], neighbours: Sequence[int], start: int) -> NDArray[np.intp]:
    """The distance of each point from a start, with elements that take 0 and its neighbours to each and its own."""
    size = transversal.shape[1]
    after = np.empty((size, len(neighbours)), dtype=np.intp)
    after[transversal[:, 0]] = transversal[:, list(neighbours)]
    distances = np.full(size, size, dtype=np.intp)
    distances[start] = steps = 0
    layer = np.array([start], dtype=np.intp)
    while layer.size:
        steps += 1
        reached = np.unique(after[layer])
        layer = reached[distances[reached] == size]
        distances[layer] = steps
    return distances


def _images(points: NDArray[np.intp], generators: Sequence[Images], fewer_than: int) -> Sets:
    """The images of a set of points under a group; none where they are not fewer than so many."""
    first = tuple(points.tolist())
    images, pending = {first}, [first]
    while pending:
        point_set = list(pending.pop())
        for generator in generators:
            image = tuple(np.sort(generator[point_set]).tolist())
            if image not in images:
                images.add(image)
                pending.append(image)
                if len(images) >= fewer_than:
                    return ()
    return tuple(sorted(images))
