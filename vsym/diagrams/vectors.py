"""What is asked of one finished set: how many vectors, which ones, and any."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.diagrams.nodes import EMPTY, ONE, Nodes


def count(nodes: Nodes, node: int) -> int:
    """The exact number of vectors below a node."""
    counts = {EMPTY: 0, ONE: 1}
    for other in nodes.below([node]):
        _, down, right = nodes.cells[other]
        counts[other] = counts[down] + counts[right]
    return counts[node]


def enumerate_vectors(nodes: Nodes, node: int) -> Iterator[tuple[int, ...]]:
    """The vectors below a node in lexicographic order, without nested calls."""
    prefix: list[int] = []
    waiting = [(0, 0, node)]
    while waiting:
        level, value, list_ = waiting.pop()
        if list_ == ONE:
            yield tuple(prefix[:level])
        elif list_ != EMPTY:
            gap, down, right = nodes.cells[list_]
            waiting.append((level, value + gap + 1, right))
            waiting.append((level + 1, 0, down))
            prefix[level:] = [value + gap]


def smallest(nodes: Nodes, node: int) -> tuple[int, ...]:
    """The first vector below a node in lexicographic order; raises ValueError if there is none."""
    if node == EMPTY:
        raise ValueError("the set is empty")
    vector: list[int] = []
    while node != ONE:
        gap, node, _ = nodes.cells[node]
        vector.append(gap)
    return tuple(vector)
