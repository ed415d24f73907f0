"""Sets of integer vectors as values, and the space of levels that they share.

A set counts its vectors, lists them, and finds the least one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never
from weakref import WeakSet, WeakValueDictionary

from vsym.diagrams.cases import cases
from vsym.diagrams.constraints import Conjunction, Constraint, Disjunction, Linear, Negation, foremost
from vsym.diagrams.events import Event
from vsym.diagrams.firing import Joints
from vsym.diagrams.nodes import EMPTY, ONE, Algebra, Forgetful, Nodes, deep
from vsym.diagrams.reader import Readers, compile_event
from vsym.diagrams.selecting import Full, Selecting, build, enabled, enables
from vsym.diagrams.symmetry.action import Action
from vsym.diagrams.symmetry.permuting import Comparing, Permuting


class Space:
    """Vectors with one value per level, at level i from 0 to sizes[i] - 1, and all sets of them that are in use.

    `megabytes` bounds the memory by an estimate; past it, an operation raises OutOfNodes. `check` is called regularly
    within long operations and may raise anything to end them. After either, the sets made so far stay valid.

    The order of the levels decides the size of the diagrams. Levels with a constant sum, such as the counters of one
    block, belong together, as each level between them must remember the part of the sum that was seen: blocks that are
    mixed multiply. Inside a block, a counter belongs beside those that it exchanges processes with, in the order in
    which processes pass them, from where they begin, so that an event spans few levels. The place of the shared
    variables matters less.
    """

    def __init__(
        self, sizes: Sequence[int], *, megabytes: int | None = None, check: Callable[[], None] | None = None
    ) -> None:
        if not sizes or min(sizes) < 1:
            raise ValueError("a space needs at least one level, and each level at least one value")
        self.sizes = tuple(sizes)
        self.nodes = Nodes(megabytes, check)
        self.algebra = Algebra(self.nodes)
        self.readers = Readers(self.sizes, self.nodes)
        self.joints = Joints(self.nodes)
        self.selecting = Selecting(self.algebra, self.readers)
        self._sets: WeakValueDictionary[int, StateSet] = WeakValueDictionary()
        self._remembering: WeakSet[Forgetful] = WeakSet()
        self._spaces: dict[tuple[int, ...], Space] = {self.sizes: self}

    @property
    def node_count(self) -> int:
        """The number of nodes held now."""
        return self.nodes.count

    @property
    def peak_node_count(self) -> int:
        """The largest number of nodes held at any time."""
        return self.nodes.peak

    @property
    def empty(self) -> StateSet:
        """The set of no vector."""
        return self.wrap(EMPTY)

    @property
    def full(self) -> StateSet:
        """The set of all vectors."""
        return self.wrap(Full(self.nodes, self.sizes).at(0))

    def single(self, vector: Sequence[int]) -> StateSet:
        """The set of one vector; raises ValueError if it is not in the space."""
        if len(vector) != len(self.sizes):
            raise ValueError(f"a vector of this space has {len(self.sizes)} values, not {len(vector)}")
        node = ONE
        for level in reversed(range(len(vector))):
            if not 0 <= vector[level] < self.sizes[level]:
                raise ValueError(f"value {vector[level]} of level {level} is not in 0..{self.sizes[level] - 1}")
            node = self.nodes.cell(vector[level], node, EMPTY)
        return self.wrap(node)

    def satisfying(self, constraint: Constraint) -> StateSet:
        """The set of all vectors that satisfy a constraint.

        Of a conjunction, the bounds on single levels are built together with the first sum, and the other parts select
        from that.
        """
        match constraint:
            case Linear():
                return self._built(constraint)
            case Conjunction():
                first, others = foremost(constraint)
                return self._built(first).select(others)
            case Disjunction(parts):
                states = self.empty
                for part in parts:
                    states |= self.satisfying(part)
                return states
            case Negation(part):
                return self.full - self.satisfying(part)
            case _:
                assert_never(constraint)

    def _built(self, constraint: Constraint) -> StateSet:
        """The set of a constraint that has few cases."""
        states = self.empty
        with self.deep():
            full = Full(self.nodes, self.sizes)
            for case in cases(constraint):
                program = compile_event(self.sizes, Event(case), "guard")
                if program is not None:
                    states |= self.wrap(build(self.nodes, self.readers, program, full))
        return states

    def collect(self) -> None:
        """Free the nodes that no set in use needs, and all remembered results; sets do not change."""
        self.algebra.forget()
        for space in self._spaces.values():
            space.readers.forget()
            space.joints.forget()
            space.selecting.forget()
            for other in list(space._remembering):
                other.forget()
        self.nodes.keep([node for space in self._spaces.values() for node in space._sets])

    def collect_if_grown(self) -> None:
        """Collect where vsym holds much, and more than twice as much as the last collection left. Searches call it now
        and then; they recompute no more forgotten results than they compute in between."""
        if self.nodes.is_grown:
            self.collect()

    def beside(self, sizes: Sequence[int]) -> Space:
        """The space of vectors with these sizes on the same nodes, under the same limits; `collect` keeps its sets."""
        if (key := tuple(sizes)) not in self._spaces:
            other = Space(key)
            other.nodes, other.algebra, other._spaces = self.nodes, self.algebra, self._spaces
            other.readers, other.joints = Readers(key, self.nodes), Joints(self.nodes)
            other.selecting = Selecting(self.algebra, other.readers)
            self._spaces[key] = other
        return self._spaces[key]

    def remember(self, other: Forgetful) -> None:
        """Have `collect` ask `other`, for as long as it is in use, to forget its results about nodes."""
        self._remembering.add(other)

    def wrap(self, node: int) -> StateSet:
        """The set of a node at the first level."""
        states = self._sets.get(node)
        if states is None:
            states = self._sets[node] = StateSet(self, node)
        return states

    def unwrap(self, states: StateSet) -> int:
        """The node of a set; raises ValueError if the set is of another space."""
        if states.space is not self:
            raise ValueError("the sets belong to different spaces")
        return states.node

    @contextmanager
    def deep(self, levels: int = 0) -> Iterator[None]:
        """Allow as many nested calls as the levels need, or so many levels, for the time of one operation."""
        with deep(max(levels, len(self.sizes))):
            yield


class StateSet:
    """An immutable set of vectors of one space. Equal sets are the same object, so `==` costs nothing."""

    __slots__ = ("__weakref__", "node", "space")

    def __init__(self, space: Space, node: int) -> None:
        self.space = space
        self.node = node

    def __or__(self, other: StateSet) -> StateSet:
        return self._made(lambda: self.space.algebra.union(self.node, self.space.unwrap(other)))

    def __and__(self, other: StateSet) -> StateSet:
        return self._made(lambda: self.space.algebra.intersection(self.node, self.space.unwrap(other)))

    def __sub__(self, other: StateSet) -> StateSet:
        return self._made(lambda: self.space.algebra.difference(self.node, self.space.unwrap(other)))

    def _made(self, compute: Callable[[], int]) -> StateSet:
        with self.space.deep():
            return self.space.wrap(compute())

    def __le__(self, other: StateSet) -> bool:
        return not self - other

    def __bool__(self) -> bool:
        return self.node != EMPTY

    def __contains__(self, vector: Sequence[int]) -> bool:
        node = self.node
        for value in vector:
            node = self.space.nodes.child(node, value) if value >= 0 else EMPTY
        return node == ONE and len(vector) == len(self.space.sizes)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """The vectors in lexicographic order, without nested calls."""
        prefix: list[int] = []
        waiting = [(0, 0, self.node)]
        while waiting:
            level, value, node = waiting.pop()
            if node == ONE:
                yield tuple(prefix[:level])
            elif node != EMPTY:
                gap, down, right = self.space.nodes.cells[node]
                waiting.append((level, value + gap + 1, right))
                waiting.append((level + 1, 0, down))
                prefix[level:] = [value + gap]

    def __repr__(self) -> str:
        return f"<{self.count()} vectors in {self.node_count} nodes>"

    def count(self) -> int:
        """The exact number of vectors."""
        nodes, counts = self.space.nodes, {EMPTY: 0, ONE: 1}
        for node in nodes.below([self.node]):
            _, down, right = nodes.cells[node]
            counts[node] = counts[down] + counts[right]
        return counts[self.node]

    @property
    def node_count(self) -> int:
        """The number of nodes that the set alone needs."""
        return len(self.space.nodes.below([self.node]))

    def pick(self) -> tuple[int, ...]:
        """The first vector in lexicographic order; raises ValueError on the empty set."""
        if not self:
            raise ValueError("the set is empty")
        vector, node = list[int](), self.node
        while node != ONE:
            gap, node, _ = self.space.nodes.cells[node]
            vector.append(gap)
        return tuple(vector)

    def select(self, constraint: Constraint) -> StateSet:
        """The vectors of the set that satisfy a constraint."""
        return self._made(lambda: self.space.selecting.part(constraint, self.node))

    def permuted(self, action: Action) -> StateSet:
        """The images of the vectors; ValueError, here and below, if the action is not one on this space."""
        return self._by(action, lambda: self.space.algebra.kept(Permuting).permuted(action, self.node))

    def reduced_by(self, action: Action) -> StateSet:
        """The vectors whose images are smaller, lexicographically in the order of the levels."""
        return self._by(action, lambda: self.space.algebra.kept(Comparing, action, "less").part(self.node))

    def fixed_by(self, action: Action) -> StateSet:
        """The vectors that the action leaves unchanged."""
        return self._by(action, lambda: self.space.algebra.kept(Comparing, action, "equal").part(self.node))

    def _by(self, action: Action, compute: Callable[[], int]) -> StateSet:
        action.check(self.space.sizes)
        return self._made(compute)

    def enabling(self, events: Iterable[Event]) -> StateSet:
        """The vectors of the set in which some event is enabled."""
        space = self.space
        return self._made(lambda: enabled(space.nodes, space.algebra, space.readers, events, self.node))

    def enables(self, events: Iterable[Event]) -> bool:
        """Tells if some vector of the set enables some event: less work than to find all that do."""
        space = self.space
        with space.deep():
            return enables(space.nodes, space.algebra, space.readers, events, self.node)


def extended(states: StateSet, space: Space) -> StateSet:
    """The vectors of a space that begin with a vector of a set, with any values at the further levels.

    The set may be on other nodes. Raises ValueError if the levels of the space do not begin with the set's.
    """
    own = states.space
    depth = len(own.sizes)
    if space.sizes[:depth] != own.sizes:
        raise ValueError("the levels of the space do not begin with those of the set")
    made = {EMPTY: EMPTY, ONE: Full(space.nodes, space.sizes[depth:]).at(0)}
    for node in own.nodes.below([states.node]):
        gap, down, right = own.nodes.cells[node]
        space.nodes.work()
        made[node] = space.nodes.cell(gap, made[down], made[right])
    return space.wrap(made[states.node])
