"""Canonical nodes: each set of vectors is one integer, however it was computed; and Boolean operations on them, each by
one walk over two lists.

A node at a level is a list of cells in the order of the values of that level's variable. A cell `(gap, down, right)`
says: `gap` values have no vector; the next value continues with the vectors of the node `down`, one level below; the
values after it are described by the list `right`, counted from 0 again. Since gaps are relative, a list and the same
list moved by some values share all their cells but the first, and a decrement is a walk to the right. Sets of counters
with a constant sum then need one cell per value, where an array per node needs one entry per pair of values. The
relative lists are those of list decision diagrams (Blom, van de Pol: Symbolic Reachability for Process Algebras with
Recursive Data Types, ICTAC 2008) with distances instead of values.

No level is skipped, so a node's level follows from its depth. Two equal sets are the same node: `down` is never EMPTY,
and each triple exists once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar, cast

Cell = tuple[int, int, int]

EMPTY = 0
"""No vector, at any level."""
ONE = 1
"""Below the last level: the vector that ends here."""
ANY = 2
"""As a limit only: every vector, at any level and with values without bound."""

_FIRST = 3
_NODE_BYTES = 230
_ENTRY_BYTES = 125
_UNITS_PER_REPORT = 4096
_ROOM = 1_000_000
"""The number of nodes and remembered results up to which vsym forgets none: some 150 MB."""

_FRAMES_PER_LEVEL = 8


class OutOfNodes(Exception):  # noqa: N818 - the name says the state of affairs, like StopIteration
    """The memory allowed for a diagram does not suffice. Its manager stays usable.

    `nodes` is the number of nodes held when the limit was met, `megabytes` the limit.
    """

    def __init__(self, nodes: int, megabytes: int) -> None:
        super().__init__(f"the decision diagram needs more than {megabytes} MB ({nodes} nodes)")
        self.nodes = nodes
        self.megabytes = megabytes


class Nodes:
    """The unique table, and moves along one list of cells.

    `megabytes` bounds the memory of nodes and remembered results, by an estimate (None: no bound); `check` is called
    about every 4096 units of work and may raise, to end an operation early.
    """

    def __init__(self, megabytes: int | None = None, check: Callable[[], None] | None = None) -> None:
        self.cells: list[Cell] = [(0, EMPTY, EMPTY), (0, EMPTY, EMPTY), (0, ANY, ANY)]
        self.last: list[int] = [-1, -1, -1]
        self.megabytes = megabytes
        self.check = check
        self._unique: dict[Cell, int] = {}
        self._peak = 0
        self._units = 0
        self._units_reported = 0
        self._kept = 0

    @property
    def count(self) -> int:
        """The number of nodes held now; each cell is a node, as it heads a list."""
        return len(self._unique)

    @property
    def peak(self) -> int:
        """The largest number of nodes held at any time."""
        return max(self._peak, len(self._unique))

    @property
    def is_grown(self) -> bool:
        """Tells if there are many nodes and remembered results, and more than twice as many as the last collection
        left."""
        return self.count + self._units > max(_ROOM, 2 * self._kept)

    def work(self, units: int = 1) -> None:
        """Count units of work, each one remembered result; now and then look at the memory and call `check`."""
        self._units += units
        if self._units - self._units_reported >= _UNITS_PER_REPORT:
            self._units_reported = self._units
            self._pause()

    def _pause(self) -> None:
        used = self.count * _NODE_BYTES + self._units * _ENTRY_BYTES
        if self.megabytes is not None and used > self.megabytes * 1_000_000:
            raise OutOfNodes(self.count, self.megabytes)
        if self.check is not None:
            self.check()

    def cell(self, gap: int, down: int, right: int) -> int:
        """The list with nothing for `gap` values, then `down`, then `right`; `down` may be EMPTY."""
        if not down:
            return self.shift(right, gap + 1)
        key = (gap, down, right)
        node = self._unique.get(key)
        if node is None:
            # In this order an interrupt at any place, such as Ctrl-C, leaves a table that is still right.
            node = len(self.cells)
            self.last[node:] = (gap + 1 + self.last[right],)
            self.cells.append(key)
            self._unique[key] = node
        return node

    def shift(self, node: int, by: int) -> int:
        """The list with every value greater by `by` >= 0."""
        if not node or not by:
            return node
        gap, down, right = self.cells[node]
        return self.cell(gap + by, down, right)

    def advance(self, node: int, by: int) -> int:
        """The list without its values below `by` >= 0, every other value smaller by `by`."""
        if node == ANY:
            return ANY
        while node and by:
            gap, down, right = self.cells[node]
            if gap >= by:
                return self.cell(gap - by, down, right)
            by -= gap + 1
            node = right
        return node

    def child(self, node: int, value: int) -> int:
        """The node that continues the value `value` of a list, one level below."""
        if node == ANY:
            return ANY
        while node:
            gap, down, right = self.cells[node]
            if gap >= value:
                return down if gap == value else EMPTY
            value -= gap + 1
            node = right
        return EMPTY

    def arcs(self, node: int) -> list[tuple[int, int]]:
        """The values of a list, ascending, each with the node that continues it."""
        cells, value = self.cells, -1
        arcs: list[tuple[int, int]] = []
        while node:
            gap, down, node = cells[node]
            value += gap + 1
            arcs.append((value, down))
        return arcs

    def listed(self, arcs: Sequence[tuple[int, int]]) -> int:
        """The list with these values, ascending, each with the node that continues it, which may be EMPTY."""
        tail = EMPTY
        for place in range(len(arcs) - 1, -1, -1):
            value, down = arcs[place]
            tail = self.cell(value - arcs[place - 1][0] - 1 if place else value, down, tail)
        return tail

    def truncate(self, node: int, length: int) -> int:
        """The list without its values from `length` on."""
        if self.last[node] < length:
            return node
        cells: list[tuple[int, int]] = []
        while node:
            gap, down, right = self.cells[node]
            length -= gap + 1
            if length < 0:
                break
            cells.append((gap, down))
            node = right
        tail = EMPTY
        for gap, down in reversed(cells):
            tail = self.cell(gap, down, tail)
        return tail

    def replaced(self, node: int, levels: int, change: Callable[[int], int], results: dict[int, int]) -> int:
        """The node with `change` applied so many levels below it; `results` remembers the result for each node."""
        if not node:
            return EMPTY
        result = results.get(node)
        if result is None:
            self.work()
            if levels:
                arcs = [(value, self.replaced(down, levels - 1, change, results)) for value, down in self.arcs(node)]
                result = self.listed(arcs)
            else:
                result = change(node)
            results[node] = result
        return result

    def require(self, length: int) -> None:
        """Raise OutOfNodes where the memory has no room for a list of so many values."""
        if self.megabytes is not None and length * _NODE_BYTES > self.megabytes * 1_000_000:
            raise OutOfNodes(self.count, self.megabytes)

    def fill(self, down: int, length: int) -> int:
        """The list of `length` values that all continue with `down`; raises OutOfNodes where that is hopeless."""
        if down == ANY:
            return ANY
        self.require(length)
        tail = EMPTY
        for number in range(length if down else 0):
            if number % _UNITS_PER_REPORT == _UNITS_PER_REPORT - 1:
                self._pause()
            tail = self.cell(0, down, tail)
        return tail

    def below(self, roots: Iterable[int]) -> list[int]:
        """All nodes that the roots need, the roots included, each after the ones that it refers to."""
        cells = self.cells
        seen = {root for root in roots if root >= _FIRST}
        waiting = list(seen)
        while waiting:
            _, down, right = cells[waiting.pop()]
            if down >= _FIRST and down not in seen:
                seen.add(down)
                waiting.append(down)
            if right >= _FIRST and right not in seen:
                seen.add(right)
                waiting.append(right)
        return sorted(seen)

    def keep(self, roots: Iterable[int]) -> None:
        """Forget every node that the roots do not need. Results remembered elsewhere must be forgotten as well.

        The nodes that stay keep their numbers, so a reference is always to a smaller number.
        """
        self._peak = self.peak
        self._unique = {self.cells[node]: node for node in self.below(roots)}
        for node in set(range(_FIRST, len(self.cells))).difference(self._unique.values()):
            self.cells[node] = (0, EMPTY, EMPTY)
        self._units = self._units_reported = 0
        self._kept = self.count


T = TypeVar("T")


class Combination:
    """A Boolean operation on two sets, with its results so far.

    `both`, `left` and `right` tell if it keeps the vectors in both sets, in the left one alone, in the right one alone.
    """

    def __init__(self, nodes: Nodes, *, both: bool, left: bool, right: bool) -> None:
        self._nodes = nodes
        self._both, self._left, self._right = both, left, right
        self._known: dict[tuple[int, int], int] = {}

    def forget(self) -> None:
        """Drop the remembered results."""
        self._known.clear()

    def combine(self, left: int, right: int) -> int:
        """The node of the result for two nodes of one level.

        It is no `__call__`, as that goes through the interpreter's own stack, whose depth cannot be raised.
        """
        nodes, results = self._nodes, self._known
        cells, both, keep_left, keep_right = nodes.cells, self._both, self._left, self._right
        combine = self.combine
        pending: list[tuple[tuple[int, int], int, int]] = []
        while True:
            if left == right:
                tail = left if both else EMPTY
                break
            if not left:
                tail = right if keep_right else EMPTY
                break
            if not right:
                tail = left if keep_left else EMPTY
                break
            if left > right and keep_left == keep_right:
                left, right = right, left
            key = (left, right)
            result = results.get(key)
            if result is not None:
                tail = result
                break
            nodes.work()
            gap, down, rest = cells[left]
            other_gap, other_down, other_rest = cells[right]
            if gap == other_gap:
                if down != other_down:
                    down = combine(down, other_down)
                elif not both:
                    down = EMPTY
                pending.append((key, gap, down))
                left, right = rest, other_rest
            elif gap < other_gap:
                pending.append((key, gap, down if keep_left else EMPTY))
                left, right = rest, nodes.cell(other_gap - gap - 1, other_down, other_rest)
            else:
                pending.append((key, other_gap, other_down if keep_right else EMPTY))
                left, right = nodes.cell(gap - other_gap - 1, down, rest), other_rest
        for key, gap, down in reversed(pending):
            tail = nodes.cell(gap, down, tail)
            results[key] = tail
        return tail


class Forgetful(Protocol):
    """Something that remembers results about nodes and can drop them."""

    def forget(self) -> None:
        """Drop the remembered results."""


@contextmanager
def deep(levels: int) -> Iterator[None]:
    """Allow as many nested calls as operations on so many levels need, for the time of one of them."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + _FRAMES_PER_LEVEL * levels + 200)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class Algebra:
    """The Boolean operations on the nodes of one table, as functions of two nodes of one level."""

    def __init__(self, nodes: Nodes) -> None:
        union = Combination(nodes, both=True, left=True, right=True)
        intersection = Combination(nodes, both=True, left=False, right=False)
        difference = Combination(nodes, both=False, left=True, right=False)
        self.nodes = nodes
        self._kept: dict[Hashable, object] = {}
        self._operations = (union, intersection, difference)
        self.union = union.combine
        self.intersection = intersection.combine
        self.difference = difference.combine

    def forget(self) -> None:
        """Drop the remembered results."""
        for operation in self._operations:
            operation.forget()
        self._kept.clear()

    def kept(self, kind: Callable[..., T], *key: Hashable) -> T:
        """The object that `kind(algebra, *key)` makes, which computes and remembers, the same one until `forget`."""
        value = self._kept.get((kind, key))
        if value is None:
            value = self._kept[kind, key] = kind(self, *key)
        return cast(T, value)
