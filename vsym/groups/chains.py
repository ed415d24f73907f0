"""Stabiliser chains by the random Schreier–Sims algorithm.

Source: Seress, "Permutation Group Algorithms" (2003), sections 4.1 to 4.3. The only way for a chain to be wrong is to
be incomplete: then its order is too small.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.groups.permutations import Images
from vsym.groups.random_elements import RandomElements
from vsym.groups.transversals import Transversal

_CONFIRMATIONS = 24
"""So many random elements in a row must be in the chain: of a proper subgroup, at least half of them are not."""

_FURTHER = 8
"""So many further generators at most make a transversal shallow."""

_CHEAP = 20_000_000
"""What the proof of a chain may cost, in images computed, where nobody has asked for it."""


@frozen(eq=False)
class Chain:
    """A base, points that only the identity leaves all where they are, and for each of them its orbit under the
    elements that leave those before it. `certain` is whether it is known to be that of the whole group."""

    transversals: tuple[Transversal, ...]
    certain: bool

    @property
    def order(self) -> int:
        """The number of elements; where it is not certain, the number of those that are known."""
        return prod(map(len, self.transversals))

    def __contains__(self, element: Images) -> bool:
        for transversal in self.transversals:
            if int(element[transversal.root]) not in transversal:
                return False
            element = transversal.brought_back(element)
        return _is_identity(element)

    def from_level(self, level: int) -> Chain:
        """The chain of the elements that leave the base's first points where they are."""
        return Chain(self.transversals[level:], self.certain)


def chain(
    generators: Sequence[Images], degree: int, bound: int | None = None, base: Sequence[int] = (), prove: bool = False
) -> Chain:
    """The stabiliser chain of the group that these permutations generate, whose base begins with the given points.

    Where its order is `bound`, which no order may be above, it is certain. Else random elements complete it, and the
    Schreier–Sims algorithm itself makes it certain if that is cheap, or if `prove` asks for it.
    """
    building = _Building(degree, base, bound)
    moving = [generator for generator in generators if not _is_identity(generator)]
    if not moving:
        return Chain(tuple(building.transversals), True)
    building.complete_at_random(moving)
    if not building.at_bound and (prove or building.price <= _CHEAP):
        building.prove(moving)
        return Chain(tuple(building.transversals), True)
    return Chain(tuple(building.transversals), building.at_bound)


class _Building:
    """A chain that grows."""

    def __init__(self, degree: int, base: Sequence[int], bound: int | None) -> None:
        self._degree = degree
        self._bound = bound
        self.transversals = [Transversal(point, degree) for point in dict.fromkeys(base)]

    @property
    def at_bound(self) -> bool:
        return self._bound is not None and prod(map(len, self.transversals)) >= self._bound

    @property
    def price(self) -> int:
        """About how many images the proof computes."""
        sifted = sum(len(one) * len(one.generators) for one in self.transversals)
        return sifted * self._degree * sum(one.depth + 1 for one in self.transversals)

    def complete_at_random(self, generators: Sequence[Images]) -> None:
        elements = RandomElements(generators)
        confirmed = 0
        while confirmed < _CONFIRMATIONS and not self.at_bound:
            confirmed = 0 if self._add(elements.next(), from_random=True) else confirmed + 1
        for generator in generators:
            if not self.at_bound:
                self._add(generator)

    def prove(self, generators: Sequence[Images]) -> None:
        """Sift the generators and every Schreier generator, and add what is missing, until nothing is."""
        complete = False
        while not complete:
            complete = not any(self._add(generator) for generator in generators)
            for level in reversed(range(len(self.transversals))):
                complete &= not self._close(level)

    def _close(self, level: int) -> bool:
        """Add the Schreier generators of a level; whether one was missing."""
        transversal = self.transversals[level]
        added = False
        for representative in transversal.elements():
            for generator in list(transversal.generators):
                added |= self._add(generator[representative], level)
        return added

    def _add(self, element: Images, level: int = 0, from_random: bool = False) -> bool:
        """Add an element of the group, which leaves the base before a level where it is; whether it was missing.

        A random one makes transversals shallow on its way.
        """
        residue = element
        for place in range(level, len(self.transversals)):
            transversal = self.transversals[place]
            if from_random and transversal.deep and len(transversal.generators) < _FURTHER:
                transversal.add(residue)
            if int(residue[transversal.root]) not in transversal:
                self._extend(residue, level, place)
                return True
            residue = transversal.brought_back(residue)
        if _is_identity(residue):
            return False
        self.transversals.append(Transversal(_first_moved(residue), self._degree))
        self._extend(residue, level, len(self.transversals) - 1)
        return True

    def _extend(self, residue: Images, first: int, last: int) -> None:
        """A generator for the levels of which it leaves the base before."""
        for level in range(first, last + 1):
            self.transversals[level].add(residue)


def _is_identity(element: Images) -> bool:
    return bool((element == np.arange(element.size)).all())


def _first_moved(element: Images) -> int:
    moved: NDArray[np.intp] = np.flatnonzero(element != np.arange(element.size))
    return int(moved[0])
