"""The group that any actions generate, by its permutations of literals: pairs of a level and a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.action import Action
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.group import MOST_ELEMENTS, Group, Monotonic, keeps, monotonic_for

if TYPE_CHECKING:
    from vsym.groups.group import Group as PermutationGroup
    from vsym.groups.permutations import Permutation


@frozen
class Generated(Group):
    """The group that some actions generate. Raises ValueError if one is not an action on such vectors."""

    sizes: tuple[int, ...]
    given: tuple[Action, ...]

    def __post_init__(self) -> None:
        for action in self.given:
            action.check(self.sizes)

    @property
    def generators(self) -> tuple[Action, ...]:
        """The actions given, but the identity."""
        return tuple(action for action in dict.fromkeys(self.given) if action)

    @cached_property
    def _firsts(self) -> tuple[int, ...]:
        """The number of the first literal of each level, and how many there are."""
        return (0, *accumulate(self.sizes))

    @cached_property
    def _on_literals(self) -> PermutationGroup:
        # NumPy comes with it, which nothing else here needs.
        from vsym.groups.group import Group as PermutationGroup

        generators = tuple(self._permutation(action) for action in self.generators)
        return PermutationGroup(self._firsts[-1], generators).proved()

    def _permutation(self, action: Action) -> Permutation:
        """What an action does to literals: level `levels[i]` with value x becomes level i with value `values[i][x]`."""
        from vsym.groups.permutations import Permutation

        moves: dict[int, int] = {}
        for level in action.moved:
            source, images = action.levels[level], action.values[level]
            for value in range(self.sizes[level]):
                image = value if images is None else images[value]
                moves[self._firsts[source] + value] = self._firsts[level] + image
        return Permutation.moving(self._firsts[-1], moves)

    def _action(self, images: Sequence[int]) -> Action:
        """The action of an element given by the images of all literals."""
        levels, values = [0] * len(self.sizes), dict[int, list[int]]()
        level_of = [level for level, size in enumerate(self.sizes) for _ in range(size)]
        for source, size in enumerate(self.sizes):
            first = self._firsts[source]
            target = level_of[images[first]]
            levels[target] = source
            values[target] = [images[first + value] - self._firsts[target] for value in range(size)]
        return Action.of(levels, values)

    @property
    def order(self) -> int:
        """The number of elements, by the Schreier–Sims algorithm."""
        return self._on_literals.order

    def __contains__(self, action: Action) -> bool:
        action.check(self.sizes)
        return self._permutation(action) in self._on_literals

    @cached_property
    def _monotonic(self) -> Monotonic:
        return monotonic_for(self, self.generators)

    def monotonic(self) -> Monotonic:
        """All elements, the generators first; of a large group the generators, unproved."""
        return self._monotonic

    def on_counters(self, counted: Counted) -> Group:
        """What the actions given do to counters generates it."""
        return Generated(counted.sizes, tuple(counted.action(action) for action in self.generators))

    def stabiliser(self, sets: Iterable[StateSet]) -> Group:
        """The largest subgroup, of a group with few elements; of a large one, the group that those of its generators
        generate that map each set to itself."""
        kept = tuple(sets)
        if keeps(self.generators, kept):
            return self
        subgroup = Generated(self.sizes, tuple(one for one in self.generators if keeps([one], kept)))
        if self.order <= MOST_ELEMENTS:
            for element in self.elements():
                if element not in subgroup and keeps([element], kept):
                    subgroup = Generated(self.sizes, (*subgroup.given, element))
        return subgroup

    def transversals(self) -> Iterator[Sequence[Action]]:
        """Those of a stabiliser chain."""
        for transversal in reversed(self._on_literals.chain.transversals):
            actions = (self._action(images) for images in transversal.elements().tolist())
            yield tuple(action for action in actions if action)
