"""All permutations of members, and all rotations of members in a ring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from math import factorial
from operator import or_

from vsym.basics.frozen import frozen
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.action import Action, Members
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.group import Group, Monotonic, monotonic_for
from vsym.diagrams.symmetry.product import Generated
from vsym.diagrams.symmetry.sorting import Sorting

FEW = 200
"""The most vectors that are sorted one by one where members do not stand in a row; larger sets are sorted by swaps."""


@frozen
class Symmetric(Group):
    """All permutations of some members."""

    members: Members

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of values of the levels."""
        return self.members.sizes

    @cached_property
    def generators(self) -> tuple[Action, ...]:
        """The swap of the first two members, and the rotation of all."""
        rotation = self.members.renamed(range(1, self.members.count + 1))
        swaps = (self.members.swapped(0, 1),) if self.members.count > 1 else ()
        return tuple(dict.fromkeys(action for action in (*swaps, rotation) if action))

    @cached_property
    def swaps(self) -> tuple[Action, ...]:
        """The swaps of members that follow each other."""
        return tuple(self.members.swapped(member, member + 1) for member in range(self.members.count - 1))

    @property
    def order(self) -> int:
        """The number of elements."""
        return factorial(self.members.count) if self.generators else 1

    def __contains__(self, action: Action) -> bool:
        return not action or self.members.images(action) is not None

    @cached_property
    def monotonic(self) -> Monotonic:
        """The swaps of members that follow each other, where these are comparable; else, of few members, all
        permutations."""
        return monotonic_for(self, self.swaps, proved=self.members.comparable)

    @property
    def minimal(self) -> bool:
        """Tells if canonical sets have one vector of each orbit: comparable members tell without their swaps."""
        return self.members.comparable or super().minimal

    def canonical(self, states: StateSet) -> StateSet:
        """The set with each vector's members sorted in one pass, where they stand in a row, and else by swaps."""
        self.check(states)
        if not self.members.in_a_row:
            if self.members.comparable and states.node_count <= FEW * len(self.sizes) and states.count() <= FEW:
                space = states.space
                least = {self.members.sorting(vector).apply(vector) for vector in states}
                return reduce(or_, map(space.single, sorted(least)), space.empty)
            return super().canonical(states)
        space, blocks = states.space, self.members.blocks
        with space.deep():
            sorting = space.algebra.kept(Sorting, blocks[0][0], len(blocks[0]), len(blocks), len(self.sizes))
            return space.wrap(sorting.sorted(states.node))

    @property
    def row(self) -> Members | None:
        """The members, where they stand in a row."""
        return self.members if self.members.in_a_row else None

    def on_counters(self, counted: Counted) -> Group:
        """All permutations of the same members, where counters belong to one member each, as well as levels."""
        members = counted.named(self.members)
        if members is None:
            return Generated(counted.sizes, tuple(counted.action(swap) for swap in self.swaps))
        return Symmetric(members)

    def by_orbit_size(self, states: StateSet) -> dict[int, StateSet] | None:
        """A canonical set split by the sizes of the orbits: members that are alike follow each other in it."""
        if not self.members.comparable:
            return super().by_orbit_size(states)
        parts = {(1, 1): states}
        for place, swap in enumerate(self.swaps, start=2):
            split: dict[tuple[int, int], StateSet] = {}
            for (ways, alike), part in parts.items():
                same = part.fixed_by(swap)
                ways = ways * place
                for key, piece in (((ways // (alike + 1), alike + 1), same), ((ways, 1), part - same)):
                    if piece:
                        split[key] = split.get(key, states.space.empty) | piece
            parts = split
        sizes: dict[int, StateSet] = {}
        for (ways, _), part in parts.items():
            sizes[ways] = sizes.get(ways, states.space.empty) | part
        return sizes

    def transversals(self) -> Iterator[Sequence[Action]]:
        """A network of swaps of neighbours: each may be done or left out, and so every permutation arises."""
        for last in range(self.members.count - 1):
            for first in range(last, -1, -1):
                yield (self.swaps[first],)


@frozen
class Cyclic(Group):
    """All rotations of some members, in the order in which they are given."""

    members: Members

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of values of the levels."""
        return self.members.sizes

    def rotation(self, by: int) -> Action:
        """The action that takes each member so many places further."""
        return self.members.renamed(range(by, by + self.members.count))

    @cached_property
    def generators(self) -> tuple[Action, ...]:
        """The rotation by one place."""
        rotation = self.rotation(1)
        return (rotation,) if rotation else ()

    @property
    def order(self) -> int:
        """The number of elements."""
        return self.members.count if self.generators else 1

    def __contains__(self, action: Action) -> bool:
        return not action or any(action == self.rotation(by) for by in range(1, self.members.count))

    @cached_property
    def monotonic(self) -> Monotonic:
        """All rotations: fewer are not monotonic (Colange et al., proposition 2)."""
        return Monotonic(tuple(self.rotation(by) for by in range(1, self.order)), proved=True)

    def on_counters(self, counted: Counted) -> Group:
        """The group that the rotation by one generates on counters."""
        return Generated(counted.sizes, tuple(counted.action(action) for action in self.generators))

    def by_orbit_size(self, states: StateSet) -> dict[int, StateSet] | None:
        """A set split by the least rotation that leaves a vector unchanged."""
        sizes: dict[int, StateSet] = {}
        for by in range(1, self.order):
            if self.order % by == 0 and (part := states.fixed_by(self.rotation(by))):
                sizes[by] = part
                states -= part
        if states:
            sizes[self.order] = states
        return sizes

    def transversals(self) -> Iterator[Sequence[Action]]:
        """The rotations by 1, 2, 4, … places."""
        by = 1
        while by < self.order:
            yield (self.rotation(by),)
            by *= 2
