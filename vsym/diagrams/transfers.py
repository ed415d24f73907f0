"""A level that is added to another one and set to 0, and the inverse of that, as one operation on nodes.

With events, it would take one for each value of the level; the operation tries no values beyond those in the set.

A chain is a step of several stages: an event, such transfers, and an event again. From outside, it is a single step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.diagrams.cases import Case
from vsym.diagrams.events import Event, Move, Update, check_levels, renamed
from vsym.diagrams.firing import Firing, Joints, Together
from vsym.diagrams.nodes import ANY, EMPTY, Algebra, Nodes
from vsym.diagrams.reader import Readers, compile_event


@frozen
class Transfer:
    """The level `target` grows by the value of the level `source`, which becomes 0."""

    source: int
    target: int


class Transferring:
    """A transfer on nodes of levels with these sizes, one way; where the target has no room, there is no image."""

    def __init__(
        self,
        nodes: Nodes,
        algebra: Algebra,
        sizes: Sequence[int],
        transfer: Transfer,
        direction: Literal["forward", "backward"],
    ) -> None:
        self._nodes, self._union, self._sizes = nodes, algebra.union, tuple(sizes)
        self._source, self._target = transfer.source, transfer.target
        self._forward = direction == "forward"
        self._top = min(transfer.source, transfer.target)
        self._bottom = max(transfer.source, transfer.target)
        self._images: dict[int, int] = {}
        self._moved = defaultdict[int, dict[int, int]](dict)
        self._put = defaultdict[tuple[int, int], dict[int, int]](dict)
        self._present: dict[int, frozenset[int]] = {}

    def forget(self) -> None:
        """Drop the remembered results."""
        for results in (self._images, self._moved, self._put, self._present):
            results.clear()

    def image(self, node: int, level: int) -> int:
        """The image of a node at a level that is not below the first of the two."""
        return self._nodes.replaced(node, self._top - level, self._transferred, self._images)

    def _transferred(self, node: int) -> int:
        together: dict[int, int] = {}
        for value, down in self._changed(self._nodes.arcs(node), self._top + 1):
            together[value] = self._union(together.get(value, EMPTY), down)
        return self._nodes.listed(sorted(together.items()))

    def _changed(self, arcs: Sequence[tuple[int, int]], below: int) -> Iterable[tuple[int, int]]:
        """The new values of the upper level, each with vectors that continue it."""
        if self._source == self._top:
            if self._forward:
                yield from ((0, self._move(down, below, value)) for value, down in arcs)
                return
            rest = next((down for value, down in arcs if value == 0), EMPTY)
            room = min(self._sizes[self._source], 1 + max(self._values(rest, below), default=-1))
            yield from ((value, self._move(rest, below, -value)) for value in range(room))
            return
        for value, down in arcs:
            if self._forward:
                added = [one for one in self._values(down, below) if value + one < self._sizes[self._target]]
                yield from ((value + one, self._replace(down, below, one, 0)) for one in added)
            else:
                taken = range(min(value, self._sizes[self._source] - 1) + 1)
                yield from ((value - one, self._replace(down, below, 0, one)) for one in taken)

    def _move(self, node: int, level: int, by: int) -> int:
        """The vectors of a node with the lower level's value changed by so much."""
        if not by:
            return node
        nodes, size = self._nodes, self._sizes[self._bottom]

        def moved(lower: int) -> int:
            return nodes.advance(lower, -by) if by < 0 else nodes.truncate(nodes.shift(lower, by), size)

        return nodes.replaced(node, self._bottom - level, moved, self._moved[by])

    def _replace(self, node: int, level: int, old: int, new: int) -> int:
        """The vectors of a node with one value of the lower level, which becomes another one."""
        nodes = self._nodes

        def put(lower: int) -> int:
            return nodes.cell(new, nodes.child(lower, old), EMPTY)

        return nodes.replaced(node, self._bottom - level, put, self._put[old, new])

    def _values(self, node: int, level: int) -> frozenset[int]:
        """The values that the lower level has in the vectors of a node."""
        values = self._present.get(node)
        if values is None:
            self._nodes.work()
            arcs = self._nodes.arcs(node)
            if level < self._bottom:
                values = frozenset[int]().union(*(self._values(down, level + 1) for _, down in arcs))
            else:
                values = frozenset(value for value, _ in arcs)
            self._present[node] = values
        return values


@frozen
class Chain:
    """A step of one of the events `first`, then the transfers in their order, then `last`, updates that need no guard.

    The vectors in between are no states, but must be inside the domains. Events with the same transfers are one chain:
    their joint image goes through the transfers once.
    """

    first: tuple[Event, ...]
    transfers: tuple[Transfer, ...]
    last: tuple[Update, ...] = ()

    @property
    def levels(self) -> frozenset[int]:
        """The levels that the transfers and the moves name."""
        moved = {level for one in self.transfers for level in (one.source, one.target)}
        return frozenset(moved.union(update.level for update in self.last))

    def check(self, sizes: Sequence[int]) -> None:
        """Raise ValueError if it names a level that does not exist, or one level in two updates."""
        for event in self.first:
            check_levels(sizes, event)
        check_levels(sizes, Event(Case(), self.last))
        check_levels(sizes, Event(Case(), tuple(Move(level, 0) for level in self.levels)))

    def renamed(self, target: Mapping[int, int]) -> Chain:
        """The chain about other levels, one for each that it names."""
        last = renamed(Event(Case(), self.last), target).updates
        transfers = (Transfer(target[one.source], target[one.target]) for one in self.transfers)
        return Chain(tuple(renamed(event, target) for event in self.first), tuple(transfers), last)


class ChainFiring:
    """Chains on nodes that stand at one level, read forward or backward."""

    def __init__(
        self,
        nodes: Nodes,
        algebra: Algebra,
        firing: Firing,
        readers: Readers,
        joints: Joints,
        chain: Chain,
        direction: Literal["forward", "backward"],
    ) -> None:
        forward = direction == "forward"
        ends = [
            [program for event in events if (program := compile_event(readers.sizes, event, direction)) is not None]
            for events in (chain.first, (Event(Case(), chain.last),))
        ]
        self.possible = all(ends)
        begin, end = (Together(algebra, firing, readers, joints, programs) for programs in ends)
        self._begin, self._end = (begin, end) if forward else (end, begin)
        ordered = chain.transfers if forward else chain.transfers[::-1]
        self._transferring = tuple(Transferring(nodes, algebra, readers.sizes, one, direction) for one in ordered)
        tops = [program.top for programs in ends for program in programs if program.bottom >= 0]
        self.top = min([*tops, *chain.levels])

    def forget(self) -> None:
        """Drop the remembered results; those of the readers stay with the readers."""
        for one in self._transferring:
            one.forget()

    def image(self, node: int, level: int, limit: int) -> int:
        """The image of a node under the chain, at a level not below its top, as far as it is in the limit."""
        node = self._begin.image(node, level, ANY)
        for one in self._transferring:
            node = one.image(node, level)
        return self._end.image(node, level, limit)
