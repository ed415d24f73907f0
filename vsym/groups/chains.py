"""Stabiliser chains by the random Schreier–Sims algorithm.

Source: Seress, "Permutation Group Algorithms" (2003), sections 4.1 to 4.3. The only way for a chain to be wrong is to
be incomplete: then its order is too small. Random elements come from product replacement, the same at every run
(Celler, Leedham-Green, Murray, Niemeyer, O'Brien, "Generating random elements of a finite group", Communications in
Algebra 23, 1995; the accumulator is Leedham-Green's).

The orbits of a chain are Schreier trees, with a way to each of their points (section 4.4); a tree is shallow once a few
random elements are among its generators.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from math import prod
from random import Random
from typing import TYPE_CHECKING

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.groups.permutations import Images, Permutation, independent, inverse

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CONFIRMATIONS = 24
"""The number of random elements in a row that must be in the chain; at least half are outside a proper subgroup."""

_FURTHER = 8
"""The most further generators that make a transversal shallow."""

_CHEAP = 20_000_000
"""The most images that an unrequested proof of a chain may compute."""

_SLOTS, _SEED = 10, 20061

_OUTSIDE, _ROOT = -1, -2


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
        return bool((element == np.arange(element.size)).all())

    @property
    def generators(self) -> tuple[Permutation, ...]:
        """Generators of the elements of the chain."""
        # Each once, in the chain's order: a generator of one level may also be one of the levels before it.
        every = {id(one): one for transversal in self.transversals for one in transversal.generators}
        return tuple(map(Permutation.of, every.values()))

    def element(self, images: Sequence[int]) -> Permutation:
        """The element that takes the first points of the base to these images, and of those one that the chain has.

        Raises ValueError where there is none.
        """
        element = np.arange(self.transversals[0].degree, dtype=np.intp) if self.transversals else np.empty(0, np.intp)
        for transversal, image in zip(self.transversals, images, strict=False):
            target = int(inverse(element)[image])
            if target not in transversal:
                raise ValueError(f"no element takes the base to {images}")
            element = element[transversal.representative(target)]
        return Permutation.of(element)

    def from_level(self, level: int) -> Chain:
        """The chain of the elements that leave the base's first points where they are."""
        return Chain(self.transversals[level:], self.certain)


def chain(
    degree: int,
    generators: Iterable[Permutation],
    bound: int | None = None,
    base: Sequence[int] = (),
    prove: bool = False,
) -> Chain:
    """The stabiliser chain of the group that these permutations generate, whose base begins with the given points.

    Its order is certain where it is close enough to `bound`, which no order is above. Else random elements complete it,
    and the Schreier–Sims algorithm itself makes it certain if that is cheap, or if `prove` asks for it.
    """
    classes = independent(degree, generators)
    first = {point: Transversal(point, degree) for point in base}
    rest: list[Transversal] = []
    certain = True
    for moving in classes:
        moved = {point for generator in moving for point in generator.support}
        building = _Building(degree, [point for point in first if point in moved], bound if len(classes) == 1 else None)
        certain &= building.complete([one.images for one in moving], prove)
        for transversal in building.transversals:
            if transversal.root in first:
                first[transversal.root] = transversal
            else:
                rest.append(transversal)
    every = (*first.values(), *rest)
    return Chain(every, certain or _complete(every, bound))


def _complete(transversals: Sequence[Transversal], bound: int | None) -> bool:
    """Tells if a bound on the order shows that nothing is missing: else one orbit has one point more, or there is one
    orbit more, so that the order is greater by a factor."""
    longest = max(map(len, transversals), default=1)
    return bound is not None and prod(map(len, transversals)) * (longest + 1) > bound * longest


class _Building:
    """A chain that grows."""

    def __init__(self, degree: int, base: Sequence[int], bound: int | None) -> None:
        self._degree = degree
        self._bound = bound
        self.transversals = [Transversal(point, degree) for point in base]

    def complete(self, generators: Sequence[Images], prove: bool) -> bool:
        """Complete the chain for the group of the generators; True where it is certainly complete."""
        elements = _random_elements(generators)
        confirmed = 0
        while confirmed < _CONFIRMATIONS and not self._at_bound:
            confirmed = 0 if self._add(next(elements), from_random=True) else confirmed + 1
        for generator in generators:
            if not self._at_bound:
                self._add(generator)
        if self._at_bound or not (prove or self._price <= _CHEAP):
            return self._at_bound
        # The proof: the generators and every Schreier generator are sifted, until nothing is missing.
        complete = False
        while not complete:
            complete = not any(self._add(generator) for generator in generators)
            for level in reversed(range(len(self.transversals))):
                complete &= not self._close(level)
        return True

    @property
    def _at_bound(self) -> bool:
        return _complete(self.transversals, self._bound)

    @property
    def _price(self) -> int:
        """An estimate of the number of images that the proof computes."""
        sifted = sum(len(one) * len(one.generators) for one in self.transversals)
        return sifted * self._degree * sum(one.depth + 1 for one in self.transversals)

    def _close(self, level: int) -> bool:
        """Add the Schreier generators of a level; True where one was missing."""
        transversal = self.transversals[level]
        added = False
        for representative in transversal.elements():
            for generator in list(transversal.generators):
                added |= self._add(generator[representative], level)
        return added

    def _add(self, element: Images, level: int = 0, from_random: bool = False) -> bool:
        """Add an element of the group, which leaves the base before a level where it is; True where it was missing.

        A random one makes transversals shallow on its way.
        """
        residue = element
        for place in range(level, len(self.transversals)):
            transversal = self.transversals[place]
            if from_random and transversal.deep and len(transversal.generators) < _FURTHER:
                transversal.add(residue, inverse(residue))
            if int(residue[transversal.root]) not in transversal:
                self._extend(residue, level, place)
                return True
            residue = transversal.brought_back(residue)
        moved = np.flatnonzero(residue != np.arange(residue.size))
        if not moved.size:
            return False
        self.transversals.append(Transversal(int(moved[0]), self._degree))
        self._extend(residue, level, len(self.transversals) - 1)
        return True

    def _extend(self, residue: Images, first: int, last: int) -> None:
        """Add a generator to the levels from `first` to `last`; it fixes the points of the base before each of them."""
        backwards = inverse(residue)
        for level in range(first, last + 1):
            self.transversals[level].add(residue, backwards)


