"""Vectors with neighbouring blocks of levels in ascending order, by insertion sort on the diagram, and counters of each
value in place of blocks in a row.

`sort(x)` is the union of `insert(v, sort(rest))` over the first blocks v of x, each with the rest that continues it.
`insert(v, x)` is v before the blocks of x that are not less; under each lesser block w, it is the rest of w with v
inserted. A sorted set is remembered as its own result.

A counter holds the number of blocks that do *not* have its values. The order of counters is then that of sorted blocks:
of two sorted rows, the lesser one has more of the least block whose numbers differ.
"""

from __future__ import annotations

from typing import TypeAlias

from vsym.diagrams.nodes import EMPTY, Algebra

Letter: TypeAlias = tuple[int, ...]
"""The values of one block."""


class Letters:
    """Diagrams read and written a block of levels at a time."""

    def __init__(self, algebra: Algebra, width: int) -> None:
        self._nodes = algebra.nodes
        self._union = algebra.union
        self._width = width
        self._read: dict[int, list[tuple[Letter, int]]] = {}

    def of(self, node: int) -> list[tuple[Letter, int]]:
        """The blocks that a node begins with, in ascending order, each with the node that continues it."""
        if self._width == 1:
            return [((value,), down) for value, down in self._nodes.arcs(node)]
        letters = self._read.get(node)
        if letters is None:
            self._nodes.work()
            letters = self._read[node] = self._below(node, self._width)
        return letters

    def _below(self, node: int, width: int) -> list[tuple[Letter, int]]:
        if not width:
            return [((), node)]
        return [
            ((value, *rest), end)
            for value, down in self._nodes.arcs(node)
            for rest, end in self._below(down, width - 1)
        ]

    def node(self, continued: dict[Letter, int]) -> int:
        """The node that begins with these blocks, each with the node that continues it."""
        return self._written(sorted(continued.items()), 0)

    def _written(self, ordered: list[tuple[Letter, int]], place: int) -> int:
        if place == self._width - 1:
            return self._nodes.listed([(letter[place], down) for letter, down in ordered])
        grouped: dict[int, list[tuple[Letter, int]]] = {}
        for pair in ordered:
            grouped.setdefault(pair[0][place], []).append(pair)
        return self._nodes.listed([(value, self._written(pairs, place + 1)) for value, pairs in grouped.items()])

    def add(self, continued: dict[Letter, int], letter: Letter, down: int) -> None:
        """Add the vectors of `down` to those that continue a block."""
        if down:
            before = continued.get(letter)
            continued[letter] = down if before is None else self._union(before, down)


class Sorting:
    """The canoniser of all permutations of `count` neighbouring blocks of `width` levels, from level `start` on."""

    def __init__(self, algebra: Algebra, start: int, width: int, count: int, depth: int) -> None:
        if not (start >= 0 and width > 0 and count >= 0 and start + width * count <= depth):
            raise ValueError(f"{count} blocks of {width} levels from level {start} on are not inside {depth} levels")
        self._nodes = algebra.nodes
        self._letters = algebra.kept(Letters, width)
        self._start, self._count = start, count
        self._lifted: dict[int, int] = {}
        self._sorted: dict[int, int] = {}
        self._inserted: dict[tuple[Letter, int], int] = {}

    def sorted(self, node: int) -> int:
        """A node at the first level with the blocks of each vector in ascending order."""
        return self._nodes.replaced(node, self._start, lambda row: self._sort(row, self._count), self._lifted)

    def _sort(self, node: int, count: int) -> int:
        """A node that begins with `count` blocks, with these in ascending order."""
        if count <= 1:
            return node
        result = self._sorted.get(node)
        if result is None:
            self._nodes.work()
            continued: dict[Letter, int] = {}
            for letter, down in self._letters.of(node):
                self._put(continued, letter, self._sort(down, count - 1), count - 1)
            result = self._letters.node(continued)
            self._sorted[node] = self._sorted[result] = result
        return result

    def _insert(self, letter: Letter, node: int, count: int) -> int:
        """The node of `count` sorted blocks with a block inserted in its place."""
        key = (letter, node)
        result = self._inserted.get(key)
        if result is None:
            self._nodes.work()
            continued: dict[Letter, int] = {}
            self._put(continued, letter, node, count)
            result = self._inserted[key] = self._letters.node(continued)
        return result

    def _put(self, continued: dict[Letter, int], letter: Letter, node: int, count: int) -> None:
        """Add the vectors of `count` sorted blocks, with a block inserted in its place, by their first blocks."""
        letters = self._letters
        if not count:
            letters.add(continued, letter, node)
            return
        rest: dict[Letter, int] = {}
        for other, down in letters.of(node):
            if other < letter:
                letters.add(continued, other, self._insert(letter, down, count - 1))
            else:
                rest[other] = down
        letters.add(continued, letter, letters.node(rest) if rest else 0)


class Counting:
    """Counters in place of `count` neighbouring blocks of `width` levels from level `start` on: one for each of the
    `letters`, which are all possible blocks in ascending order."""

    def __init__(self, algebra: Algebra, start: int, width: int, count: int, letters: tuple[Letter, ...]) -> None:
        self._nodes = algebra.nodes
        self._union = algebra.union
        self._letters = algebra.kept(Letters, width)
        self._start, self._width, self._count = start, width, count
        self._alphabet = letters
        self._number = {letter: number for number, letter in enumerate(letters)}
        self._counters: dict[int, int] = {}
        self._rows: dict[int, int] = {}
        self._counted: dict[int, int] = {}
        self._increased = [dict[int, int]() for _ in letters]
        self._listed: dict[int, int] = {}

    def counted(self, node: int) -> int:
        """A node at the first level with the counters of each vector in place of its blocks."""
        return self._nodes.replaced(node, self._start, lambda row: self._count_blocks(row, self._count), self._counters)

    def listed(self, node: int) -> int:
        """A node at the first level with sorted blocks in place of the counters of each vector."""
        return self._nodes.replaced(node, self._start, lambda counters: self._list(counters, 0), self._rows)

    def _count_blocks(self, node: int, count: int) -> int:
        """The counters of a node that begins with `count` blocks."""
        result = self._counted.get(node)
        if result is None:
            nodes = self._nodes
            nodes.work()
            if count:
                result = EMPTY
                for letter, down in self._letters.of(node):
                    number, counters = self._number[letter], self._count_blocks(down, count - 1)
                    more = nodes.replaced(counters, number, self._one_more, self._increased[number])
                    result = self._union(result, more)
            else:
                result = node
                for _ in self._alphabet:
                    result = nodes.cell(self._count, result, EMPTY)
            self._counted[node] = result
        return result

    def _one_more(self, counter: int) -> int:
        # It counts the blocks that do not have its values.
        return self._nodes.advance(counter, 1)

    def _list(self, node: int, number: int) -> int:
        """The sorted blocks of a node that begins with the counter of this number."""
        if number == len(self._alphabet):
            return node
        result = self._listed.get(node)
        if result is None:
            nodes = self._nodes
            nodes.work()
            letter, result, before = self._alphabet[number], EMPTY, 0
            for value, down in nodes.arcs(node):
                result = self._repeated(letter, result, value - before)
                before = value
                result = self._union(result, self._list(down, number + 1))
            result = self._listed[node] = self._repeated(letter, result, self._count - before)
        return result

    def _repeated(self, letter: Letter, node: int, times: int) -> int:
        """The node with a block put before it `times` times."""
        if node:
            for _ in range(times):
                for value in reversed(letter):
                    node = self._nodes.cell(value, node, EMPTY)
        return node
