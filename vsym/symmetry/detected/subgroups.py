"""Subgroups of a system's symmetries: those that keep some formulas' conditions on states (theory, section 8)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import chain

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.groups.connected import least_connected
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation
from vsym.logic.formula import Formula
from vsym.symmetry.detected.detection import predicates
from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.formula_images import FormulaImages, Shape, Valuations
from vsym.symmetry.detected.images import Memberships, NoKeyError
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.questions import Questions
from vsym.system.symmetry import IDENTITY, Symmetry
from vsym.system.system import System

MOST_IMAGES = 2_000
"""The most images of some formulas that are computed to find the symmetries that keep these."""

WORK = 200_000
"""The most work on all of them together."""

Searching = Callable[[Sequence[Formula]], Sequence[Symmetry]]
"""Symmetries that keep each maximal predicate in some formulas, found anew."""


@frozen
class Subgroup:
    """Symmetries that generate a subgroup, and that as a group of permutations of literals."""

    group: Group
    symmetries: tuple[Symmetry, ...]

    @property
    def order(self) -> int:
        """The number of symmetries in it."""
        return self.group.order

    def __contains__(self, symmetry: Permutation) -> bool:
        """True for a permutation of literals that is in it."""
        return symmetry in self.group

    def __le__(self, other: Subgroup) -> bool:
        """True where all of it is in another one."""
        return all(one in other for one in self.group.generators)


class Subgroups:
    """The subgroups of the symmetries of a system that some of them generate.

    Where formulas have too many images, `searching` may have symmetries that keep them, which need not be of the group.
    """

    def __init__(
        self,
        system: System,
        domains: Sequence[Values],
        symmetries: Sequence[Symmetry],
        budget: Budget,
        searching: Searching | None = None,
    ) -> None:
        self._budget, self._searching = budget, searching
        self.literals = Literals(tuple(domains))
        self._images = FormulaImages(system, Memberships(system, domains))
        # Events are not asked about.
        self._questions = Questions(system, (), domains, budget)
        self._known: dict[tuple[Formula, ...], Subgroup] = {}
        self.whole = self._generated(symmetries)

    def keeping(self, formulas: Sequence[Formula]) -> Subgroup:
        """The symmetries that keep each maximal predicate in some formulas, as many of them as are found."""
        conditions = tuple(dict.fromkeys(chain.from_iterable(map(predicates, formulas))))
        if conditions not in self._known:
            self._known[conditions] = self._keeping(conditions)
        return self._known[conditions]

    def _keeping(self, formulas: Sequence[Formula]) -> Subgroup:
        shapes = [self._images.shape(one) for one in formulas]
        unseen = [one for one in self.whole.symmetries if not all(self._is_kept(one, shape) for shape in shapes)]
        if not unseen:
            return self.whole
        seen = [one for one in self.whole.symmetries if one not in unseen]
        if not all(isinstance(one, Valuations) for one in shapes):
            # What is written differently may be the same, which a graph shows better than keys do.
            if self._searching is not None:
                return max(map(self._generated, (seen, self._searching(formulas))), key=lambda one: one.order)
            seen = [*seen, *(one for one in unseen if all(map(partial(self._keeps, one), formulas, shapes)))]
            if len(seen) == len(self.whole.symmetries):
                return self.whole
        images = self._orbit(shapes)
        return self._generated(seen) if images is None else self._stabiliser(images)

    def alike(self, several: Sequence[Sequence[Formula]]) -> tuple[int, ...]:
        """For each list of formulas, the place of the first list that a chain of symmetries takes to it, from one of
        these lists to another. Only symmetries that keys show to do so count."""
        shapes = [[self._images.shape(one) for one in formulas] for formulas in several]

        def pairs() -> Iterator[tuple[int, int]]:
            places: dict[Hashable, int] = {}
            for place, one in enumerate(shapes):
                key = self._key(one, IDENTITY)
                if key is not None and places.setdefault(key, place) != place:
                    yield places[key], place
            for symmetry in self.whole.symmetries:
                for place, one in enumerate(shapes):
                    key = self._key(one, symmetry)
                    if key in places:
                        yield place, places[key]

        return tuple(least_connected(len(several), pairs()))

    def _is_kept(self, symmetry: Symmetry, shape: Shape) -> bool:
        """True where keys show that a symmetry keeps a predicate."""
        key = self._key([shape], symmetry)
        return key is not None and key == self._key([shape], IDENTITY)

    def _keeps(self, symmetry: Symmetry, predicate: Formula, shape: Shape) -> bool:
        if self._is_kept(symmetry, shape):
            return True
        if isinstance(shape, Valuations):
            return False
        return self._questions.is_same(symmetry, predicate, predicate) is True

    def _key(self, shapes: Sequence[Shape], symmetry: Symmetry) -> Hashable | None:
        """The images of formulas as a key; None where there is none."""
        try:
            return self._images.key(shapes, symmetry)
        except NoKeyError:
            return None

    def _orbit(self, shapes: Sequence[Shape]) -> list[list[int]] | None:
        """All images of some formulas together, numbered, the formulas first: by generator, the number of the image
        that it makes of each; None where they are too many, or not all have a key."""
        most = min(MOST_IMAGES, WORK // (1 + sum(one.size for one in shapes)))
        numbers = {self._key(shapes, IDENTITY): 0}
        elements = [IDENTITY]
        images: list[list[int]] = [[] for _ in self.whole.symmetries]
        for element in self._budget.paced(elements):
            for symmetry, row in zip(self.whole.symmetries, images, strict=True):
                image = element.then(symmetry)
                key = self._key(shapes, image)
                if key not in numbers:
                    numbers[key] = len(elements)
                    elements.append(image)
                row.append(numbers[key])
            if None in numbers or len(elements) > most:
                return None
        return images

    def _stabiliser(self, images: Sequence[Sequence[int]]) -> Subgroup:
        """The symmetries that leave the first of some images where it is: images are points beside the literals."""
        whole, degree = self.whole.group, self.whole.group.degree
        extended = tuple(
            Permutation.moving(
                degree + len(row), {**dict(one.moves), **{degree + p: degree + q for p, q in enumerate(row)}}
            )
            for one, row in zip(whole.generators, images, strict=True)
        )
        bound = whole.order if whole.certain else whole.bound
        fixed = Group(degree + len(images[0]), extended, bound).stabiliser([degree])
        generators = (dict(move for move in one.moves if move[0] < degree) for one in fixed.generators)
        permutations = tuple(Permutation.moving(degree, moves) for moves in generators)
        group = Group(degree, permutations, fixed.bound)
        return Subgroup(group, tuple(map(self.literals.symmetry, permutations)))

    def _generated(self, symmetries: Sequence[Symmetry]) -> Subgroup:
        permutations = tuple(map(self.literals.permutation, symmetries))
        return Subgroup(Group(self.literals.starts[-1], permutations), tuple(symmetries))
