"""The tables of a factor that is all symmetries of a tree: its states are sorted, records within records.

Every node has cells, one for each of the slots whose node it is and one bit for each other literal whose node it is;
those of a node are followed by those of the nodes below. A state is sorted where the parts of alike nodes are,
innermost first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.action import Action
from vsym.engines.compiled.quotient.trees import Tree

MARK = 1 << 31
"""Added to a cell: a literal is a bit there."""


@frozen(eq=False)
class Sorting:
    """The cells of a factor, numbered from 0."""

    action: Action
    tree: Tree
    cardinalities: tuple[int, ...]

    @property
    def order(self) -> int:
        """The number of the factor's elements."""
        return self.tree.order

    @cached_property
    def _orbits(self) -> list[list[int]]:
        """The points in orbits, those of them alone that have a cell: not literals at the node of their slot."""
        return [list(orbit) for orbit in self.action.group.orbits() if not self._is_plain(orbit[0])]

    def _is_plain(self, point: int) -> bool:
        slot, code = self.action.points[point]
        return code is not None and self.tree.nodes[point] == self.tree.nodes[self.action.numbers[slot, None]]

    @cached_property
    def _own(self) -> dict[int, list[list[int]]]:
        """The orbits that have cells, by the kind of their nodes."""
        own: dict[int, list[list[int]]] = {kind: [] for kind in range(-1, len(self.tree.kinds))}
        for orbit in self._orbits:
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
    def cells(self) -> int:
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

    def coded(self) -> Iterator[tuple[int, int, list[int], list[int], list[tuple[int, int]]]]:
        """For each slot: its number, its cell, what each code becomes (a value of the cell, or `MARK` and a bit's
        cell), the code of each value, and the codes that have bits with these.

        Where a slot has such codes, 0 in its cell stands for one of them. Codes outside its domain become nothing.
        """
        plain = self._plain_values
        for place, slot in enumerate(self.action.slots):
            moved = set(self.action.moved[place])
            back, marks = dict[int, int](), []
            for code in self.action.domains[place]:
                cell = self.cell_of.get(self.action.numbers[slot, code]) if code in moved else None
                if cell is not None:
                    marks.append((code, cell))
                else:
                    back[plain[self.action.numbers[slot, code]] if code in moved else code] = code
            # Values are no more than the slot has codes, so that a cell has room for them and for 0.
            codes = [0, *(back[value] for value in sorted(back))][0 if marks else 1 :]
            into = [0] * (self.cardinalities[slot] + 1)
            for value, code in enumerate(codes):
                into[code] = value
            for code, cell in marks:
                into[code] = MARK + cell
            yield slot, self.cell_of[self.action.numbers[slot, None]], into, codes, marks

    @cached_property
    def _plain_values(self) -> dict[int, int]:
        """The values of the moved literals that have no bit: those of an orbit have one, a code of its first slot."""
        values: dict[int, int] = {}
        for orbit in self.action.group.orbits():
            code = self.action.points[orbit[0]][1]
            if code is not None and self._is_plain(orbit[0]):
                values |= dict.fromkeys(orbit, code)
        return values
