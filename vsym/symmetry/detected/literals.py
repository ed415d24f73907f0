"""The literals of a system: the pairs of a variable and a value that it can take (theory, section 8)."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import accumulate

from vsym.basics.frozen import frozen
from vsym.groups.permutations import Permutation
from vsym.symmetry.detected.forms import Cell, Values
from vsym.system.symmetry import Image, Symmetry


@frozen
class Literals:
    """The literals of a system, numbered: variable by variable, value by value in order."""

    domains: tuple[Values, ...]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The number of the first literal of each variable, and at the end how many there are."""
        return tuple(accumulate(map(len, self.domains), initial=0))

    @cached_property
    def values(self) -> tuple[tuple[int, ...], ...]:
        """The values of each variable in order."""
        return tuple(tuple(sorted(domain)) for domain in self.domains)

    @cached_property
    def all(self) -> tuple[tuple[Cell, int], ...]:
        """The variable and the value of each literal."""
        return tuple((cell, value) for cell, values in enumerate(self.values) for value in values)

    def number(self, cell: Cell, value: int) -> int:
        """The number of a literal."""
        return self.starts[cell] + self.values[cell].index(value)

    def permutation(self, symmetry: Symmetry) -> Permutation:
        """A symmetry as a permutation of the numbers of literals."""
        moves: dict[int, int] = {}
        for cell, image in symmetry.moved:
            places = {value: place for place, value in enumerate(self.values[image.target], self.starts[image.target])}
            for place, value in enumerate(self.values[cell], self.starts[cell]):
                moves[place] = places[image.value(value)]
        return Permutation.moving(self.starts[-1], moves)

    def symmetry(self, permutation: Permutation) -> Symmetry:
        """A permutation of the numbers of literals as a symmetry."""
        targets: dict[Cell, Cell] = {}
        values: dict[Cell, dict[int, int]] = defaultdict(dict)
        for old, new in permutation.moves:
            (cell, value), (target, image) = self.all[old], self.all[new]
            targets[cell] = target
            values[cell][value] = image
        return Symmetry.of(targets, values)

    def restricted(self, symmetry: Symmetry) -> Symmetry:
        """A permutation of all values of variables as one of the literals alone.

        Raises ValueError where it takes a variable to one whose values are not the images of its own.
        """
        moved = []
        for cell, image in symmetry.moved:
            if {image.value(value) for value in self.domains[cell]} != self.domains[image.target]:
                raise ValueError(cell)
            values = tuple((old, new) for old, new in image.values if old in self.domains[cell])
            if len(self.domains[cell]) > 1 and (image.target != cell or values):
                moved.append((cell, Image(image.target, values)))
        return Symmetry(tuple(moved))
