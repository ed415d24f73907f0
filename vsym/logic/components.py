"""Strongly connected components of a small graph."""

from __future__ import annotations

from collections.abc import Iterable


def components(edges: Iterable[tuple[int, int]], size: int) -> list[int]:
    """For each node the number of its strongly connected component, from 0, by Tarjan's algorithm without recursion. A
    component has a greater number than those that it leads to."""
    following: list[list[int]] = [[] for _ in range(size)]
    for source, target in edges:
        following[source].append(target)
    component = [-1] * size
    order: dict[int, int] = {}
    low = [0] * size
    count = 0
    open_nodes: list[int] = []
    for root in range(size):
        work = [(root, 0)] if root not in order else []
        while work:
            node, position = work.pop()
            if position == 0:
                order[node] = low[node] = len(order)
                open_nodes.append(node)
            elif component[child := following[node][position - 1]] < 0:
                low[node] = min(low[node], low[child])
            if position < len(following[node]):
                work.append((node, position + 1))
                child = following[node][position]
                if child not in order:
                    work.append((child, 0))
            elif low[node] == order[node]:
                while component[node] < 0:
                    component[open_nodes.pop()] = count
                count += 1
    return component
