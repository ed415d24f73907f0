"""Members of one kind, as they stand in vectors: the levels that are each one's own, and the values that name one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.diagrams.symmetry.action import Action, Vector

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

    def only(self, members: Sequence[int]) -> Members:
        """Some of the members, in this order."""
        return Members(
            self.sizes,
            len(members),
            tuple(self.blocks[member] for member in members) if self.blocks else (),
            tuple(
                (level, tuple(tuple(family[member] for member in members) for family in families))
                for level, families in self.references
            ),
        )

    @cached_property
    def own_levels(self) -> frozenset[int]:
        """The levels that belong to members."""
        return frozenset(level for block in self.blocks for level in block)

    def images(self, action: Action) -> tuple[int, ...] | None:
        """The permutation of the members that has this action; None if no permutation has."""
        if self.blocks and self.blocks[0]:
            owner = {block[0]: member for member, block in enumerate(self.blocks)}
            sources = [owner.get(action.levels[block[0]], 0) for block in self.blocks]
            images = _inverted(sources)
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
        """Whether the members have levels alone, and those stand together, one member's after the other's."""
        levels = [level for block in self.blocks for level in block]
        return not self.references and bool(levels) and levels == list(range(levels[0], levels[0] + len(levels)))

    def sorting(self, vector: Vector) -> Action:
        """The permutation of comparable members that brings a vector down to the least one."""
        images = [0] * self.count
        for place, member in enumerate(sorted(range(self.count), key=lambda member: self._rank(member, vector))):
            images[member] = place
        return self.renamed(images)

    def _rank(self, member: int, vector: Vector) -> tuple[int, ...]:
        """What a member is compared by, where members are comparable: in the least vector of an orbit these ascend."""
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
        """Whether the swaps of members that follow each other are monotonic for all permutations.

        They are where each such swap compares the two members in the same way: by the same things in the same order. A
        vector that none of them makes smaller has its members in order, and that is one vector of the orbit. What a
        member is compared by is its levels, and which of the levels that are no member's name it. Levels that do both
        make of the members a graph, which no such order brings into one form.
        """
        if self.own_levels & {level for level, _ in self.references}:
            return False
        return len({self._comparison(member) for member in range(self.count - 1)}) <= 1

    def _comparison(self, member: int) -> tuple[tuple[int, int, bool], ...]:
        """By what a member and the next one are compared, in order: things by their number, and in which direction."""
        places: list[tuple[int, tuple[int, int, bool]]] = []
        if self.blocks:
            for number, (one, other) in enumerate(zip(self.blocks[member], self.blocks[member + 1], strict=True)):
                places.append((min(one, other), (0, number, one < other)))
        for level, families in self.references:
            for number, family in enumerate(families):
                places.append((level, (level + 1, number, family[member] < family[member + 1])))
        return tuple(thing for _, thing in sorted(places))


def _inverted(images: Sequence[int]) -> tuple[int, ...]:
    inverse = [0] * len(images)
    for place, image in enumerate(images):
        inverse[image] = place
    return tuple(inverse)
