"""The tables of a factor that is all symmetries of a tree: its states are sorted, records within records.

Every node has cells, those of the points whose node it is; they are followed by those of the nodes below. A state is
sorted where the parts of alike nodes are, innermost first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.action import Action
from vsym.engines.compiled.quotient.trees import Tree


@frozen(eq=False)
class Sorting:
    """The cells of a factor, numbered from 0."""

    action: Action
    tree: Tree

    @property
    def order(self) -> int:
        """The number of the factor's elements."""
        return self.tree.order

    @cached_property
    def _own(self) -> dict[int, list[tuple[int, ...]]]:
        """The orbits that have cells, by the kind of their nodes."""
        own: dict[int, list[tuple[int, ...]]] = {kind: [] for kind in range(-1, len(self.tree.kinds))}
        for orbit in self.action.group.orbits():
            if orbit[0] not in self.action.plain:
                own[self.tree.nodes[orbit[0]][0]].append(orbit)
        return own

    @cached_property
    def _widths(self) -> dict[int, int]:
        """How many cells a node of each kind takes with all below it."""
        widths = {kind: len(orbits) for kind, orbits in self._own.items()}
        for number in reversed(range(len(self.tree.kinds))):
            kind = self.tree.kinds[number]
            widths[kind.parent] += kind.children * widths[number]
        return widths

    @property
    def length(self) -> int:
        """How many cells there are."""
        return self._widths[-1]

    @cached_property
    def _starts(self) -> dict[tuple[int, int], int]:
        """Where the cells of each node begin."""
        starts = {(-1, 0): 0}
        free = {(-1, 0): len(self._own[-1])}
        for number, kind in enumerate(self.tree.kinds):
            for node, parent in enumerate(kind.parents.tolist()):
                above = (kind.parent, parent)
                starts[number, node] = free[above]
                free[number, node] = free[above] + len(self._own[number])
                free[above] += self._widths[number]
        return starts

    @cached_property
    def cell_of(self) -> dict[int, int]:
        """The cell of each point that has one."""
        return {
            point: self._starts[self.tree.nodes[point]] + place
            for orbits in self._own.values()
            for place, orbit in enumerate(orbits)
            for point in orbit
        }

    def levels(self) -> Iterator[tuple[int, int, int]]:
        """Rows of alike nodes, inner ones first: where the first begins, how many they are, and the cells of each."""
        for number in reversed(range(len(self.tree.kinds))):
            kind = self.tree.kinds[number]
            for parent in sorted(set(kind.parents.tolist())):
                first = kind.parents.tolist().index(parent)
                yield self._starts[number, first], kind.children, self._widths[number]
