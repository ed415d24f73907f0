"""Vectors with counters in place of members in a row, and actions on them.

Where members of one kind name members of another one, the identity of the naming member does not matter, only the
number of members with each value. Permutations of the named members permute the counters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import product
from math import prod

from vsym.basics.frozen import frozen
from vsym.diagrams.space import Space, StateSet
from vsym.diagrams.symmetry.action import Action, Members, Vector
from vsym.diagrams.symmetry.sorting import Counting, Letter

MOST_COUNTERS = 512
"""The most values of a member for which there are counters."""


@frozen
class Counted:
    """Counters in place of these members, which stand in a row."""

    members: Members

    @classmethod
    def of(cls, members: Members) -> Counted | None:
        """Counters in place of members; None if they do not stand in a row, or can have too many values."""
        if not members.in_a_row or prod(members.sizes[level] for level in members.blocks[0]) > MOST_COUNTERS:
            return None
        return cls(members)

    @cached_property
    def letters(self) -> tuple[Letter, ...]:
        """All values that a member can have, ascending."""
        return tuple(product(*(range(self.members.sizes[level]) for level in self.members.blocks[0])))

    @property
    def start(self) -> int:
        """The first level of the members, and of the counters."""
        return self.members.blocks[0][0]

    @property
    def width(self) -> int:
        """The number of levels of a member."""
        return len(self.members.blocks[0])

    @property
    def _end(self) -> int:
        return self.start + self.width * self.members.count

    @property
    def inside(self) -> range:
        """The levels of the members."""
        return range(self.start, self._end)

    def member(self, level: int) -> int:
        """The member that has a level."""
        return (level - self.start) // self.width

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of values of the levels with the counters."""
        counters = (self.members.count + 1,) * len(self.letters)
        return (*self.members.sizes[: self.start], *counters, *self.members.sizes[self._end :])

    @cached_property
    def counters(self) -> range:
        """The levels of the counters."""
        return range(self.start, self.start + len(self.letters))

    def level(self, level: int) -> int:
        """The place, with the counters, of a level that is no member's."""
        return level if level < self.start else level - self._end + self.counters.stop

    def vector(self, vector: Vector) -> Vector:
        """A vector with counters in place of the members, each the number of members that do not have its values."""
        count, inside = self.members.count, vector[self.start : self._end]
        have = Counter(inside[place : place + self.width] for place in range(0, len(inside), self.width))
        return (*vector[: self.start], *(count - have[letter] for letter in self.letters), *vector[self._end :])

    def commutes(self, actions: Iterable[Action]) -> bool:
        """Tells if actions leave the members in their places and map the values of each in the same way."""
        return all(
            all(action.levels[level] == level for level in self.inside)
            and all(
                action.values[level] == action.values[level + self.width]
                for level in range(self.start, self._end - self.width)
            )
            for action in actions
        )

    def action(self, action: Action) -> Action:
        """The action on vectors with counters."""
        number = {letter: self.start + place for place, letter in enumerate(self.letters)}
        levels = list(range(len(self.sizes)))
        values = {}
        for letter in self.letters:
            image = tuple(
                value if (images := action.values[self.start + place]) is None else images[value]
                for place, value in enumerate(letter)
            )
            levels[number[image]] = number[letter]
        for level, (source, images) in enumerate(zip(action.levels, action.values, strict=True)):
            if level not in self.inside:
                levels[self.level(level)] = self.level(source)
                if images is not None:
                    values[self.level(level)] = images
        return Action.of(levels, values)

    def named(self, others: Members) -> Members | None:
        """Other members as they stand in vectors with counters; None if the values of one member here name two of them.

        Counters of values that name a member are its own.
        """
        named: dict[int, dict[int, tuple[int, int]]] = {}
        references = {}
        for level, families in others.references:
            if level not in self.inside:
                references[self.level(level)] = families
            elif level < self.start + self.width:
                by_value = named.setdefault(level - self.start, {})
                for number, family in enumerate(families):
                    by_value |= {value: (number, member) for member, value in enumerate(family)}
        kinds: dict[tuple[tuple[int, int], ...], dict[int, int]] = {}
        for place, letter in enumerate(self.letters):
            naming = [named.get(position, {}).get(value) for position, value in enumerate(letter)]
            members = {one[1] for one in naming if one is not None}
            if len(members) > 1:
                return None
            for member in members:
                kind = tuple((one[0], -1) if one else (-1, value) for one, value in zip(naming, letter, strict=True))
                kinds.setdefault(kind, {})[member] = self.start + place
        blocks = [
            (
                *(self.level(level) for level in (others.blocks[member] if others.blocks else ())),
                *(levels[member] for levels in kinds.values()),
            )
            for member in range(others.count)
        ]
        return Members.of(self.sizes, blocks, references)

    def forward(self, states: StateSet) -> StateSet:
        """The set with counters in place of the members."""
        space = states.space
        with space.deep(len(self.sizes)):
            return space.beside(self.sizes).wrap(self._counting(space).counted(states.node))

    def back(self, space: Space, states: StateSet) -> StateSet:
        """The set with sorted members in place of the counters."""
        with space.deep(len(self.sizes)):
            return space.wrap(self._counting(space).listed(states.node))

    def _counting(self, space: Space) -> Counting:
        return space.algebra.kept(Counting, self.start, self.width, self.members.count, self.letters)
