"""Permutation groups as values, and their actions on points and on sets of points that they permute."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property
from math import factorial
from typing import TYPE_CHECKING

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.groups.chains import Chain, chain
from vsym.groups.connected import least_connected
from vsym.groups.permutations import Permutation

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_ELEMENTS = 2_000
"""The most elements that are enumerated by default."""


class TooManyElementsError(Exception):
    """A group has more elements than were to be enumerated."""


@frozen
class Group:
    """The group of permutations of 0, 1, …, `degree` - 1 that some permutations generate.

    No order is above the `bound`, where that is known: it makes the order certain that meets it.
    """

    degree: int
    generators: tuple[Permutation, ...]
    bound: int | None = field(default=None, compare=False)

    @cached_property
    def chain(self) -> Chain:
        """The stabiliser chain; its base is as it comes."""
        return chain(self.degree, self.generators, self.bound)

    def chain_on(self, base: Sequence[int]) -> Chain:
        """The stabiliser chain with a base that begins with these points, each given once."""
        return Chain(chain(self.degree, self.generators, self.order, base).transversals, self.certain)

    @property
    def order(self) -> int:
        """The number of elements; where it is not `certain`, of those that are known, very probably all."""
        return self.chain.order

    @property
    def certain(self) -> bool:
        """True where the order is: it meets the bound, or the Schreier–Sims algorithm has proved it, which is tried
        where that costs little."""
        return self.chain.certain

    def proved(self) -> Group:
        """The same group, with an order that is certain, at any cost."""
        if self.certain:
            return self
        return Group(self.degree, self.generators, chain(self.degree, self.generators, self.bound, prove=True).order)

    def __contains__(self, element: Permutation) -> bool:
        """True for a permutation of the same degree that is an element; where the order is not certain, for one that is
        known as an element."""
        return element.degree == self.degree and element.images in self.chain

    @cached_property
    def support(self) -> tuple[int, ...]:
        """The points that the group moves, ascending."""
        return tuple(sorted({point for generator in self.generators for point in generator.support}))

    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """The orbits, fixed points among them, each ascending, in the order of their least points."""
        return self._orbits

    @cached_property
    def _orbits(self) -> tuple[tuple[int, ...], ...]:
        least = least_connected(self.degree, ((p, q) for generator in self.generators for p, q in generator.moves))
        orbits: dict[int, list[int]] = {}
        for point, of in enumerate(least):
            orbits.setdefault(of, []).append(point)
        return tuple(map(tuple, orbits.values()))

    def stabiliser(self, points: Iterable[int]) -> Group:
        """The subgroup of the elements that leave each of these points where it is; as certain as the group itself."""
        fixed = tuple(dict.fromkeys(points))
        rest = self.chain_on(fixed).from_level(len(fixed))
        subgroup = Group(self.degree, rest.generators, rest.order if rest.certain else None)
        # The chain is there already.
        subgroup.__dict__["chain"] = rest
        return subgroup

    def elements(self, at_most: int = MOST_ELEMENTS) -> NDArray[np.intp]:
        """All elements, a row of images each, the identity first.

        Raises TooManyElementsError if they are more than `at_most`.
        """
        if self.order > at_most:
            raise TooManyElementsError(f"the group has {self.order} elements, and vsym enumerates at most {at_most}")
        return self._elements

    @cached_property
    def _elements(self) -> NDArray[np.intp]:
        rows = np.arange(self.degree, dtype=np.intp)[np.newaxis]
        for transversal in reversed(self.chain.transversals):
            rows = transversal.elements()[:, rows].reshape(-1, self.degree)
        rows.setflags(write=False)
        return rows


def restricted(group: Group, points: Sequence[int]) -> Group:
    """The action of a group on points that it permutes, numbered 0, 1, … in the order given."""
    number = {point: place for place, point in enumerate(points)}
    generators = (
        Permutation.moving(len(number), {number[p]: number[q] for p, q in one.moves if p in number})
        for one in group.generators
    )
    bound = factorial(len(number))
    return Group(
        len(number),
        tuple(dict.fromkeys(one for one in generators if one)),
        min(bound, group.order) if group.certain else bound,
    )


def base(group: Group, points: Sequence[int]) -> tuple[int, ...]:
    """Some of the points, which a group permutes, such that every element that fixes these fixes all."""
    return tuple(points[one.root] for one in restricted(group, points).chain.transversals)


def with_sets(group: Group, sets: Sequence[Sequence[int]]) -> Group:
    """The group on more points: after those that it has, one for each of some sets that it takes to each other."""
    number = {frozenset(points): group.degree + place for place, points in enumerate(sets)}
    degree = group.degree + len(sets)
    extended = []
    for generator in group.generators:
        moved = {place: number[frozenset(map(generator, points))] for points, place in number.items()}
        extended.append(Permutation.moving(degree, {**dict(generator.moves), **moved}))
    return Group(degree, tuple(extended), group.order if group.certain else group.bound)
