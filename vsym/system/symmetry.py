"""Permutations of a system's literals: of the pairs of a variable, by its place, and a value that it can take (theory,
section 8); and the orbits of a small system, state by state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.system.step import Vector


@frozen
class Image:
    """The image of a variable: another one or itself, and the images of those of its values that change, in ascending
    order."""

    target: int
    values: tuple[tuple[int, int], ...]

    @cached_property
    def renamed(self) -> Mapping[int, int]:
        """The values that change."""
        return dict(self.values)

    def value(self, value: int) -> int:
        """The image of a value."""
        return self.renamed.get(value, value)


@frozen
class Symmetry:
    """A permutation of literals that takes variables to variables; those that are not named stay as they are."""

    moved: tuple[tuple[int, Image], ...]

    @classmethod
    def of(cls, targets: Mapping[int, int], values: Mapping[int, Mapping[int, int]]) -> Symmetry:
        """The symmetry that takes some variables to these targets, and values of some variables to these values."""
        moved = []
        for cell in sorted({*targets, *values}):
            target, changed = targets.get(cell, cell), values.get(cell, {})
            renamed = tuple(sorted((old, new) for old, new in changed.items() if old != new))
            if target != cell or renamed:
                moved.append((cell, Image(target, renamed)))
        return cls(tuple(moved))

    @cached_property
    def images(self) -> Mapping[int, Image]:
        """The images of the variables that change."""
        return dict(self.moved)

    def cell(self, cell: int) -> int:
        """The image of a variable."""
        image = self.images.get(cell)
        return cell if image is None else image.target

    def value(self, cell: int, value: int) -> int:
        """The image of a value of a variable."""
        image = self.images.get(cell)
        return value if image is None else image.value(value)

    def permutes(self, domains: Sequence[Set[int]]) -> bool:
        """Tells if it is a permutation of variables that takes the values of each onto those of its image."""
        if {image.target for _, image in self.moved} != self.images.keys():
            return False
        return all(
            {image.value(value) for value in domains[cell]} == domains[image.target] for cell, image in self.moved
        )

    def renamed(self, cell: int) -> tuple[tuple[int, int], ...]:
        """The values of a variable that change, in ascending order, each with its image."""
        image = self.images.get(cell)
        return () if image is None else image.values

    def state(self, state: Vector) -> Vector:
        """The image of a state."""
        changed = list(state)
        for cell, image in self.moved:
            changed[image.target] = image.value(state[cell])
        return tuple(changed)

    def then(self, second: Symmetry) -> Symmetry:
        """This symmetry and then a second one."""
        targets = {cell: second.cell(self.cell(cell)) for cell in {*self.images, *second.images}}
        values = {}
        for cell in targets:
            middle, own = self.cell(cell), dict(self.renamed(cell))
            back = {new: old for old, new in own.items()}
            concerned = {*own, *(back.get(value, value) for value, _ in second.renamed(middle))}
            values[cell] = {value: second.value(middle, self.value(cell, value)) for value in concerned}
        return Symmetry.of(targets, values)


IDENTITY = Symmetry(())


@frozen
class Representative:
    """A state that a search has kept, with its layer and the number of its hint, both from 0. They are None where the
    search has no layers or hints; `hint` is also None under the last hint, that all steps may be taken."""

    state: Vector
    layer: int | None
    hint: int | None


@frozen
class Orbit:
    """The images of one state under a group, and the representatives among them, the first met first."""

    representatives: tuple[Representative, ...]
    states: tuple[Vector, ...]


@frozen
class Met:
    """The orbits that a search has met, in this order, and `represented`, the number of states in them. Where there is
    no room for all of these states, no orbit is listed. They are all the reachable ones if the search was
    `complete`."""

    orbits: tuple[Orbit, ...]
    represented: int
    complete: bool
