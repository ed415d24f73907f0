"""The group that any actions generate, by its permutations of literals (pairs of a level and a value), and products of
groups whose elements commute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, combinations
from math import prod
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.action import Action, compose
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.group import Group, Monotonic, monotonic_for

if TYPE_CHECKING:
    from vsym.groups.group import Group as PermutationGroup
    from vsym.groups.permutations import Permutation


@frozen
class Product(Group):
    """The product of groups on the same vectors; with no factor, the identity alone.

    Raises ValueError if two factors have elements that do not commute.
    """

    sizes: tuple[int, ...]
    factors: tuple[Group, ...]

    def __post_init__(self) -> None:
        for factor in self.factors:
            if factor.sizes != self.sizes:
                raise ValueError(f"a factor acts on levels of sizes {factor.sizes}, the product on {self.sizes}")
        for one, other in combinations(self.factors, 2):
            if not independent(one, other):
                for first in one.generators:
                    for second in other.generators:
                        if compose(first, second) != compose(second, first):
                            raise ValueError("the factors of a product of groups must commute")

    @property
    def generators(self) -> tuple[Action, ...]:
        """The generators of the factors."""
        return tuple(dict.fromkeys(action for factor in self.factors for action in factor.generators))

    @cached_property
    def independent(self) -> bool:
        """Tells if every two of the factors are independent."""
        return all(independent(one, other) for one, other in combinations(self.factors, 2))

    @cached_property
    def _generated(self) -> Generated:
        return Generated(self.sizes, self.generators)

    @property
    def order(self) -> int:
        """The number of elements."""
        return prod(factor.order for factor in self.factors) if self.independent else self._generated.order

    def __contains__(self, action: Action) -> bool:
        return action in self._generated

    @cached_property
    def monotonic(self) -> Monotonic:
        """The actions of all factors, if these are independent; else all elements, of a small group."""
        parts = [factor.monotonic for factor in self.factors]
        actions = tuple(dict.fromkeys(action for part in parts for action in part.actions))
        if self.independent:
            return Monotonic(actions, proved=all(part.proved for part in parts))
        return monotonic_for(self, actions)

    def canonical(self, states: StateSet) -> StateSet:
        """The canonical set, made by one factor after the other where they are independent. Where `counted` puts
        counters in place of members in a row, the other factors work on vectors with these."""
        self.check(states)
        if self.independent:
            for factor in self.factors:
                states = factor.canonical(states)
            return states
        if self.counted is None:
            return super().canonical(states)
        counters, others = self.counted
        return counters.back(states.space, others.canonical(counters.forward(states)))

    @cached_property
    def counted(self) -> tuple[Counted, Group] | None:
        """Counters in place of the members of one factor, all of whose permutations it has, and the other factors on
        vectors with them; None if there is no such factor, or it makes no difference to the others."""
        for factor in () if self.independent else self.factors:
            row = factor.row
            counters = None if row is None else Counted.of(row)
            others = [other for other in self.factors if other is not factor]
            if counters is not None and all(counters.commutes(other.generators) for other in others):
                return counters, Product(counters.sizes, tuple(other.on_counters(counters) for other in others))
        return None

    @property
    def minimal(self) -> bool:
        """Tells if canonical sets have the least vector of each orbit that they meet, and no other."""
        if self.independent:
            return all(factor.minimal for factor in self.factors)
        return self.counted[1].minimal if self.counted else self.monotonic.proved

    def on_counters(self, counted: Counted) -> Group:
        """The product of the factors on counters."""
        return Product(counted.sizes, tuple(factor.on_counters(counted) for factor in self.factors))

    def by_orbit_size(self, states: StateSet) -> dict[int, StateSet] | None:
        """A canonical set split by the sizes of the orbits, by one factor after the other if independent; None if a
        factor has too many elements."""
        if not self.independent:
            return super().by_orbit_size(states)
        parts = {1: states}
        for factor in self.factors:
            split: dict[int, StateSet] = {}
            for weight, part in parts.items():
                pieces = factor.by_orbit_size(part)
                if pieces is None:
                    return None
                for size, piece in pieces.items():
                    split[weight * size] = split.get(weight * size, states.space.empty) | piece
            parts = split
        return parts

    def transversals(self) -> Iterator[Sequence[Action]]:
        """The transversals of the factors."""
        for factor in self.factors:
            yield from factor.transversals()


def independent(one: Group, other: Group) -> bool:
    """Tells if neither group moves a level that the other one moves or whose values it maps, and no value of a level is
    mapped by both. The action of one then depends on nothing that the other one changes."""
    places, values = _touched(one)
    other_places, other_values = _touched(other)
    if places & (other_places | other_values.keys()) or other_places & values.keys():
        return False
    return not any(values[level] & other_values[level] for level in values.keys() & other_values.keys())


def _touched(group: Group) -> tuple[set[int], dict[int, set[int]]]:
    """The levels that elements take elsewhere, and by level the values that they map to others."""
    places, values = set[int](), dict[int, set[int]]()
    for action in group.generators:
        for level in action.moved:
            if action.levels[level] != level:
                places.add(level)
            images = action.values[level]
            if images is not None:
                values.setdefault(level, set()).update(v for v, image in enumerate(images) if v != image)
    return places, values


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
        """The number of the first literal of each level, and the number of all literals."""
        return (0, *accumulate(self.sizes))

    @cached_property
    def _on_literals(self) -> PermutationGroup:
        # NumPy comes with it, which nothing else here needs.
        from vsym.groups.group import Group as PermutationGroup

        generators = tuple(self._permutation(action) for action in self.generators)
        return PermutationGroup(self._firsts[-1], generators).proved()

    def _permutation(self, action: Action) -> Permutation:
        """An action on literals: level `levels[i]` with value x becomes level i with value `values[i][x]`."""
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
    def monotonic(self) -> Monotonic:
        """All elements, the generators first; of a large group the generators, unproved."""
        return monotonic_for(self, self.generators)

    def on_counters(self, counted: Counted) -> Group:
        """The group that the actions given generate on counters."""
        return Generated(counted.sizes, tuple(counted.action(action) for action in self.generators))

    def transversals(self) -> Iterator[Sequence[Action]]:
        """The transversals of a stabiliser chain."""
        for transversal in reversed(self._on_literals.chain.transversals):
            actions = (self._action(images) for images in transversal.elements().tolist())
            yield tuple(action for action in actions if action)
