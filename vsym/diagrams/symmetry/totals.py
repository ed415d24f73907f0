"""The number of vectors in the orbits of a canonical set, counted on the diagram."""

from __future__ import annotations

from math import comb
from typing import TypeAlias

from vsym.diagrams.nodes import ONE, Algebra
from vsym.diagrams.space import StateSet
from vsym.diagrams.symmetry.group import Group, NotCanonicalError
from vsym.diagrams.symmetry.product import Product
from vsym.diagrams.symmetry.sorting import Letter

_Row: TypeAlias = tuple[int, int, int]
"""The first level of a row, the levels of a block, and the number of blocks."""


def orbit_total(states: StateSet, group: Group) -> int:
    """The number of vectors in the orbits that a canonical set meets.

    vsym counts rows by (node, previous block, number of times it was met), and splits the set by the sizes of orbits
    for the other groups. It builds orbits only for a large group that is no product of such groups. Raises
    NotCanonicalError where canonical sets of the group may have several vectors of one orbit or the set is not
    canonical, and ValueError if the group is not one on the space.
    """
    group.check(states)
    if not group.minimal:
        raise NotCanonicalError("canonical sets of this group may have several vectors of one orbit")
    if group.canonical(states) is not states:
        raise NotCanonicalError("the set is not the canonical one of its orbits")
    if isinstance(group, Product) and group.counted is not None:
        counters, others = group.counted
        return _of_factors(counters.forward(states), others, counters.counters, counters.members.count)
    return _of_factors(states, group, range(0), 0)


def _of_factors(states: StateSet, group: Group, counters: range, count: int) -> int:
    factors = group.factors if isinstance(group, Product) and group.independent else (group,)
    rows = tuple((row.blocks[0][0], len(row.blocks[0]), row.count) for one in factors if (row := one.row) is not None)
    parts = Product(group.sizes, tuple(one for one in factors if one.row is None)).by_orbit_size(states)
    if parts is None:
        rows, parts = (), {1: group.closure(states)}
    return sum(weight * _weighted(part, rows, counters, count) for weight, part in parts.items())


def _weighted(states: StateSet, rows: tuple[_Row, ...], counters: range, count: int) -> int:
    space = states.space
    with space.deep():
        weighing = space.algebra.kept(_Weighing, space.sizes, rows, counters, count)
        return weighing.total(states.node, 0, (0, None, 0, ()))


_Read: TypeAlias = tuple[int, Letter | None, int, Letter]
"""The members counted, the previous block, the number of times it was met, and the values read of the next one."""


_Run: TypeAlias = tuple[int, int, int]
"""A value, -1 for none, and the node and level to which arcs of it alone lead."""


class _Weighing:
    """The sum, over the vectors of a node, of the number of vectors that each stands for: the ways to order the blocks
    of each row, times the ways to distribute the members over the counters."""

    def __init__(
        self, algebra: Algebra, sizes: tuple[int, ...], rows: tuple[_Row, ...], counters: range, count: int
    ) -> None:
        self._nodes = algebra.nodes
        self._row: list[_Row | None] = [None] * len(sizes)
        for row in rows:
            start, width, number = row
            self._row[start : start + width * number] = [row] * (width * number)
        self._counters = counters
        self._count = count
        self._known: dict[tuple[int, _Read], int] = {}
        self._runs: dict[int, _Run] = {}

    def total(self, node: int, level: int, read: _Read) -> int:
        """The sum for a node at a level, after the levels that were read before."""
        if node == ONE:
            return 1
        counted, previous, times, begun = read
        if previous is not None and len(previous) == 1:
            run = self._run(node, level)
            if run[0] == previous[0]:
                _, node, end = run
                level, read = end, (counted, previous, times + end - level, begun)
        key = (node, read)
        total = self._known.get(key)
        if total is None:
            self._nodes.work()
            total = 0
            for value, down in self._nodes.arcs(node):
                factor, after = self._after(level, value, read)
                total += factor * self.total(down, level + 1, after)
            self._known[key] = total
        return total

    def _run(self, node: int, level: int) -> _Run:
        """The end of arcs that are the only ones of their nodes and all of one value, up to the last block of a row.

        Members that are alike follow each other in a canonical set. All nodes on such arcs have the same end, however
        many other members came before.
        """
        path: list[tuple[int, int, int]] = []
        start = node
        while node not in self._runs:
            arcs = self._nodes.arcs(node)
            row = self._row[level]
            if len(arcs) > 1 or row is None or level == row[0] + row[2] - 1 or level in self._counters:
                self._runs[node] = (-1, node, level)
                break
            ((value, down),) = arcs
            path.append((node, value, level))
            node, level = down, level + 1
        for node, value, level in reversed(path):
            ((_, down),) = self._nodes.arcs(node)
            further, end, last = self._runs[down]
            self._runs[node] = (value, end, last) if further == value else (value, down, level + 1)
        return self._runs[start]

    def _after(self, level: int, value: int, read: _Read) -> tuple[int, _Read]:
        counted, previous, times, begun = read
        factor = 1
        if level in self._counters:
            more = self._count - value
            counted += more
            factor = comb(counted, more)
        row = self._row[level]
        if row is None:
            return factor, (counted, None, 0, ())
        start, width, number = row
        begun = (*begun, value)
        if len(begun) < width:
            return factor, (counted, previous, times, begun)
        place = (level - start) // width + 1
        if begun == previous:
            times += 1
        else:
            factor *= comb(place - 1, times)
            times = 1
        if place == number:
            return factor * comb(number, times), (counted, None, 0, ())
        return factor, (counted, begun, times, ())
