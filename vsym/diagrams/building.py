"""The set of all vectors that satisfy linear constraints, built from the readers of their sums."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.diagrams.nodes import EMPTY, ONE, Nodes
from vsym.diagrams.program import Program
from vsym.diagrams.reader import Reader, Readers


def full_nodes(nodes: Nodes, sizes: Sequence[int]) -> tuple[int, ...]:
    """For each level, and the end, the node of all vectors from this level on."""
    built = [ONE]
    for size in reversed(sizes):
        built.append(nodes.fill(built[-1], size))
    return tuple(reversed(built))


def build(nodes: Nodes, readers: Readers, program: Program, full: Sequence[int]) -> int:
    """The node, at the first level, of all vectors that a program without changes lets through."""
    if program.bottom < 0:
        return full[0]
    start = readers.start(program)
    node = _Building(nodes, program.sizes, full).level(start) if start is not None else EMPTY
    for size in reversed(program.sizes[: program.top]):
        node = nodes.fill(node, size)
    return node


class _Building:
    def __init__(self, nodes: Nodes, sizes: Sequence[int], full: Sequence[int]) -> None:
        self._nodes = nodes
        self._sizes = sizes
        self._full = full
        self._known: dict[tuple[Reader, int], int] = {}

    def level(self, reader: Reader | None) -> int:
        """The node of what a reader lets through from the beginning of its level on."""
        if reader is None:
            return EMPTY
        return self._full[reader.level] if reader.done else self._values(reader, self._sizes[reader.level])

    def _values(self, reader: Reader | None, length: int) -> int:
        """The list of the next `length` values, each with what is let through after it.

        Values that are too great for a bound are left off first: where the bound ends the list before the domain does,
        lists that begin at different places are then the same.
        """
        pending: list[tuple[tuple[Reader, int], int, int]] = []
        tail = EMPTY
        while reader is not None:
            length = int(min(length, reader.most() + 1))
            if length <= 0:
                break
            key = (reader, length)
            found = self._known.get(key)
            if found is not None:
                tail = found
                break
            self._nodes.work()
            gap = reader.first
            allowed = reader.advance(gap)
            down = self.level(allowed.down()) if allowed and gap < length else EMPTY
            pending.append((key, gap, down))
            reader, length = allowed.right() if allowed else None, length - gap - 1
        for key, gap, down in reversed(pending):
            tail = self._nodes.cell(gap, down, tail)
            self._known[key] = tail
        return tail
