"""Blocks in a row as counters: how many blocks have each of the values that a block can have, and back.

A counter holds how many blocks do *not* have its values. The order of counters is then that of sorted blocks: of two
sorted rows the lesser one has more of the least block that they do not have equally often.
"""

from __future__ import annotations

from vsym.diagrams.combination import Algebra
from vsym.diagrams.nodes import EMPTY
from vsym.diagrams.symmetry.sorting import Letter, Letters


class Counting:
    """Counters in place of `count` neighbouring blocks of `width` levels from level `start` on: one for each of the
    `letters`, which are all that a block can be, in ascending order."""

    def __init__(self, algebra: Algebra, start: int, width: int, count: int, letters: tuple[Letter, ...]) -> None:
        self._nodes = algebra.nodes
        self._union = algebra.union
        self._letters = algebra.kept(Letters, width)
        self._start, self._width, self._count = start, width, count
        self._alphabet = letters
        self._number = {letter: number for number, letter in enumerate(letters)}
        self._lifted: dict[tuple[int, bool], int] = {}
        self._counted: dict[int, int] = {}
        self._increased: dict[tuple[int, int], int] = {}
        self._listed: dict[int, int] = {}

    def counted(self, node: int) -> int:
        """A node at the first level with the counters of each vector in place of its blocks."""
        return self._lift(node, self._start, counting=True)

    def listed(self, node: int) -> int:
        """A node at the first level with sorted blocks in place of the counters of each vector."""
        return self._lift(node, self._start, counting=False)

    def _lift(self, node: int, above: int, *, counting: bool) -> int:
        if not node:
            return EMPTY
        if not above:
            return self._count_blocks(node, self._count) if counting else self._list(node, 0)
        key = (node, counting)
        found = self._lifted.get(key)
        if found is None:
            nodes = self._nodes
            nodes.work()
            arcs = [(value, self._lift(down, above - 1, counting=counting)) for value, down in nodes.arcs(node)]
            found = self._lifted[key] = nodes.listed(arcs)
        return found

    def _count_blocks(self, node: int, count: int) -> int:
        """The counters of a node that begins with so many blocks."""
        found = self._counted.get(node)
        if found is None:
            nodes = self._nodes
            nodes.work()
            if count:
                found = EMPTY
                for letter, down in self._letters.of(node):
                    more = self._increase(self._number[letter], self._count_blocks(down, count - 1))
                    found = self._union(found, more)
            else:
                found = node
                for _ in self._alphabet:
                    found = nodes.cell(self._count, found, EMPTY)
            self._counted[node] = found
        return found

    def _increase(self, number: int, node: int) -> int:
        """One block more for the counter so many levels below."""
        nodes = self._nodes
        if not number:
            return nodes.advance(node, 1)
        key = (number, node)
        found = self._increased.get(key)
        if found is None:
            nodes.work()
            arcs = [(value, self._increase(number - 1, down)) for value, down in nodes.arcs(node)]
            found = self._increased[key] = nodes.listed(arcs)
        return found

    def _list(self, node: int, number: int) -> int:
        """The sorted blocks of a node that begins with the counter of this number."""
        if number == len(self._alphabet):
            return node
        found = self._listed.get(node)
        if found is None:
            nodes = self._nodes
            nodes.work()
            letter, found, before = self._alphabet[number], EMPTY, 0
            for value, down in nodes.arcs(node):
                found = self._repeated(letter, found, value - before)
                before = value
                found = self._union(found, self._list(down, number + 1))
            found = self._listed[node] = self._repeated(letter, found, self._count - before)
        return found

    def _repeated(self, letter: Letter, node: int, times: int) -> int:
        """A block put before a node so many times."""
        if node:
            for _ in range(times):
                for value in reversed(letter):
                    node = self._nodes.cell(value, node, EMPTY)
        return node
