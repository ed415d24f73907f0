"""What every group of actions on the sets of one space can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.action import Action, compose
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.members import Members
from vsym.diagrams.symmetry.stepping import canonized

MOST_ELEMENTS = 720
"""So many elements at most are taken one by one."""


@frozen
class Monotonic:
    """Actions by which canonical sets are made; `proved` is whether they are monotonic for their group: each vector
    that is not the least of its orbit is made smaller by one of them (Colange et al., definition 6)."""

    actions: tuple[Action, ...]
    proved: bool


@frozen
class Closure:
    """The images of a set under the elements of a group; `complete` is whether under all of them."""

    states: StateSet
    complete: bool


class NotCanonicalError(ValueError):
    """A question about orbits, of a set that need not have one vector of each."""


class Group(ABC):
    """A group of actions on the vectors of spaces with these sizes."""

    # As a property, so that some groups may compute it; at run time it would be the default of others' field.
    if TYPE_CHECKING:

        @property
        @abstractmethod
        def sizes(self) -> tuple[int, ...]:
            """The numbers of values of the levels."""

    @property
    @abstractmethod
    def generators(self) -> tuple[Action, ...]:
        """Actions that generate the group."""

    @property
    @abstractmethod
    def order(self) -> int:
        """The number of elements."""

    @abstractmethod
    def __contains__(self, action: Action) -> bool:
        """Whether an action is an element."""

    @property
    def minimal(self) -> bool:
        """Whether canonical sets have the least vector of each orbit that they meet, and no other."""
        return self.monotonic().proved

    @property
    def row(self) -> Members | None:
        """Members in a row of which the group has all permutations and nothing else, if it is such a group."""
        return None

    @abstractmethod
    def on_counters(self, counted: Counted) -> Group:
        """The same group on vectors with counters in place of members that it leaves in their places."""

    @abstractmethod
    def monotonic(self) -> Monotonic:
        """The actions that `canonical` goes by, or one as good, and whether they are proved to be monotonic."""

    @abstractmethod
    def stabiliser(self, sets: Iterable[StateSet]) -> Group:
        """A subgroup whose elements map each of some sets to itself; each kind of group says if it is the largest."""

    @abstractmethod
    def transversals(self) -> Iterator[Sequence[Action]]:
        """Lists of actions: each element of the group does one of the first list or nothing, then one of the second
        list or nothing, and so on, and all that do so are elements."""

    def elements(self) -> tuple[Action, ...]:
        """All elements, the identity first, by as many compositions; the order says how many they are."""
        found = {Action.identity(len(self.sizes)): None}
        for actions in self.transversals():
            found |= {compose(second, first): None for second in actions for first in found}
        return tuple(found)

    def canonical(self, states: StateSet) -> StateSet:
        """A set that meets the same orbits: of each the least vector, lexicographically, where the group is `minimal`,
        and else one or several.

        Canonical sets stay what they are, and the canonical set of a union is that of the parts, united. Raises
        ValueError if the group is not one on the space.
        """
        self.check(states)
        return canonized(states, self.monotonic().actions)

    def closure(self, states: StateSet, steps: int | None = None) -> Closure:
        """The union of the orbits that a set meets, or as much of it as so many images under one action give.

        Raises ValueError if the group is not one on the space.
        """
        self.check(states)
        if keeps(self.generators, [states]):
            return Closure(states, complete=True)
        images = ((place, action) for place, actions in enumerate(self.transversals()) for action in actions)
        found, base, current = states, states, 0
        for place, action in islice(images, steps):
            if place != current:
                base, current = found, place
            found |= base.permuted(action)
        return Closure(found, complete=next(images, None) is None)

    def by_orbit_size(self, states: StateSet) -> dict[int, StateSet] | None:
        """A canonical set split by how many vectors the orbits have; None if the group has too many elements."""
        if self.order > MOST_ELEMENTS:
            return None
        parts = {0: states}
        for element in self.elements():
            split: dict[int, StateSet] = {}
            for fixing, part in parts.items():
                fixed = part.fixed_by(element)
                for number, piece in ((fixing, part - fixed), (fixing + 1, fixed)):
                    if piece:
                        split[number] = split.get(number, states.space.empty) | piece
            parts = split
        return {self.order // fixing: part for fixing, part in parts.items()}

    def check(self, states: StateSet) -> None:
        """Raise ValueError unless a set is one of vectors on which the group acts."""
        if states.space.sizes != self.sizes:
            raise ValueError(f"the group acts on levels of sizes {self.sizes}, not {states.space.sizes}")


def keeps(actions: Iterable[Action], sets: Iterable[StateSet]) -> bool:
    """Whether each of some actions maps each of some sets to itself."""
    kept = tuple(sets)
    return all(states.permuted(action) is states for action in actions for states in kept)


def monotonic_for(group: Group, preferred: Sequence[Action], proved: bool = False) -> Monotonic:
    """The preferred actions, if they are proved to be monotonic for a group; else all its elements, the preferred ones
    first, if those are not too many; else the preferred ones, unproved."""
    if proved or group.order > MOST_ELEMENTS:
        return Monotonic(tuple(preferred), proved)
    return Monotonic(tuple(dict.fromkeys(action for action in (*preferred, *group.elements()) if action)), proved=True)
