"""Boolean operations: one walk over two lists, whatever the operation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar, cast

from vsym.diagrams.nodes import EMPTY, Nodes

_FRAMES_PER_LEVEL = 8

T = TypeVar("T")


class Combination:
    """A Boolean operation on two sets, with what it has computed so far.

    It is given by which vectors stay: those in both sets, those in the left one alone, those in the right one alone.
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
        nodes, known = self._nodes, self._known
        cells, keep_left, keep_right = nodes.cells, self._left, self._right
        pending: list[tuple[tuple[int, int], int, int]] = []
        while True:
            if left == right:
                tail = left if self._both else EMPTY
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
            found = known.get(key)
            if found is not None:
                tail = found
                break
            nodes.work()
            gap, down, rest = cells[left]
            other_gap, other_down, other_rest = cells[right]
            if gap == other_gap:
                pending.append((key, gap, self.combine(down, other_down)))
                left, right = rest, other_rest
            elif gap < other_gap:
                pending.append((key, gap, down if keep_left else EMPTY))
                left, right = rest, nodes.cell(other_gap - gap - 1, other_down, other_rest)
            else:
                pending.append((key, other_gap, other_down if keep_right else EMPTY))
                left, right = nodes.cell(gap - other_gap - 1, down, rest), other_rest
        for key, gap, down in reversed(pending):
            tail = nodes.cell(gap, down, tail)
            known[key] = tail
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
        """What `kind(algebra, *key)` makes: something that computes and remembers, the same one until `forget`."""
        found = self._kept.get((kind, key))
        if found is None:
            found = self._kept[kind, key] = kind(self, *key)
        return cast(T, found)
