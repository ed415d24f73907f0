"""Permutations of 0, 1, …: as values, which hold the points that they move, and as arrays of all images."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.groups.connected import Classes, least_connected

if TYPE_CHECKING:
    from numpy.typing import NDArray

Images: TypeAlias = "NDArray[np.intp]"
"""A permutation as the array of its images. `second[first]` is the first and then the second."""


@frozen
class Permutation:
    """A permutation of 0, 1, …, `degree` - 1: `moves` are the points that it moves, ascending, each with its image."""

    degree: int
    moves: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, images: Sequence[int] | Images) -> Permutation:
        """The permutation with these images of 0, 1, …; ValueError where two points have one image."""
        onto = np.array(images, dtype=np.intp)
        moved = np.flatnonzero(onto != np.arange(onto.size))
        if not np.array_equal(np.sort(onto[moved]), moved):
            raise ValueError(f"this is not a permutation of {onto.size} points: {onto.tolist()}")
        permutation = cls(onto.size, tuple(zip(moved.tolist(), onto[moved].tolist(), strict=True)))
        # The images are there already.
        onto.setflags(write=False)
        permutation.__dict__["images"] = onto
        return permutation

    @classmethod
    def moving(cls, degree: int, moves: Mapping[int, int]) -> Permutation:
        """The permutation with these images of some points, which leaves all others where they are.

        ValueError where that is no permutation of 0, 1, …, `degree` - 1.
        """
        moved = {point: image for point, image in moves.items() if point != image}
        if {*moved} != {*moved.values()} or (moved and not (min(moved) >= 0 and max(moved) < degree)):
            raise ValueError(f"this is not a permutation of {degree} points: {moved}")
        return cls(degree, tuple(sorted(moved.items())))

    @cached_property
    def support(self) -> tuple[int, ...]:
        """The points that it moves, ascending."""
        return tuple(point for point, _ in self.moves)

    @cached_property
    def images(self) -> Images:
        """The images of all points, as an array that nothing changes."""
        images = np.arange(self.degree, dtype=np.intp)
        if self.moves:
            images[[point for point, _ in self.moves]] = [image for _, image in self.moves]
        images.setflags(write=False)
        return images

    @cached_property
    def _image(self) -> dict[int, int]:
        return dict(self.moves)

    def __call__(self, point: int) -> int:
        """The image of a point."""
        return self._image.get(point, point)

    def __bool__(self) -> bool:
        """False for the identity."""
        return bool(self.moves)

    @property
    def inverse(self) -> Permutation:
        """The permutation that takes every image back to its point."""
        return Permutation(self.degree, tuple(sorted((image, point) for point, image in self.moves)))

    def then(self, second: Permutation) -> Permutation:
        """This permutation followed by a second one of the same degree."""
        moved = dict.fromkeys((*self.support, *second.support))
        return Permutation.moving(self.degree, {point: second(self(point)) for point in moved})

    def on(self, points: Sequence[int]) -> Permutation:
        """Its restriction to these points, which it must take to each other; else ValueError."""
        return Permutation.moving(self.degree, {point: self(point) for point in points})

    def cycles(self) -> Iterator[tuple[int, ...]]:
        """Its cycles of at least two points, each from its least point on."""
        seen: set[int] = set()
        for start in self.support:
            if start not in seen:
                cycle = [start]
                while (point := self(cycle[-1])) != start:
                    cycle.append(point)
                seen.update(cycle)
                yield tuple(cycle)


def inverse(images: Images) -> Images:
    """The images of the inverse of a permutation."""
    result = np.empty_like(images)
    result[images] = np.arange(images.size, dtype=np.intp)
    return result


def finest_blocks(images: Sequence[Sequence[int] | Images], one: int, other: int) -> list[int]:
    """The finest system of blocks that has two points in one, for permutations of these images: for each point the
    least one of its block.

    Source: Atkinson, "An algorithm for finding the blocks of a permutation group", Math. Comp. 29 (1975).
    """
    classes = Classes(len(images[0]))
    waiting = [(one, other)]
    while waiting:
        joined = classes.join(*waiting.pop())
        if joined is not None:
            low, high = joined
            waiting += ((int(step[low]), int(step[high])) for step in images)
    return classes.leasts()


def independent(degree: int, generators: Iterable[Permutation]) -> tuple[tuple[Permutation, ...], ...]:
    """The generators but the identity, in classes such that those of two classes move no point in common.

    The group that they generate is the direct product of those that the classes generate.
    """
    moving = [generator for generator in generators if generator]
    least = least_connected(degree, ((one.support[0], point) for one in moving for point in one.support))
    classes: dict[int, list[Permutation]] = {}
    for generator in moving:
        classes.setdefault(least[generator.support[0]], []).append(generator)
    return tuple(tuple(classes[key]) for key in sorted(classes))
