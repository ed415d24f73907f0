"""A chain of stabilisers of slots in a group of literal maps, with an element for each coset of one in the one before.

Source of the idea: Linton, "Finding the smallest image of a set", ISSAC 2004.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.action import Action
from vsym.groups.chains import chain
from vsym.groups.group import Group
from vsym.groups.permutations import Images, inverse


@frozen(eq=False)
class Rank:
    """An element for each right coset of a subgroup, which leaves alone the slots at the `places`."""

    elements: tuple[Images, ...]
    places: tuple[int, ...]


@frozen(eq=False)
class Cosets:
    """Ranks down to the trivial group: every element of the group of an action is one of the first, followed by one of
    the second, and so on, in one way. `places` are those of the action's slots."""

    action: Action
    order: int

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks. A slot is taken where the next subgroup has few cosets."""
        return tuple(self._ranks())

    @property
    def elements(self) -> int:
        """How many elements the ranks have."""
        return sum(len(rank.elements) for rank in self.ranks)

    def _ranks(self) -> Iterator[Rank]:
        group, left = self.action.group.proved(), list(range(len(self.action.slots)))
        while left:
            lengths = _orbit_lengths(group)
            chosen = min(left, key=lambda place: (_bound(lengths, self._points[place]), place))
            elements, group = _cosets(group, self._points[chosen])
            lengths = _orbit_lengths(group)
            fixed = [place for place in left if all(lengths[point] == 1 for point in self._points[place])]
            left = [place for place in left if place not in fixed]
            yield Rank(elements, tuple(fixed))

    @cached_property
    def _points(self) -> tuple[tuple[int, ...], ...]:
        """The points of each slot: itself and its literals, by its place."""
        points: list[list[int]] = [[place] for place in range(len(self.action.slots))]
        for number, (slot, code) in enumerate(self.action.points):
            if code is not None:
                points[self.action.numbers[slot, None]].append(number)
        return tuple(map(tuple, points))


def _orbit_lengths(group: Group) -> list[int]:
    lengths = [1] * group.degree
    for orbit in group.orbits():
        for point in orbit:
            lengths[point] = len(orbit)
    return lengths


def _bound(lengths: Sequence[int], points: Sequence[int]) -> int:
    """At most how many cosets the stabiliser of some points has."""
    bound = 1
    for point in points:
        bound *= lengths[point]
    return bound


def _cosets(group: Group, points: Sequence[int]) -> tuple[tuple[Images, ...], Group]:
    """An element for each right coset of the stabiliser of points, and the stabiliser."""
    stabilisers = chain(group.degree, group.generators, group.order, points, prove=True)
    first, rest = stabilisers.transversals[: len(points)], stabilisers.from_level(len(points))
    rows: NDArray[np.intp] = np.arange(group.degree, dtype=np.intp)[np.newaxis]
    for transversal in reversed(first):
        rows = transversal.elements()[:, rows].reshape(-1, group.degree)
    return tuple(inverse(row) for row in rows), Group(group.degree, rest.generators, rest.order)
