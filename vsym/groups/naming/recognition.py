"""Named kinds of groups, the kind of a transitive group, and the order of its points that shows this kind.

The order of a group rests on few points: its action on all points follows from its action on these. Random elements
make it very probable that a group's order is right; in its proof nothing rests on them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from math import factorial
from typing import TYPE_CHECKING, Literal, TypeAlias

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.groups.group import Group, restricted, with_sets
from vsym.groups.permutations import Permutation, finest_blocks, inverse

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_ROTATED = 2_000
"""The most points for which vsym searches all elements for a rotation."""

_TRIED = 64
"""The most pairs of points that are put into one block."""

_LARGEST = 20_000_000
"""The most pairs of points that are labelled."""


@frozen
class Arranged:
    """A kind, and the points of a group, the places of the kind in their order."""

    kind: Kind
    points: tuple[int, ...]


def recognised(group: Group, with_pairs: bool = False) -> Arranged:
    """The kind of a group that takes every one of its points to every one, two at least.

    D4 is also S2 wr S2, which it is called `with_pairs`.
    """
    size, order = group.degree, group.order
    points = tuple(range(size))
    if order == factorial(size):
        return Arranged(Kind("symmetric", size, order), points)
    if size > 3 and 2 * order == factorial(size):
        return Arranged(Kind("alternating", size, order), points)
    if not (with_pairs and order == 8) and (rotated := _rotated(group)):
        return rotated
    for blocks in block_systems(group):
        if product := _wreath_product(group, blocks):
            return product
    return Arranged(Kind("other", size, order), points)


def _rotated(group: Group) -> Arranged | None:
    """The group as a cyclic or dihedral one, if it is."""
    size, order = group.degree, group.order
    if order not in (size, 2 * size) or size > _MOST_ROTATED:
        return None
    elements = group.elements(order)
    rotations = list(elements[_is_cycle(elements)])
    if not rotations:
        return None
    # The nearest that goes on from the first point, which is the rotation by one where points are numbered around.
    rotation = min(rotations, key=lambda row: int(row[0]))
    points = [0]
    while (point := int(rotation[points[-1]])) != 0:
        points.append(point)
    if order == size:
        return Arranged(Kind("cyclic", size, order), tuple(points))
    reflection = next(row for row in elements if row[0] == 0 and (row != np.arange(size)).any())
    if (reflection[rotation[reflection]] != inverse(rotation)).any():
        return None
    return Arranged(Kind("dihedral", size, order), tuple(points))


def _is_cycle(elements: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each element whether it is one cycle of all points."""
    rows, size = elements.shape
    point = elements[:, 0]
    whole = np.ones(rows, dtype=bool)
    for _ in range(size - 1):
        whole &= point != 0
        point = elements[np.arange(rows), point]
    return whole


def _wreath_product(group: Group, blocks: Blocks) -> Arranged | None:
    """The group as the wreath product of its actions in a block and on the blocks; None if it is not that product."""
    size, count = len(blocks[0]), len(blocks)
    extended = with_sets(group, blocks)
    outside = restricted(extended, range(group.degree, group.degree + count))
    if size**count * outside.order > group.order:
        return None
    inside = restricted(extended.stabiliser([group.degree]), blocks[0])
    if inside.order**count * outside.order != group.order:
        return None
    inner, outer = recognised(inside), recognised(outside)
    first = [blocks[0][place] for place in inner.points]
    # Elements that take the first block to each say which place in one is which in the other.
    chain_there = group.chain_on([blocks[0][0]])
    ways = [chain_there.element([blocks[number][0]]) for number in outer.points]
    points = tuple(way(point) for way in ways for point in first)
    return Arranged(Kind("wreath", size * count, group.order, inner.kind, outer.kind), points)


Name: TypeAlias = Literal["symmetric", "alternating", "cyclic", "dihedral", "wreath", "other"]


@frozen
class Kind:
    """A transitive group of permutations of the places 0, 1, …, `size` - 1.

    The places of a cyclic or dihedral group are in the order in which they are rotated. A wreath product permutes
    blocks of places that follow each other, by its `outer` group. It permutes the places in each block by its `inner`
    group, independently of the other blocks. An "other" group has only its order and perhaps the `description` of its
    structure, as no places show it.
    """

    name: Name
    size: int
    order: int
    inner: Kind | None = None
    outer: Kind | None = None
    description: str = ""

    @property
    def text(self) -> str:
        """`S4` (all permutations of 4 places), `A4`, `C4`, `D4` (of 8 elements), `S3 wr S2` (2 blocks of 3 places)."""
        if self.inner and self.outer:
            parts = (self.inner, self.outer)
            return " wr ".join(f"({one.text})" if one.name == "other" else one.text for one in parts)
        if self.name == "other":
            return self.description or f"group of order {self.order}"
        return f"{self.name[0].upper()}{self.size}"

    @property
    def has_generators(self) -> bool:
        """Tells if `generators` are known: nothing in it is an "other" group."""
        return self.name != "other" and all(one.has_generators for one in (self.inner, self.outer) if one)

    def generators(self) -> Iterator[tuple[int, ...]]:
        """The usual generators, by the images of the places; an "other" group has none.

        These are swaps of neighbours; rotations of three neighbours; a rotation; a rotation and the reflection that
        leaves the first place where it is; those of the inner group in the first block, and those of the outer one on
        whole blocks.
        """
        places = range(self.size)
        match self.name:
            case "symmetric":
                yield from (_cycled(self.size, first, 2) for first in places[:-1])
            case "alternating":
                yield from (_cycled(self.size, first, 3) for first in places[:-2])
            case "cyclic" | "dihedral":
                yield _cycled(self.size, 0, self.size)
                if self.name == "dihedral":
                    yield (0, *reversed(places[1:]))
            case "wreath":
                assert self.inner
                assert self.outer
                block = self.inner.size
                yield from ((*images, *places[block:]) for images in self.inner.generators())
                for images in self.outer.generators():
                    yield tuple(image * block + place for image in images for place in range(block))
            case "other":
                pass


