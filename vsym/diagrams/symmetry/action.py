"""Actions: permutations of levels and of their values, as they act on vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from vsym.basics.frozen import frozen

Vector: TypeAlias = tuple[int, ...]
Images: TypeAlias = tuple[int, ...]
References: TypeAlias = Mapping[int, Sequence[Sequence[int]]]
"""By level: families of values, each with the value for member 0, 1, …; a value of no family refers to no member."""


@frozen
class Action:
    """A permutation of vectors: `(g·v)[i] = values[i][v[levels[i]]]`.

    `values` holds for each level the images of its values, None where they stay what they are. Raises ValueError where
    something of this is no permutation.
    """

    levels: Images
    values: tuple[Images | None, ...]

    def __post_init__(self) -> None:
        _check_permutation(self.levels, "levels")
        if len(self.values) != len(self.levels):
            raise ValueError(f"an action on {len(self.levels)} levels has a map of values for each, or None")
        for images in self.values:
            if images is not None:
                _check_permutation(images, "values")

    @classmethod
    def of(cls, levels: Iterable[int], values: Mapping[int, Sequence[int]] | None = None) -> Action:
        """The action that takes level `levels[i]` to level i and there applies the map `values` has for i, if any."""
        order = tuple(levels)
        maps = {level: tuple(images) for level, images in (values or {}).items()}
        if stray := maps.keys() - set(order):
            raise ValueError(f"level {min(stray)} does not exist: there are {len(order)}")
        return cls(order, tuple(_unless_identity(maps.get(level)) for level in range(len(order))))

    @classmethod
    def identity(cls, depth: int) -> Action:
        """The action that changes nothing."""
        return cls(tuple(range(depth)), (None,) * depth)

    @classmethod
    def renaming(
        cls,
        sizes: Sequence[int],
        images: Sequence[int],
        blocks: Sequence[Sequence[int]] = (),
        references: References | None = None,
    ) -> Action:
        """The action of a permutation of members: member i becomes member `images[i]`.

        `blocks` has for each member the levels that are its own, which go along with it, and `references` the values
        that name members. The images 1, 0 exchange two blocks of levels; 1, 2, …, 0 rotate all of them. Raises
        ValueError if the levels of two blocks have different sizes or values.
        """
        _check_permutation(images, "members")
        if blocks and len({len(images), len(blocks)}) > 1:
            raise ValueError(f"{len(images)} members need as many blocks of levels, not {len(blocks)}")
        levels = list(range(len(sizes)))
        for member, block in enumerate(blocks):
            for target, source in zip(blocks[images[member]], block, strict=True):
                levels[target] = source
        values = {
            level: _renamed(sizes[level], images, families, level) for level, families in (references or {}).items()
        }
        action = cls.of(levels, values)
        action.check(sizes)
        return action

    def check(self, sizes: Sequence[int]) -> None:
        """Raise ValueError unless the action maps the vectors of a space with these sizes to each other."""
        if len(sizes) != len(self.levels):
            raise ValueError(f"the action is about {len(self.levels)} levels, and the space has {len(sizes)}")
        for level, (source, images) in enumerate(zip(self.levels, self.values, strict=True)):
            if sizes[source] != sizes[level]:
                raise ValueError(
                    f"level {source} has {sizes[source]} values, and level {level}, where it is taken, {sizes[level]}"
                )
            if images is not None and len(images) != sizes[level]:
                raise ValueError(f"level {level} has {sizes[level]} values, and its map {len(images)}")

    def apply(self, vector: Sequence[int]) -> Vector:
        """The image of a vector."""
        return tuple(
            vector[source] if images is None else images[vector[source]]
            for source, images in zip(self.levels, self.values, strict=True)
        )

    @cached_property
    def inverse(self) -> Action:
        """The action that takes every image back."""
        levels, values = [0] * len(self.levels), dict[int, Images]()
        for level, (source, images) in enumerate(zip(self.levels, self.values, strict=True)):
            levels[source] = level
            if images is not None:
                values[source] = _inverse(images)
        return Action.of(levels, values)

    @cached_property
    def moved(self) -> tuple[int, ...]:
        """The levels that take part: they come from elsewhere, or their values are mapped; ascending."""
        return tuple(
            level
            for level, (source, images) in enumerate(zip(self.levels, self.values, strict=True))
            if source != level or images is not None
        )

    @cached_property
    def moves_levels(self) -> bool:
        """Whether it takes any level elsewhere, so that it does more than to map values."""
        return self.levels != tuple(range(len(self.levels)))

    def __bool__(self) -> bool:
        """Whether the action changes anything."""
        return bool(self.moved)


def compose(second: Action, first: Action) -> Action:
    """The action that is first the one and then the other: `compose(g, h).apply(v) == g.apply(h.apply(v))`."""
    if len(second.levels) != len(first.levels):
        raise ValueError(f"one action is about {len(second.levels)} levels, the other about {len(first.levels)}")
    values: dict[int, Images] = {}
    for level, (source, after) in enumerate(zip(second.levels, second.values, strict=True)):
        before = first.values[source]
        if after is None or before is None:
            images = after if before is None else before
        elif len(after) != len(before):
            raise ValueError(f"levels {source} and {level} have {len(before)} and {len(after)} values")
        else:
            images = tuple(after[value] for value in before)
        if images is not None:
            values[level] = images
    return Action.of((first.levels[source] for source in second.levels), values)


def _renamed(size: int, images: Sequence[int], families: Sequence[Sequence[int]], level: int) -> list[int]:
    renamed = list(range(size))
    for family in families:
        if len(family) != len(images):
            raise ValueError(f"a family of values of level {level} names {len(family)} members, not {len(images)}")
        for member, value in enumerate(family):
            if not (0 <= value < size and 0 <= family[images[member]] < size):
                raise ValueError(f"value {value} of level {level} is not in 0..{size - 1}")
            renamed[value] = family[images[member]]
    return renamed


def _check_permutation(images: Sequence[int], of: str) -> None:
    if sorted(images) != list(range(len(images))):
        raise ValueError(f"this is no permutation of {of}: {tuple(images)}")


def _unless_identity(images: Images | None) -> Images | None:
    return None if images is None or images == tuple(range(len(images))) else images


def _inverse(images: Images) -> Images:
    inverse = [0] * len(images)
    for value, image in enumerate(images):
        inverse[image] = value
    return tuple(inverse)
