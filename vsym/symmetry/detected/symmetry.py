"""Permutations of a system's literals: of the pairs of a variable and a value that it can take (design, section 1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.symmetry.detected.forms import Cell
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