def _cycled(size: int, first: int, length: int) -> tuple[int, ...]:
    """The permutation that takes so many places, from the first on, each to the next, and the last to the first."""
    images = list(range(size))
    images[first : first + length] = [*images[first + 1 : first + length], first]
    return tuple(images)


Blocks: TypeAlias = tuple[tuple[int, ...], ...]


# `recognised` and `Named.with_sets` need the blocks of the same groups.
@lru_cache(maxsize=4)
def block_systems(group: Group) -> tuple[Blocks, ...]:
    """The systems with the smallest blocks that hold 0 and some other point, small blocks first, of a transitive group.

    Each is sorted, and neither of single points nor of one block.
    """
    suborbits = sorted(group.stabiliser([0]).orbits(), key=len)
    others = [suborbit[0] for suborbit in suborbits if suborbit[0]]
    steps = [one.images.tolist() for one in group.generators]
    systems = dict.fromkeys(_blocks(finest_blocks(steps, 0, other)) for other in others[:_TRIED])
    return tuple(sorted((blocks for blocks in systems if len(blocks) > 1), key=lambda blocks: (len(blocks[0]), blocks)))


def _blocks(leasts: Sequence[int]) -> Blocks:
    blocks: dict[int, list[int]] = {}
    for point, least in enumerate(leasts):
        blocks.setdefault(least, []).append(point)
    return tuple(sorted(map(tuple, blocks.values())))


def certain_by(group: Group, points: Sequence[int], kind: Kind, others: Collection[int]) -> bool:
    """Tells if it is proved, by a group's action on an orbit, that the group has the order of a kind.

    The caller knows that only the identity fixes all the `others`, points of whole orbits.
    """
    if group.certain:
        return group.order == kind.order
    there = restricted(group, points)
    bounded = Group(there.degree, there.generators, _rotations(there, kind) or most(kind) or there.bound)
    return bounded.certain and bounded.order == kind.order and tells_all_apart(group, points, others)


def _rotations(group: Group, kind: Kind) -> int | None:
    """The number of rotations of all points, with reflections for a dihedral group, if all generators are some."""
    if kind.name not in ("cyclic", "dihedral"):
        return None
    steps = (1, kind.size - 1) if kind.name == "dihedral" else (1,)
    taken = [(np.roll(one.images, -1) - one.images) % kind.size for one in group.generators]
    return kind.order if all(any((one == step).all() for step in steps) for one in taken) else None


def is_product(group: Group, factors: Sequence[Sequence[Permutation]]) -> bool:
    """Tells if it is proved that every element is one of each of some factors, given by generators, in any order."""
    together = Group(group.degree, tuple(chain.from_iterable(factors)))
    return all(generator in together for generator in group.generators) and all(
        first.then(second) == second.then(first)
        for one, other in combinations(factors, 2)
        for first, second in product(one, other)
    )


def most(kind: Kind) -> int | None:
    """The number of permutations, of those that keep the blocks of a wreath product; None for other kinds.

    Generators show the blocks. The actions of elements inside a block are known only as far as elements are, and may be
    any.
    """
    if kind.inner and kind.outer:
        outer = most(kind.outer)
        return factorial(kind.inner.size) ** kind.outer.size * outer if outer else None
    return factorial(kind.size) if kind.name == "symmetric" else None


def tells_all_apart(group: Group, points: Sequence[int], others: Collection[int]) -> bool:
    """Tells if it is proved that an element that fixes all points of an orbit fixes the others, of whole orbits.

    Pairs of a point of the orbit and any point are labelled such that no generator changes a label, which is checked.
    An element that fixes all points of the orbit keeps all labels of any point. Where no two points of an orbit have
    the same labels, it moves none of them.
    """
    if group.degree * len(points) > _LARGEST:
        return False
    rooted = group.chain_on(points[:1])
    label = np.zeros(group.degree, dtype=np.intp)
    for number, orbit in enumerate(group.stabiliser(points[:1]).orbits()):
        label[list(orbit)] = number
    transversal = rooted.transversals[0]
    labels = np.empty((len(points), group.degree), dtype=np.intp)
    place = np.full(group.degree, -1, dtype=np.intp)
    place[list(points)] = np.arange(len(points))
    for point in points:
        if point not in transversal:
            return False
        labels[place[point]] = label[inverse(transversal.representative(point))]
    for generator in group.generators:
        images = generator.images
        if (labels[place[images[list(points)]]][:, images] != labels).any():
            return False
    return all(
        len(np.unique(labels[:, list(orbit)], axis=1).T) == len(orbit) for orbit in group.orbits() if orbit[0] in others
    )
