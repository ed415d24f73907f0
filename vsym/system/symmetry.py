"""Permutations of a system's literals: of the pairs of a variable, by its place, and a value that it can take (design
of symmetry detection, section 1); and the orbits of a small system, state by state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.system.step import Vector


@frozen
class Image:
    """What a variable becomes: another one or itself, and what its values become, those alone that do not stay, in
    ascending order."""

    target: int
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

    moved: tuple[tuple[int, Image], ...]

    @cached_property
    def images(self) -> Mapping[int, Image]:
        """What each variable becomes that does not stay as it is."""
        return dict(self.moved)

    def cell(self, cell: int) -> int:
        """What a variable becomes."""
        image = self.images.get(cell)
        return cell if image is None else image.target

    def value(self, cell: int, value: int) -> int:
        """What a value of a variable becomes."""
        image = self.images.get(cell)
        return value if image is None else image.value(value)

    def permutes(self, domains: Sequence[Set[int]]) -> bool:
        """Whether it is a permutation of variables that takes the values each has onto those of its image."""
        if {image.target for _, image in self.moved} != self.images.keys():
            return False
        return all(
            {image.value(value) for value in domains[cell]} == domains[image.target] for cell, image in self.moved
        )

    def renamed(self, cell: int) -> tuple[tuple[int, int], ...]:
        """The values of a variable that do not stay, in ascending order, with what they become."""
        image = self.images.get(cell)
        return () if image is None else image.values

    def state(self, state: Vector) -> Vector:
        """What a state becomes."""
        changed = list(state)
        for cell, image in self.moved:
            changed[image.target] = image.value(state[cell])
        return tuple(changed)

    def then(self, second: Symmetry) -> Symmetry:
        """This symmetry and then a second one."""
        moved = []
        for cell in sorted({*self.images, *second.images}):
            middle = self.cell(cell)
            old = {value for value, _ in self.images[cell].values} if cell in self.images else set[int]()
            if middle in second.images:
                back = {new: value for value, new in self.images[cell].values} if cell in self.images else {}
                old |= {back.get(value, value) for value, _ in second.images[middle].values}
            values = ((value, second.value(middle, self.value(cell, value))) for value in sorted(old))
            changed = tuple((value, image) for value, image in values if value != image)
            if second.cell(middle) != cell or changed:
                moved.append((cell, Image(second.cell(middle), changed)))
        return Symmetry(tuple(moved))


IDENTITY = Symmetry(())


@frozen
class Representative:
    """A state that a search has kept, in which layer, from 0, and under the hint of which number, from 0; None where
    the search has no layers or hints, and under the last hint, that all steps may be taken."""

    state: Vector
    layer: int | None
    hint: int | None


@frozen
class Orbit:
    """What a group makes of one state, and the representatives among it, the first met first."""

    representatives: tuple[Representative, ...]
    states: tuple[Vector, ...]


@frozen
class Met:
    """The orbits that a search has met, in this order, and how many states are in them. Where these are more than there
    is room for, no orbit is listed; they are all that can be reached if the search was `complete`."""

    orbits: tuple[Orbit, ...]
    represented: int
    complete: bool
