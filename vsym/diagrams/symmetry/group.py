"""The operations of every group of actions on the sets of one space, and sets brought down: each vector becomes its
image under one action where that is smaller, again and again.

Source of the latter: Colange, Kordon, Thierry-Mieg, Baarir (ACSD 2012), section III; a step is the homomorphism given
there, which differs from the text of figure 3 where an image is reduced by the action once more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.diagrams.nodes import Algebra
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.action import Action, Images, Members, compose
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.listed import Listing, TooManyPartsError

FEWEST_ELEMENTS = 24
"""The fewest elements of a group for which vsym works out the images of single vectors, where these are few."""

MOST_ELEMENTS = 720
"""The most elements of a group that are taken one by one."""


@frozen
class Monotonic:
    """Actions by which canonical sets are made; `proved` tells if they are proved to be monotonic for their group: each
    vector but the least of its orbit is made smaller by one of them (Colange et al., definition 6)."""

    actions: tuple[Action, ...]
    proved: bool


class NotCanonicalError(ValueError):
    """A question about the orbits of a set that need not have exactly one vector of each."""


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
        """Tells if an action is an element."""

    @property
    def minimal(self) -> bool:
        """Tells if canonical sets have the least vector of each orbit that they meet, and no other."""
        return self.monotonic.proved

    @property
    def row(self) -> Members | None:
        """Members in a row of which the group has all permutations and nothing else, if it is such a group."""
        return None

    @abstractmethod
    def on_counters(self, counted: Counted) -> Group:
        """The same group on vectors with counters in place of members that it leaves in their places."""

    @property
    @abstractmethod
    def monotonic(self) -> Monotonic:
        """The actions that `canonical` goes by, or one as good, and whether they are proved to be monotonic."""

    @abstractmethod
    def transversals(self) -> Iterator[Sequence[Action]]:
        """Lists of actions. Each element of the group is an action of the first list or the identity, followed by one
        of the second list or the identity, and so on; all such compositions are elements."""

    def elements(self) -> tuple[Action, ...]:
        """All elements, the identity first, by as many compositions as `order` tells."""
        elements = {Action.identity(len(self.sizes)): None}
        for actions in self.transversals():
            elements |= {compose(second, first): None for second in actions for first in elements}
        return tuple(elements)

    def canonical(self, states: StateSet) -> StateSet:
        """A set that meets the same orbits: of each the least vector, lexicographically, where the group is `minimal`,
        and else one or several.

        Canonical sets stay unchanged, and the canonical set of a union is the union of the parts' canonical sets.
        Raises ValueError if the group is not one on the space.
        """
        self.check(states)
        if self._listing is not None:
            space = states.space
            with suppress(TooManyPartsError), space.deep():
                return space.wrap(space.algebra.kept(Listing, self._listing).canonical(states.node))
        return canonized(states, self.monotonic.actions)

    @cached_property
    def _listing(self) -> tuple[Action, ...] | None:
        """All elements but the identity, where canonical sets go by them and their number makes it better to list
        vectors."""
        if not FEWEST_ELEMENTS <= self.order <= MOST_ELEMENTS:
            return None
        actions = self.monotonic.actions
        return actions if len(actions) == self.order - 1 else None

    def closure(self, states: StateSet) -> StateSet:
        """The union of the orbits that a set meets; raises ValueError if the group is not one on the space."""
        self.check(states)
        if keeps(self.generators, [states]):
            return states
        for actions in self.transversals():
            base = states
            for action in actions:
                states |= base.permuted(action)
        return states

    def by_orbit_size(self, states: StateSet) -> dict[int, StateSet] | None:
        """A canonical set split by the sizes of the orbits; None if the group has too many elements."""
        if self.order > MOST_ELEMENTS:
            return None
        if self._listing is not None:
            space = states.space
            with suppress(TooManyPartsError), space.deep():
                found = space.algebra.kept(Listing, self._listing).by_size(states.node)
                return {size: space.wrap(node) for size, node in found.items()}
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
    """Tells if each of some actions maps each of some sets to itself."""
    fixed = tuple(sets)
    return all(states.permuted(action) is states for action in actions for states in fixed)


def monotonic_for(group: Group, preferred: Sequence[Action], proved: bool = False) -> Monotonic:
    """The preferred actions, if they are proved to be monotonic for a group; else all its elements, the preferred ones
    first, if those are not too many; else the preferred ones, unproved."""
    if proved or group.order > MOST_ELEMENTS:
        return Monotonic(tuple(preferred), proved)
    return Monotonic(tuple(dict.fromkeys(action for action in (*preferred, *group.elements()) if action)), proved=True)


def step(states: StateSet, action: Action) -> StateSet:
    """The vectors that the action does not make smaller, and the images of those that it does.

    Raises ValueError if the action is not one on their space.
    """
    neighbours = _neighbours(action)
    space = states.space
    if neighbours is not None:
        action.check(space.sizes)
        with space.deep():
            return space.wrap(space.algebra.kept(_Swapping, neighbours).sorted(states.node))
    if not action.moves_levels:
        action.check(space.sizes)
        with space.deep():
            return space.wrap(space.algebra.kept(_Relabelling, action).at(0, states.node))
    reduced = states.reduced_by(action)
    return (states - reduced) | reduced.permuted(action) if reduced else states


def canonized(states: StateSet, actions: Sequence[Action]) -> StateSet:
    """The set after steps by all actions in turn, up and down, until none of them makes any vector smaller.

    It meets exactly the orbits that the set meets, for any actions. Where these are monotonic for a group, it has the
    least vector of each orbit. Raises ValueError if an action is not one on the space.
    """
    order = list(actions)
    while True:
        before = states
        for action in order:
            states = step(states, action)
        if states is before:
            return states
        order.reverse()


def _neighbours(action: Action) -> int | None:
    """The upper of the two neighbouring levels that an action swaps, if it does only that."""
    moved = action.moved
    if len(moved) == 2 and moved[1] == moved[0] + 1 and not any(action.values[level] for level in moved):
        return moved[0]
    return None


class _Swapping:
    """Vectors with the values of a level and the next one in ascending order."""

    def __init__(self, algebra: Algebra, level: int) -> None:
        self._nodes, self._union = algebra.nodes, algebra.union
        self._level = level
        self._done: dict[int, int] = {}

    def sorted(self, node: int) -> int:
        """The node at the first level with the two values in order."""
        return self._nodes.replaced(node, self._level, self._ordered, self._done)

    def _ordered(self, node: int) -> int:
        nodes = self._nodes
        pairs: dict[int, dict[int, int]] = {}
        for value, down in nodes.arcs(node):
            for other, rest in nodes.arcs(down):
                first, second = (other, value) if other < value else (value, other)
                continued = pairs.setdefault(first, {})
                continued[second] = self._union(continued[second], rest) if second in continued else rest
        return nodes.listed([(first, nodes.listed(sorted(pairs[first].items()))) for first in sorted(pairs)])


class _Relabelling:
    """Vectors with values mapped where that makes the vector smaller."""

    def __init__(self, algebra: Algebra, action: Action) -> None:
        self._nodes = algebra.nodes
        self._union = algebra.union
        self._maps = _from_first(action)
        self._last = len(self._maps)
        self._done: dict[tuple[int, int], int] = {}
        self._mapped: dict[tuple[int, int], int] = {}

    def at(self, level: int, node: int) -> int:
        """The step from a level on, where all before it are equal to their images."""
        if level == self._last or not node:
            return node
        key = (level, node)
        result = self._done.get(key)
        if result is None:
            nodes, images = self._nodes, self._maps[level]
            nodes.work()
            below: dict[int, int] = {}
            for value, down in nodes.arcs(node):
                image = value if images is None else images[value]
                if image == value:
                    down = self.at(level + 1, down)
                elif image < value:
                    down = self.mapped(level + 1, down)
                least = min(value, image)
                below[least] = self._union(below[least], down) if least in below else down
            result = self._done[key] = nodes.listed(sorted(below.items()))
        return result

    def mapped(self, level: int, node: int) -> int:
        """The node with all values mapped, from a level on."""
        if level == self._last or not node:
            return node
        key = (level, node)
        result = self._mapped.get(key)
        if result is None:
            nodes, images = self._nodes, self._maps[level]
            nodes.work()
            arcs = [(value, self.mapped(level + 1, down)) for value, down in nodes.arcs(node)]
            if images is not None:
                arcs = sorted((images[value], down) for value, down in arcs)
            result = self._mapped[key] = nodes.listed(arcs)
        return result


def _from_first(action: Action) -> Sequence[Images | None]:
    """The maps of values of all levels up to the last that has one."""
    return action.values[: max(action.moved, default=-1) + 1]
