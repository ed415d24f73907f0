"""Actions: permutations of levels and of their values, as they act on vectors; and members of one kind: the levels that
are each one's own, the values that name one.
"""

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

    `values` holds for each level the images of its values, None where they stay unchanged. Raises ValueError where
    `levels` or an entry of `values` is no permutation, or their lengths differ.
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
        maps: list[Images | None] = [None] * len(order)
        for level, images in sorted((values or {}).items()):
            if level not in range(len(order)):
                raise ValueError(f"level {level} does not exist: there are {len(order)}")
            if any(value != image for value, image in enumerate(images)):
                maps[level] = tuple(images)
        return cls(order, tuple(maps))

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
        """Tells if it takes any level elsewhere, so that it does more than to map values."""
        return self.levels != tuple(range(len(self.levels)))

    def __bool__(self) -> bool:
        """Tells if the action changes anything."""
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
        raise ValueError(f"this is not a permutation of {of}: {tuple(images)}")


def _inverse(images: Sequence[int]) -> Images:
    inverse = [0] * len(images)
    for value, image in enumerate(images):
        inverse[image] = value
    return tuple(inverse)


Families: TypeAlias = tuple[tuple[int, ...], ...]


@frozen
class Members:
    """Members 0, 1, …, `count` - 1 of vectors with these sizes.

    `blocks` has the levels of each one, in corresponding order; `references` has, by level, families of values, each
    with the value that names member 0, 1, …; other values name nobody. Raises ValueError where blocks or families are
    not as many as the members, overlap, or differ in the sizes of their levels.
    """

    sizes: tuple[int, ...]
    count: int
    blocks: tuple[tuple[int, ...], ...] = ()
    references: tuple[tuple[int, Families], ...] = ()

    @classmethod
    def of(
        cls,
        sizes: Sequence[int],
        blocks: Iterable[Iterable[int]] = (),
        references: Mapping[int, Iterable[Iterable[int]]] | None = None,
    ) -> Members:
        """The members with these blocks, with these families of values by level, or both."""
        own = tuple(tuple(block) for block in blocks)
        named = tuple(
            (level, tuple(tuple(family) for family in families))
            for level, families in sorted((references or {}).items())
        )
        counts = {len(family) for _, families in named for family in families} | ({len(own)} if own else set())
        if len(counts) != 1:
            raise ValueError(f"members have as many blocks as values in each family, not {sorted(counts)}")
        return cls(tuple(sizes), counts.pop(), own, named)

    def __post_init__(self) -> None:
        levels = [level for block in self.blocks for level in block]
        if len(set(levels)) != len(levels):
            raise ValueError("a level belongs to two members")
        for level, families in self.references:
            values = [value for family in families for value in family]
            if len(set(values)) != len(values):
                raise ValueError(f"a value of level {level} names two members")
        if self.count:
            # Every pair of members is alike where each is like the next one.
            self.renamed(range(1, self.count + 1))

    def renamed(self, images: Sequence[int]) -> Action:
        """The action under which member i becomes member `images[i]`; the images count modulo the number of members."""
        return Action.renaming(self.sizes, [image % self.count for image in images], self.blocks, dict(self.references))

    def swapped(self, first: int, second: int) -> Action:
        """The action that exchanges two members."""
        images = list(range(self.count))
        images[first], images[second] = second, first
        return self.renamed(images)

    @cached_property
    def own_levels(self) -> frozenset[int]:
        """The levels that belong to members."""
        return frozenset(level for block in self.blocks for level in block)

    def images(self, action: Action) -> tuple[int, ...] | None:
        """The permutation of the members that has this action; None if no permutation has."""
        if self.blocks and self.blocks[0]:
            owner = {block[0]: member for member, block in enumerate(self.blocks)}
            sources = [owner.get(action.levels[block[0]], 0) for block in self.blocks]
            images = _inverse(sources)
        else:
            level, families = self.references[0]
            member = {value: number for number, value in enumerate(families[0])}
            mapped = action.values[level]
            images = tuple(member.get(value if mapped is None else mapped[value], 0) for value in families[0])
        if sorted(images) != list(range(self.count)):
            return None
        return images if self.renamed(images) == action else None

    @property
    def in_a_row(self) -> bool:
        """Tells if the members have levels alone, and those stand together, one member's after the other's."""
        levels = [level for block in self.blocks for level in block]
        return not self.references and bool(levels) and levels == list(range(levels[0], levels[0] + len(levels)))

    def sorting(self, vector: Vector) -> Action:
        """The permutation of comparable members that brings a vector down to the least one."""
        images = [0] * self.count
        for place, member in enumerate(sorted(range(self.count), key=lambda member: self._rank(member, vector))):
            images[member] = place
        return self.renamed(images)

    def _rank(self, member: int, vector: Vector) -> tuple[int, ...]:
        """The key by which comparable members are compared: in the least vector of an orbit these ascend."""
        families = dict(self.references)
        rank = []
        for thing, number, ascending in self._ranking:
            if thing == 0:
                place = vector[self.blocks[member][number]]
            else:
                place = int(vector[thing - 1] != families[thing - 1][number][member])
            rank.append(place if ascending else -place)
        return tuple(rank)

    @cached_property
    def _ranking(self) -> tuple[tuple[int, int, bool], ...]:
        return self._comparison(0) if self.count > 1 else ()

    @cached_property
    def comparable(self) -> bool:
        """Tells if the swaps of members that follow each other are monotonic for all permutations.

        They are where each such swap compares the two members in the same way: by the same things in the same order. A
        vector that none of them makes smaller has its members in order, and that is one vector of the orbit. A member
        is compared by its levels, and by which of the levels outside all members name it. Levels that do both make the
        members a graph, which no such order brings into one form.
        """
        if self.own_levels & {level for level, _ in self.references}:
            return False
        return len({self._comparison(member) for member in range(self.count - 1)}) <= 1

    def _comparison(self, member: int) -> tuple[tuple[int, int, bool], ...]:
        """The things by which a member and the next one are compared, in order: each by its number, with the
        direction."""
        places: list[tuple[int, tuple[int, int, bool]]] = []
        if self.blocks:
            for number, (one, other) in enumerate(zip(self.blocks[member], self.blocks[member + 1], strict=True)):
                places.append((min(one, other), (0, number, one < other)))
        for level, families in self.references:
            for number, family in enumerate(families):
                places.append((level, (level + 1, number, family[member] < family[member + 1])))
        return tuple(thing for _, thing in sorted(places))
