"""Steps of several stages: an event, levels that are added to others, and an event again, all at once for whoever
looks at a step from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.diagrams.case import Case
from vsym.diagrams.combination import Algebra
from vsym.diagrams.events import Event, Move, Update, check_levels, renamed
from vsym.diagrams.firing import Firing, Together
from vsym.diagrams.joint import Joints
from vsym.diagrams.nodes import ANY, Nodes
from vsym.diagrams.program import compile_event
from vsym.diagrams.reader import Readers
from vsym.diagrams.transfers import Transfer, Transferring


@frozen
class Chain:
    """A step of one of the events `first`, then the transfers in their order, then `last`, updates that need no guard.

    What lies between is no state of its own; it has to be inside the domains, though. Events with the same transfers
    are one chain: what they lead to together goes through the transfers once.
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
        """Where the chain leads from a node at a level not below its top, as far as it is in the limit."""
        node = self._begin.image(node, level, ANY)
        for one in self._transferring:
            node = one.image(node, level)
        return self._end.image(node, level, limit)
