"""Permutations of a system's literals: of the pairs of a variable and a value that it can take (design, section 1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.groups.permutations import Permutation
from vsym.symmetry.detected.forms import Cell, Values
from vsym.system.step import Vector


@frozen
class Image:
    """What a variable becomes: another one or itself, and what its values become, those alone that do not stay, in
    ascending order."""

    target: Cell
    values: tuple[tuple[int, int], ...]

    @cached_property
    def renamed(self) -> Mapping[int, int]:
        """The values that do not stay."""
        return dict(self.values)

    def value(self, value: int) -> int:
        """What a value becomes."""
        return self.renamed.get(value, value)


@frozen
class Symmetry:
    """A permutation of literals that takes variables to variables; those that are not named stay as they are."""

    moved: tuple[tuple[Cell, Image], ...]

    @cached_property
    def images(self) -> Mapping[Cell, Image]:
        """What each variable becomes that does not stay as it is."""
        return dict(self.moved)

    def cell(self, cell: Cell) -> Cell:
        """What a variable becomes."""
        image = self.images.get(cell)
        return cell if image is None else image.target

    def value(self, cell: Cell, value: int) -> int:
        """What a value of a variable becomes."""
        image = self.images.get(cell)
        return value if image is None else image.value(value)

    def renamed(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """The values of a variable that do not stay, in ascending order, with what they become."""
        image = self.images.get(cell)
        return () if image is None else image.values

    def values(self, cell: Cell, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """What several values of a variable become."""
        image = self.images.get(cell)
        if image is None or not image.values:
            return values
        old, new = np.array(image.values, np.int64).T
        places = np.minimum(np.searchsorted(old, values), len(old) - 1)
        return np.where(old[places] == values, new[places], values)

    def state(self, state: Vector) -> Vector:
        """What a state becomes."""
        changed = list(state)
        for cell, image in self.moved:
            changed[image.target] = image.value(state[cell])
        return tuple(changed)


IDENTITY = Symmetry(())


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
