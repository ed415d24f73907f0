"""All rotations of members in a ring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.action import Action
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.generated import Generated
from vsym.diagrams.symmetry.group import Group, Monotonic, keeps
from vsym.diagrams.symmetry.members import Members


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
    def _monotonic(self) -> Monotonic:
        return Monotonic(tuple(self.rotation(by) for by in range(1, self.order)), proved=True)

    def monotonic(self) -> Monotonic:
        """All rotations: fewer are not monotonic (Colange et al., proposition 2)."""
        return self._monotonic

    def on_counters(self, counted: Counted) -> Group:
        """What the rotation by one does to counters generates it."""
        return Generated(counted.sizes, tuple(counted.action(action) for action in self.generators))

    def by_orbit_size(self, states: StateSet) -> dict[int, StateSet] | None:
        """A set split by the least rotation that leaves a vector what it is."""
        sizes: dict[int, StateSet] = {}
        for by in range(1, self.order):
            if self.order % by == 0 and (part := states.fixed_by(self.rotation(by))):
                sizes[by] = part
                states -= part
        if states:
            sizes[self.order] = states
        return sizes

    def stabiliser(self, sets: Iterable[StateSet]) -> Group:
        """The largest subgroup: the rotations by multiples of the least divisor that maps each set to itself."""
        kept = tuple(sets)
        count = self.members.count
        least = next(by for by in range(1, count + 1) if count % by == 0 and keeps([self.rotation(by)], kept))
        return self if least == 1 else Generated(self.sizes, (self.rotation(least),))

    def transversals(self) -> Iterator[Sequence[Action]]:
        """The rotations by 1, 2, 4, … places."""
        by = 1
        while by < self.order:
            yield (self.rotation(by),)
            by *= 2