def _random_elements(generators: Sequence[Images]) -> Iterator[Images]:
    """A stream of elements of the group that some permutations, at least one, generate."""
    drawing = Random(_SEED)
    size = max(_SLOTS, len(generators) + 1)
    slots = [generators[slot % len(generators)] for slot in range(size)]
    element: Images = np.arange(generators[0].size, dtype=np.intp)
    for turn in count():
        first, second = drawing.sample(range(size), 2)
        factor = inverse(slots[second]) if drawing.random() < 0.5 else slots[second]
        slots[first] = factor[slots[first]] if drawing.random() < 0.5 else slots[first][factor]
        element = slots[first][element]
        if turn >= 5 * size:
            yield element


class Transversal:
    """The orbit of a point, the root, under generators, and elements that take the root to each of its points.

    It grows with each generator that is added. `points` are the orbit, as a breadth-first search comes to them, `depth`
    is the number of generators that the longest way takes.
    """

    def __init__(self, root: int, degree: int) -> None:
        self.root = root
        self.points: NDArray[np.intp] = np.array([root], dtype=np.intp)
        self.depth = 0
        # The steps are each generator with its inverse after it. The label of a point of the orbit is the number of the
        # step that leads to it.
        self._steps: list[Images] = []
        self._labels = np.full(degree, _OUTSIDE, dtype=np.intp)
        self._labels[root] = _ROOT

    @property
    def degree(self) -> int:
        """The number of points of the permutations."""
        return self._labels.size

    def __contains__(self, point: int) -> bool:
        return bool(self._labels[point] != _OUTSIDE)

    def __len__(self) -> int:
        return self.points.size

    @property
    def generators(self) -> Sequence[Images]:
        """The generators that were added."""
        return self._steps[::2]

    @property
    def deep(self) -> bool:
        """True where ways are long for an orbit of this size."""
        return self.depth > 2 * len(self).bit_length()

    def add(self, generator: Images, backwards: Images) -> None:
        """One more generator of the orbit, given with its inverse."""
        self._steps += (generator, backwards)
        if self.deep or bool((self._labels[generator[self.points]] == _OUTSIDE).any()):
            self._search()

    def _search(self) -> None:
        self._labels.fill(_OUTSIDE)
        self._labels[self.root] = _ROOT
        layers = [np.array([self.root], dtype=np.intp)]
        while layers[-1].size:
            fresh = []
            for label, step in enumerate(self._steps):
                images = step[layers[-1]]
                images = images[self._labels[images] == _OUTSIDE]
                self._labels[images] = label
                fresh.append(images)
            layers.append(np.concatenate(fresh))
        self.points = np.concatenate(layers)
        self.depth = len(layers) - 2

    def brought_back(self, element: Images) -> Images:
        """The element followed by one that takes its image of the root, a point of the orbit, back to the root."""
        while (label := self._labels[element[self.root]]) != _ROOT:
            element = self._steps[label ^ 1][element]
        return element

    def representative(self, point: int) -> Images:
        """The element of the transversal that takes the root to a point of its orbit."""
        way = []
        while (label := self._labels[point]) != _ROOT:
            way.append(self._steps[label])
            point = int(self._steps[label ^ 1][point])
        element = np.arange(self._labels.size, dtype=np.intp)
        for step in reversed(way):
            element = step[element]
        return element

    def elements(self) -> NDArray[np.intp]:
        """The whole transversal, an element a row, in the order of the points."""
        rows = np.empty((len(self), self._labels.size), dtype=np.intp)
        row_of: dict[int, int] = {}
        for row, point in enumerate(self.points.tolist()):
            label = int(self._labels[point])
            if label == _ROOT:
                rows[row] = np.arange(self._labels.size)
            else:
                rows[row] = self._steps[label][rows[row_of[int(self._steps[label ^ 1][point])]]]
            row_of[point] = row
        return rows
